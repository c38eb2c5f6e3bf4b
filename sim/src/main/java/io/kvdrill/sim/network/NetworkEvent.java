package io.kvdrill.sim.network;

import io.kvdrill.core.trace.TraceEvent;

/**
 * Events of the control network. A frame and a link (one TCP connection) have numbers that are unique in a run. Identities
 * that are no text are spelled in hexadecimal after {@code 0x}.
 */
public sealed interface NetworkEvent extends TraceEvent {

    /** A frame was handed to the socket. {@code what} is the type of a message, or {@code raw}. */
    record FrameSent(String to, long frame, String what, int bytes) implements NetworkEvent {}

    /** A frame reached the receiver's socket; the next poll finds it. */
    record FrameDelivered(String from, long frame) implements NetworkEvent {}

    /** A frame will not arrive. The sender is not told. */
    record FrameLost(String to, long frame, String reason) implements NetworkEvent {}

    /** A frame was read and dropped. */
    record FrameRefused(String from, long frame, String reason) implements NetworkEvent {}

    /** A dial found nobody, or no way. It goes on being tried, and nobody is told. */
    record DialUnanswered(String peer, String reason) implements NetworkEvent {}

    /** A link to a peer's socket is up; queued frames follow. */
    record LinkEstablished(String peer, long link) implements NetworkEvent {}

    /** A link to a peer's socket is down; the next poll reports it. */
    record LinkLost(String peer, long link, String reason) implements NetworkEvent {}

    /** A link from a peer is up; the next poll looks at its identity. */
    record InboundLinkOpened(String identity, long link) implements NetworkEvent {}

    /** A link from a peer is down. */
    record InboundLinkClosed(String identity, long link, String reason) implements NetworkEvent {}

    /** An identity belongs to this link from now on. */
    record IdentityRegistered(String identity, long link) implements NetworkEvent {}

    /** A link came with an identity that another holds. Nothing that it carries is ever read. */
    record IdentityIgnored(String identity, long link, long holder) implements NetworkEvent {}

    /** A link took over an identity. What the former holder still carries is never read. */
    record IdentityHandedOver(String identity, long link, long formerHolder) implements NetworkEvent {}

    /** An identity is free again. */
    record IdentityReleased(String identity, long link) implements NetworkEvent {}

    /** A peer was turned away for its identity. */
    record IdentityRefused(String identity, String reason) implements NetworkEvent {}

    /** The queue to a peer was full; the connection ends. */
    record QueueOverflowed(String to, int queued) implements NetworkEvent {}
}

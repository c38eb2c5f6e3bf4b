package io.kvdrill.core.trace;

import io.kvdrill.core.protocol.Message;

/** Events of one session's connection and handshake (protocol.md sections 2 and 3). */
public sealed interface SessionEvent extends TraceEvent {

    /** The remote peer's id. */
    String peer();

    /** Who opened a session. */
    enum Opening {
        /** We dialled. */
        DIALLED,
        /** The peer sent something. */
        ACCEPTED
    }

    /** A session exists, with its connection. {@code session} tells sessions to one peer apart, from 1. */
    record SessionOpened(String peer, long session, Opening opening) implements SessionEvent {}

    /** A peer was turned away before it had a session. */
    record PeerRefused(String peer, String reason) implements SessionEvent {}

    /** A dial was refused, by the transport, a limit, a backoff or a quarantine. */
    record DialRefused(String peer, String reason) implements SessionEvent {}

    /** A message was handed to the control transport. */
    record MessageSent(String peer, Message message) implements SessionEvent {}

    /** A message waits for the peer's acknowledgement of our connect. */
    record MessageQueued(String peer, Message message) implements SessionEvent {}

    /** A queued message will not be sent: what it was about has ended. */
    record MessageWithdrawn(String peer, Message message) implements SessionEvent {}

    /** The control transport would not take a message. */
    record SendFailed(String peer, Message message, String reason) implements SessionEvent {}

    /** A message passed its checks and is about to be dispatched. */
    record MessageReceived(String peer, Message message) implements SessionEvent {}

    /** A frame was dropped without being dispatched. */
    record MessageDropped(String peer, String reason) implements SessionEvent {}

    /** A peer broke the protocol; the session ends. */
    record ProtocolViolated(String peer, String reason) implements SessionEvent {}

    /** Handling a message failed for another reason; {@code consecutive} of them in a row so far. */
    record DispatchFailed(String peer, String reason, int consecutive) implements SessionEvent {}

    /** The peer's region is being registered. */
    record RegistrationStarted(String peer, long generation, long blockCount, long blockBytes)
            implements SessionEvent {}

    /** How the registration ended; {@code failure} is empty where it succeeded. */
    record RegistrationSettled(String peer, long generation, boolean ready, String failure) implements SessionEvent {}

    /** The registration was ended. */
    record RegistrationRemoved(String peer, long generation) implements SessionEvent {}

    /** The peer was found incompatible (hash seed, block length, fingerprint): loud by law I9. */
    record PeerIncompatible(String peer, String difference) implements SessionEvent {}

    /** The peer has acknowledged our connect; {@code flushed} queued messages follow. */
    record SessionReady(String peer, int flushed, long ageNanos) implements SessionEvent {}

    /** The session will end at the next reap. */
    record SessionDied(String peer, String reason) implements SessionEvent {}

    /**
     * The session was closed and its state purged.
     *
     * @param failedLoads loads that fail with it
     * @param failedStores stores that fail with it
     * @param retainedTransfers writes that are watched until they end
     */
    record SessionClosed(
            String peer, long session, String reason, int failedLoads, int failedStores, int retainedTransfers)
            implements SessionEvent {}

    /** The data path of a registration is being cut. */
    record FenceStarted(String peer, long generation) implements SessionEvent {}

    /** No byte of that registration's transfers can land any more. */
    record FenceCompleted(String peer, long generation) implements SessionEvent {}

    /** An incarnation of a peer was replaced by a newer one. */
    record IncarnationReplaced(String peer, long oldEpoch, long newEpoch) implements SessionEvent {}

    /** A peer announced an incarnation that was already replaced: two processes use one identity (law I7). */
    record IdentityCollision(String peer, long epoch) implements SessionEvent {}
}

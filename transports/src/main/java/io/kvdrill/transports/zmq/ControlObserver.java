package io.kvdrill.transports.zmq;

/**
 * Told what a control transport does that its tier does not see. Called from within {@link ZmqControlTransport}'s methods,
 * on their caller's thread; must not call back.
 */
public interface ControlObserver {
    /** Tells nobody. */
    ControlObserver NONE = new ControlObserver() {};

    /** Somebody sent something, and is not answered: nobody can, or may, be dialled under this identity. */
    default void onIdentityRefused(String identity, String reason) {}

    /** A message that is none was dropped; its sender stays. */
    default void onFrameDropped(String identity, String reason) {}

    /** The link to a peer is up. */
    default void onLinkUp(String peer) {}

    /** The link to a peer is down. */
    default void onLinkLost(String peer, String reason) {}

    /** ZeroMQ's own thread failed; the transport is of no more use, and every connection is lost. */
    default void onBroken(String reason) {}
}

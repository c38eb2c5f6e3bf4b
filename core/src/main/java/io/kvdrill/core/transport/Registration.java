package io.kvdrill.core.transport;

import org.jspecify.annotations.Nullable;

/**
 * One incarnation of a peer's memory in our data plane: the handle that writes, completions and fences go by. Made by
 * {@link DataTransport#register}; its state changes only inside calls of the transport.
 */
public interface Registration {

    /** How far the registration has come. */
    enum State {
        /** Work is going on; {@link DataTransport.Listener#onRegistrationSettled} will follow. */
        PENDING,
        /** Writes are possible. */
        READY,
        /** The data plane refuses this peer, for instance because of its metadata. */
        REJECTED,
        /** Something else went wrong. */
        FAILED,
        /** A later registration or a removal came first; it publishes nothing and has released its handles. */
        SUPERSEDED,
        /** Removed after it had been ready. */
        REMOVED
    }

    /** The peer's id. */
    String peer();

    /** Grows with every registration and removal of this peer, so that an older one is told from a newer one. */
    long generation();

    /** How far it has come. */
    State state();

    /** Why it was rejected or failed, for people; null otherwise. */
    @Nullable String failure();
}

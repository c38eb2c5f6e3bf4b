package io.kvdrill.core.transport;

import org.jspecify.annotations.Nullable;

/**
 * Stands for a peer that is not registered. Every transport refuses to write to it.
 *
 * @param peer the peer's id
 */
public record NoRegistration(String peer) implements Registration {
    @Override
    public long generation() {
        return 0;
    }

    @Override
    public State state() {
        return State.REMOVED;
    }

    @Override
    public @Nullable String failure() {
        return null;
    }
}

package io.kvdrill.sim.world;

import org.jspecify.annotations.Nullable;

/**
 * Links between two peers that differ from the rest.
 *
 * @param from one peer
 * @param to the other
 * @param bothWays whether it also holds from {@code to} to {@code from}
 * @param control null to keep the world's
 * @param data null to keep the world's
 */
public record LinkOverride(
        String from,
        String to,
        boolean bothWays,
        @Nullable ControlLink control,
        @Nullable DataLink data) {}

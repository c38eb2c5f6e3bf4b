package io.kvdrill.sim.world;

import org.jspecify.annotations.Nullable;

/**
 * What a router does about an attempt that does not succeed.
 *
 * @param attempts most attempts at a request, the first included; 1 for no retry
 * @param timeoutNanos how long an attempt may take before the router aborts it and tries again; null for any time. One
 *     that fails is tried again in any case
 * @param delayNanos from the end of an attempt to the next one
 * @param elsewhere whether the next attempt avoids the peers of those before, as far as there are others
 * @param keepsKvRequestId whether the peers see all attempts under one id
 */
public record Retries(
        int attempts, @Nullable Long timeoutNanos, long delayNanos, boolean elsewhere, boolean keepsKvRequestId) {
    /** One attempt, however long it takes. */
    public static final Retries NONE = new Retries(1, null, 0, true, false);
}

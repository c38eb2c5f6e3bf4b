package io.kvdrill.sim.world;

/**
 * What the data plane of every peer costs and can do; see {@link io.kvdrill.core.transport.DataCapabilities}.
 *
 * @param registrationNanos fixed part of registering a peer's region
 * @param registrationNanosPerBlock the part for each of its blocks
 * @param cancelStopsBytes whether a cancelled write stops landing
 * @param fencesOutbound whether a fence stops our writes
 * @param fencesInbound whether a fence stops the peer's writes
 * @param fenceNanos how long a fence takes
 * @param deathDetectionNanos how long after a peer's death our writes to it fail; {@link Long#MAX_VALUE} for never
 * @param knowsProgress whether the bytes written so far are known
 * @param declaredBytesPerSecond bandwidth that stalled writes are judged by; 0 for undeclared
 */
public record DataPlane(
        long registrationNanos,
        long registrationNanosPerBlock,
        boolean cancelStopsBytes,
        boolean fencesOutbound,
        boolean fencesInbound,
        long fenceNanos,
        long deathDetectionNanos,
        boolean knowsProgress,
        long declaredBytesPerSecond) {
    /** UCX over RC: cancel stops nothing, a fence tears the endpoint down in 1 ms, a death shows after 500 ms. */
    public static final DataPlane DEFAULT =
            new DataPlane(1_000_000, 1_000, false, true, true, 1_000_000, 500_000_000, false, 12_500_000_000L);
}

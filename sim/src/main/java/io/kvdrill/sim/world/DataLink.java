package io.kvdrill.sim.world;

/**
 * The data path from one peer's memory into another's.
 *
 * @param bytesPerSecond bandwidth, shared by the writes that run at a time
 * @param latency from the posting of a write to its first byte, and from its last byte to its completion
 * @param nanosPerDescriptor cost of each block of a write before its first byte leaves
 */
public record DataLink(long bytesPerSecond, Latency latency, long nanosPerDescriptor) {
    /** 100 Gbit/s RDMA. */
    public static final DataLink DEFAULT = new DataLink(12_500_000_000L, Latency.fixed(2_000), 50);
}

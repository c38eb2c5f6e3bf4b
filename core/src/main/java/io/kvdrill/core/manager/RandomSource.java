package io.kvdrill.core.manager;

/** Where the tier's few random numbers come from: its epoch, its agent name, the jitter of its reconnects. */
@FunctionalInterface
public interface RandomSource {

    /** 64 uniformly random bits. */
    long nextLong();

    /** A uniform number from 0 (inclusive) to 1 (exclusive). */
    default double nextDouble() {
        return (nextLong() >>> 11) * 0x1.0p-53;
    }
}

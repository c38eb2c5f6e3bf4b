package io.kvdrill.sim.engine;

import io.kvdrill.core.protocol.BlockKey;
import org.jspecify.annotations.Nullable;

/**
 * One primary slot as it is now.
 *
 * @param slot its number
 * @param state what it is used for
 * @param key the block that it holds or will hold; null where it is free or quarantined
 * @param pins transfers that read it
 * @param job the job that it is quarantined for, or 0
 */
public record SlotView(long slot, State state, @Nullable BlockKey key, int pins, long job) {

    /** What a slot is used for. */
    public enum State {
        /** Nothing. */
        FREE,
        /** A block is about to be written to it ({@code ref_cnt} −1). */
        RESERVED,
        /** Its block can be read; nothing reads it ({@code ref_cnt} 0): it may be evicted. */
        READY,
        /** Its block is being read ({@code ref_cnt} above 0). */
        PINNED,
        /** Its job has failed and a write may still land. */
        QUARANTINED
    }
}

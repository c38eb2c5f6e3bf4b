package io.kvdrill.sim.engine;

import io.kvdrill.core.protocol.BlockKey;

/** The bytes behind an engine's primary slots, as far as it is known what they mean. */
public interface SlotMemory {

    /** The GPU has written the block that {@code key} names. */
    void write(long slot, BlockKey key);

    /** Whether the slot holds exactly the block that {@code key} names. */
    boolean holds(long slot, BlockKey key);

    /** What the slot holds, in words. */
    String describe(long slot);
}

package io.kvdrill.core.digest;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.SlotList;

/**
 * A 64-bit digest of a sequence of values, mixed with the finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
 * The same sequence gives the same digest on every machine. For collections without an order that matters, digest each
 * element apart and {@link #add} the sum.
 *
 * <p>Not for security: collisions can be made.
 */
public final class Digest {
    private long state = 0x9E3779B97F4A7C15L;

    /** The digest of what was added so far. */
    public long value() {
        return state;
    }

    /** Adds a number. */
    public Digest add(long value) {
        state = mix(state ^ mix(value + 0x9E3779B97F4A7C15L));
        return this;
    }

    /** Adds a truth value. */
    public Digest add(boolean value) {
        return add(value ? 1L : 2L);
    }

    /** Adds a constant by its name. */
    public Digest add(Enum<?> value) {
        return add(value.name());
    }

    /** Adds text. */
    public Digest add(CharSequence text) {
        add((long) text.length());
        for (int i = 0; i < text.length(); i++) {
            add((long) text.charAt(i));
        }
        return this;
    }

    /** Adds a key. */
    public Digest add(BlockKey key) {
        return add(key.hex());
    }

    /** Adds slots in order. */
    public Digest add(SlotList slots) {
        add((long) slots.size());
        for (int i = 0; i < slots.size(); i++) {
            add(slots.get(i));
        }
        return this;
    }

    private static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}

package io.kvdrill.core.protocol;

import java.util.Arrays;
import java.util.List;

/**
 * An immutable list of block slots. On the wire a slot may be any unsigned 64-bit integer, whether or not a region has
 * such a block, so elements are {@code long}s read as unsigned.
 */
public final class SlotList {
    private static final SlotList EMPTY = new SlotList(new long[0]);

    private final long[] slots;

    private SlotList(long[] slots) {
        this.slots = slots;
    }

    /** The empty list. */
    public static SlotList empty() {
        return EMPTY;
    }

    /** A list with a copy of {@code slots}. */
    public static SlotList of(long... slots) {
        return slots.length == 0 ? EMPTY : new SlotList(slots.clone());
    }

    /** A list of {@code slots}, in order. */
    public static SlotList of(List<? extends Number> slots) {
        return slots.isEmpty()
                ? EMPTY
                : new SlotList(slots.stream().mapToLong(Number::longValue).toArray());
    }

    /** The number of slots. */
    public int size() {
        return slots.length;
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return slots.length == 0;
    }

    /**
     * The slot at {@code index}, counted from 0.
     *
     * @throws ArrayIndexOutOfBoundsException if there is none
     */
    public long get(int index) {
        return slots[index];
    }

    /** A copy as an array; the caller owns it. */
    public long[] toArray() {
        return slots.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SlotList that && Arrays.equals(slots, that.slots);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(slots);
    }

    @Override
    public String toString() {
        return Arrays.toString(slots);
    }
}

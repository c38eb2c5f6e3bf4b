package io.kvdrill.scenarios.search;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Objects that a walk has met, each with its number, from 0 in the order of the walk. For walks without end, one by one. */
final class IdentitySet {
    private static final int ABSENT = -1;

    private @Nullable Object[] slots = new Object[4096];
    private int[] numbers = new int[4096];
    private int size;

    /** Forgets all. */
    void clear() {
        Arrays.fill(slots, null);
        size = 0;
    }

    /** Adds an object; false if it is there already. */
    boolean add(Object object) {
        return numberOrAdd(object) == ABSENT;
    }

    /** The number of an object, which is added if it was not there. */
    int numberOf(Object object) {
        int number = numberOrAdd(object);
        return number == ABSENT ? size - 1 : number;
    }

    /** The number of an object; negative, and added, if it was not there. */
    @SuppressWarnings("ReferenceEquality") // the very object
    int numberOrAdd(Object object) {
        int mask = slots.length - 1;
        int at = spread(System.identityHashCode(object)) & mask;
        while (true) {
            Object there = slots[at];
            if (there == null) {
                break;
            }
            if (there == object) {
                return numbers[at];
            }
            at = (at + 1) & mask;
        }
        slots[at] = object;
        numbers[at] = size++;
        if (size * 2 > slots.length) {
            grow();
        }
        return ABSENT;
    }

    private void grow() {
        Object[] before = slots;
        int[] numbered = numbers;
        slots = new Object[before.length * 2];
        numbers = new int[before.length * 2];
        int mask = slots.length - 1;
        for (int i = 0; i < before.length; i++) {
            Object object = before[i];
            if (object != null) {
                int at = spread(System.identityHashCode(object)) & mask;
                while (slots[at] != null) {
                    at = (at + 1) & mask;
                }
                slots[at] = object;
                numbers[at] = numbered[i];
            }
        }
    }

    private static int spread(int hash) {
        return (hash * 0x9E3779B9) >>> 8;
    }
}

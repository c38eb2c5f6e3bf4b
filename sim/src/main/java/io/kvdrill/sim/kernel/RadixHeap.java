package io.kvdrill.sim.kernel;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A monotone priority queue of events, after the radix heap of Ahuja, Mehlhorn, Orlin and Tarjan (J. ACM 37(2), 1990) with
 * digits for bits: an event waits in the bucket of the highest digit in which its time differs from the last time taken
 * (its level), and of what that digit is. Taking the minimum spreads the first bucket of the lowest level over lower levels,
 * so that an event moves at most once a digit in its life. Those of the last time taken are kept apart.
 *
 * <p>Equal times leave in insertion order without comparing anything: every bucket is in insertion order, since all lower
 * levels are empty when a bucket is spread over them and only grow at their ends afterwards.
 *
 * <p><b>Caveats.</b> Nothing may be added before the last time taken. A cancelled event is dropped when it is come
 * across, or when half of the queue is cancelled.
 */
final class RadixHeap {
    private static final int DIGIT_BITS =
            6; // the digits of a level fit one long; fewer bits were slower (docs/performance.md)
    private static final int DIGITS = 1 << DIGIT_BITS;
    private static final int LEVELS = (Long.SIZE + DIGIT_BITS - 1) / DIGIT_BITS;
    private static final int FIRST_CAPACITY = 8;
    private static final int COMPACT_FROM = 1_024;
    private static final long UNKNOWN = -1;
    private static final @Nullable Event[] UNUSED = new @Nullable Event[0];

    private final @Nullable Event[][] buckets = new @Nullable Event[LEVELS * DIGITS][];
    private final int[] sizes = new int[LEVELS * DIGITS];
    private final long[] digitsInUse = new long[LEVELS]; // a bit for each bucket of the level
    private long levelsInUse; // a bit for each level
    private @Nullable Event[] due = new @Nullable Event[FIRST_CAPACITY]; // at the last time taken
    private int dueHead; // what is before it has left
    private int dueTail;
    private long base; // the last time taken
    private long min = UNKNOWN; // of the buckets
    private int held;
    private int cancelled;

    RadixHeap() {
        Arrays.fill(buckets, UNUSED);
    }

    /** Events that will leave, those cancelled not counted. */
    int size() {
        return held - cancelled;
    }

    /** Adds an event that is not before the last one taken. */
    void add(Event event) {
        place(event);
        held++;
        if (min != UNKNOWN && event.timeNanos < min && event.timeNanos != base) {
            min = event.timeNanos;
        }
    }

    /** Takes note that an event in this queue was cancelled. */
    void cancelled(Event event) {
        cancelled++;
        if (event.timeNanos == min) {
            min = UNKNOWN;
        }
        if (cancelled >= COMPACT_FROM && cancelled > held / 2) {
            compact();
        }
    }

    /** The earliest time. Call only when the size is not 0. Takes nothing: earlier times may still be added. */
    long minNanos() {
        skipCancelledDue();
        if (dueHead < dueTail) {
            return base;
        }
        while (min == UNKNOWN) {
            int first = firstInUse();
            min = earliestOf(first);
            if (min == UNKNOWN) {
                compact(first);
            }
        }
        return min;
    }

    /** Takes the oldest event of the earliest time. Call only when the size is not 0. */
    Event poll() {
        gatherEarliest();
        Event event = at(due, dueHead);
        due[dueHead++] = null;
        held--;
        return event;
    }

    /** Adds to {@code ready} the events of the earliest time, oldest first, without taking them. */
    void peekEarliest(List<Event> ready) {
        gatherEarliest();
        for (int i = dueHead; i < dueTail; i++) {
            Event event = at(due, i);
            if (event.pending()) {
                ready.add(event);
            }
        }
    }

    /** Takes one of the events that {@link #peekEarliest} found. */
    void remove(Event event) {
        int index = dueHead;
        while (at(due, index) != event) {
            index++;
        }
        System.arraycopy(due, dueHead, due, dueHead + 1, index - dueHead);
        due[dueHead++] = null;
        held--;
    }

    private void gatherEarliest() {
        long earliest = minNanos();
        if (dueHead < dueTail) {
            return;
        }
        base = earliest;
        min = UNKNOWN;
        dueHead = 0;
        dueTail = 0;
        int first = firstInUse();
        if (first < DIGITS) {
            takeWhole(first);
        } else {
            spread(first);
        }
    }

    /** A bucket of the lowest level holds one time only. */
    private void takeWhole(int index) {
        @Nullable Event[] emptied = due;
        due = buckets[index];
        dueTail = sizes[index];
        buckets[index] = emptied;
        sizes[index] = 0;
        unused(index);
        skipCancelledDue();
    }

    private void spread(int index) {
        @Nullable Event[] bucket = buckets[index];
        int count = sizes[index];
        sizes[index] = 0;
        unused(index);
        for (int i = 0; i < count; i++) {
            Event event = at(bucket, i);
            bucket[i] = null;
            if (event.pending()) {
                place(event);
            } else {
                dropped();
            }
        }
    }

    private void skipCancelledDue() {
        while (dueHead < dueTail && !at(due, dueHead).pending()) {
            due[dueHead++] = null;
            dropped();
        }
    }

    private long earliestOf(int index) {
        @Nullable Event[] bucket = buckets[index];
        int count = sizes[index];
        long earliest = UNKNOWN;
        for (int i = 0; i < count; i++) {
            Event event = at(bucket, i);
            if (event.pending() && (earliest == UNKNOWN || event.timeNanos < earliest)) {
                earliest = event.timeNanos;
                if (index < DIGITS) {
                    break;
                }
            }
        }
        return earliest;
    }

    private void compact() {
        dueTail = compact(due, dueHead, dueTail);
        dueHead = 0;
        for (int index = 0; index < buckets.length; index++) {
            if (sizes[index] > 0) {
                compact(index);
            }
        }
    }

    private void compact(int index) {
        sizes[index] = compact(buckets[index], 0, sizes[index]);
        if (sizes[index] == 0) {
            unused(index);
        }
    }

    /** Moves the pending of these to the front; returns how many they are. */
    private int compact(@Nullable Event[] events, int from, int to) {
        int kept = 0;
        for (int i = from; i < to; i++) {
            Event event = at(events, i);
            if (event.pending()) {
                events[kept++] = event;
            } else {
                dropped();
            }
        }
        Arrays.fill(events, kept, to, null);
        return kept;
    }

    private void dropped() {
        held--;
        cancelled--;
    }

    private int firstInUse() {
        int level = Long.numberOfTrailingZeros(levelsInUse);
        return level * DIGITS + Long.numberOfTrailingZeros(digitsInUse[level]);
    }

    private void unused(int index) {
        int level = index / DIGITS;
        digitsInUse[level] &= ~(1L << index % DIGITS);
        if (digitsInUse[level] == 0) {
            levelsInUse &= ~(1L << level);
        }
    }

    private void place(Event event) {
        long time = event.timeNanos;
        long differs = time ^ base;
        if (differs == 0) {
            due = withRoom(due, dueTail);
            due[dueTail++] = event;
            return;
        }
        int level = (Long.SIZE - 1 - Long.numberOfLeadingZeros(differs)) / DIGIT_BITS;
        int digit = (int) (time >>> (level * DIGIT_BITS)) & (DIGITS - 1);
        int index = level * DIGITS + digit;
        int size = sizes[index];
        if (size == 0) {
            digitsInUse[level] |= 1L << digit;
            levelsInUse |= 1L << level;
        }
        @Nullable Event[] bucket = withRoom(buckets[index], size);
        buckets[index] = bucket;
        bucket[size] = event;
        sizes[index] = size + 1;
    }

    private static @Nullable Event[] withRoom(@Nullable Event[] events, int size) {
        return size < events.length ? events : Arrays.copyOf(events, Math.max(FIRST_CAPACITY, 2 * size));
    }

    private static Event at(@Nullable Event[] events, int index) {
        Event event = events[index];
        if (event == null) {
            throw new IllegalStateException("no event at " + index);
        }
        return event;
    }
}

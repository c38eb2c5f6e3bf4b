package io.kvdrill.sim.kernel;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A monotone priority queue of events (Ahuja, Mehlhorn, Orlin and Tarjan, J. ACM 37(2), 1990): bucket {@code b} holds the
 * events whose time differs from the last time taken in bit {@code b-1} and no higher one; bucket 0 holds those of that
 * very time. Taking the minimum spreads the lowest bucket in use over the lower ones, each event falling at most 64
 * times in its life.
 *
 * <p>Equal times leave in insertion order without comparing anything: every bucket is in insertion order, since it is
 * empty when a higher one is spread over it and only grows at its end afterwards.
 *
 * <p><b>Caveats.</b> Nothing may be added before the last time taken. A cancelled event is dropped when it is come
 * across, or when half of the queue is cancelled.
 */
final class RadixHeap {
    private static final int BUCKETS = 65;
    private static final int COMPACT_FROM = 1_024;
    private static final long UNKNOWN = -1;

    private final @Nullable Event[][] buckets = new @Nullable Event[BUCKETS][8];
    private final int[] sizes = new int[BUCKETS];
    private int head; // of bucket 0: what is before it has left
    private long base; // the last time taken
    private long min = UNKNOWN; // of the buckets above 0
    private int held;
    private int cancelled;

    /** Events that will leave, those cancelled not counted. */
    int size() {
        return held - cancelled;
    }

    /** Adds an event that is not before the last one taken. */
    void add(Event event) {
        int b = bucketOf(event.timeNanos);
        append(b, event);
        held++;
        if (b > 0 && min != UNKNOWN && event.timeNanos < min) {
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
        skipCancelledHead();
        if (head < sizes[0]) {
            return base;
        }
        while (min == UNKNOWN) {
            int lowest = lowestInUse();
            min = earliestOf(lowest);
            if (min == UNKNOWN) {
                forget(lowest);
            }
        }
        return min;
    }

    /** Takes the oldest event of the earliest time. Call only when the size is not 0. */
    Event poll() {
        gatherEarliest();
        Event event = at(buckets[0], head);
        buckets[0][head++] = null;
        held--;
        return event;
    }

    /** Adds to {@code ready} the events of the earliest time, oldest first, without taking them. */
    void peekEarliest(List<Event> ready) {
        gatherEarliest();
        for (int i = head; i < sizes[0]; i++) {
            Event event = at(buckets[0], i);
            if (event.pending()) {
                ready.add(event);
            }
        }
    }

    /** Takes one of the events that {@link #peekEarliest} found. */
    void remove(Event event) {
        @Nullable Event[] bucket = buckets[0];
        int index = head;
        while (at(bucket, index) != event) {
            index++;
        }
        System.arraycopy(bucket, head, bucket, head + 1, index - head);
        bucket[head++] = null;
        held--;
    }

    private void gatherEarliest() {
        long earliest = minNanos();
        if (head < sizes[0]) {
            return;
        }
        head = 0;
        sizes[0] = 0;
        base = earliest;
        min = UNKNOWN;
        int lowest = lowestInUse();
        @Nullable Event[] bucket = buckets[lowest];
        int count = sizes[lowest];
        sizes[lowest] = 0;
        for (int i = 0; i < count; i++) {
            Event event = at(bucket, i);
            bucket[i] = null;
            if (event.pending()) {
                append(bucketOf(event.timeNanos), event);
            } else {
                dropped();
            }
        }
    }

    private void skipCancelledHead() {
        while (head < sizes[0] && !at(buckets[0], head).pending()) {
            buckets[0][head++] = null;
            dropped();
        }
    }

    private long earliestOf(int b) {
        long earliest = UNKNOWN;
        for (int i = 0; i < sizes[b]; i++) {
            Event event = at(buckets[b], i);
            if (event.pending() && (earliest == UNKNOWN || event.timeNanos < earliest)) {
                earliest = event.timeNanos;
            }
        }
        return earliest;
    }

    private void compact() {
        for (int b = 0; b < BUCKETS; b++) {
            int from = b == 0 ? head : 0;
            int kept = 0;
            for (int i = from; i < sizes[b]; i++) {
                Event event = at(buckets[b], i);
                if (event.pending()) {
                    buckets[b][kept++] = event;
                } else {
                    dropped();
                }
            }
            Arrays.fill(buckets[b], kept, sizes[b], null);
            sizes[b] = kept;
        }
        head = 0;
    }

    /** Empties a bucket that holds cancelled events only. */
    private void forget(int b) {
        for (int i = 0; i < sizes[b]; i++) {
            buckets[b][i] = null;
            dropped();
        }
        sizes[b] = 0;
    }

    private void dropped() {
        held--;
        cancelled--;
    }

    private int lowestInUse() {
        int lowest = 1;
        while (sizes[lowest] == 0) {
            lowest++;
        }
        return lowest;
    }

    private int bucketOf(long timeNanos) {
        return Long.SIZE - Long.numberOfLeadingZeros(timeNanos ^ base);
    }

    private void append(int b, Event event) {
        @Nullable Event[] bucket = buckets[b];
        if (sizes[b] == bucket.length) {
            bucket = Arrays.copyOf(bucket, bucket.length * 2);
            buckets[b] = bucket;
        }
        bucket[sizes[b]++] = event;
    }

    private static Event at(@Nullable Event[] bucket, int index) {
        Event event = bucket[index];
        if (event == null) {
            throw new IllegalStateException("no event at " + index);
        }
        return event;
    }
}

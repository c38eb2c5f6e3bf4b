package io.kvdrill.sim.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A ladder queue (Tang, Goh and Thng, ACM TOMACS 15(3), 2005): far events lie unsorted on top; when they are needed, they
 * are spread over the buckets of a rung, a bucket with many of them over those of a finer rung, and a bucket with few of
 * them is sorted into the bottom, from which events leave.
 *
 * <p>Equal times leave in insertion order: lists are in insertion order, and the sort is stable.
 */
final class LadderQueue implements PendingEvents {
    private static final int FEW = 50;
    private static final int MOST_RUNGS = 8;

    /** A list of events that is only appended to, or emptied. */
    private static final class Bag {
        @Nullable Event[] events = new @Nullable Event[16];

        int size;

        void add(Event event) {
            if (size == events.length) {
                events = Arrays.copyOf(events, size * 2);
            }
            events[size++] = event;
        }

        Event get(int i) {
            Event event = events[i];
            if (event == null) {
                throw new IllegalStateException("nothing at " + i);
            }
            return event;
        }

        void clear() {
            Arrays.fill(events, 0, size, null);
            size = 0;
        }
    }

    private static final class Rung {
        final List<Bag> buckets = new ArrayList<>();
        long start;
        long width;
        int current;
        int used;

        void reset(long from, long to, int events) {
            start = from;
            width = Math.max(1, (to - from) / events + 1);
            used = (int) ((to - from) / width) + 1;
            while (buckets.size() < used) {
                buckets.add(new Bag());
            }
            current = 0;
        }

        long currentStart() {
            return start + current * width;
        }

        void add(Event event) {
            buckets.get((int) ((event.timeNanos - start) / width)).add(event);
        }
    }

    private final Bag top = new Bag();
    private long topStart;
    private long topMin = Long.MAX_VALUE;
    private long topMax = Long.MIN_VALUE;
    private final Rung[] rungs = new Rung[MOST_RUNGS];
    private int rungCount;
    private Event[] bottom = new Event[64];
    private int bottomHead;
    private int bottomEnd;

    LadderQueue() {
        for (int i = 0; i < MOST_RUNGS; i++) {
            rungs[i] = new Rung();
        }
    }

    @Override
    public void add(Event event) {
        long time = event.timeNanos;
        if (time >= topStart) {
            top.add(event);
            topMin = Math.min(topMin, time);
            topMax = Math.max(topMax, time);
            return;
        }
        for (int i = 0; i < rungCount; i++) {
            if (time >= rungs[i].currentStart()) {
                rungs[i].add(event);
                return;
            }
        }
        insertAtBottom(event);
    }

    @Override
    public @Nullable Event poll() {
        while (true) {
            while (bottomHead < bottomEnd) {
                Event event = bottom[bottomHead++];
                if (event.pending()) {
                    return event;
                }
            }
            if (!refill()) {
                return null;
            }
        }
    }

    @Override
    public void cancel(Event event) {
        event.action = null;
    }

    private boolean refill() {
        bottomHead = 0;
        bottomEnd = 0;
        while (true) {
            if (rungCount == 0) {
                if (top.size == 0) {
                    return false;
                }
                spread(top, topMin, topMax);
                topStart = topMax + 1;
                topMin = Long.MAX_VALUE;
                topMax = Long.MIN_VALUE;
            }
            Rung rung = rungs[rungCount - 1];
            while (rung.current < rung.used && rung.buckets.get(rung.current).size == 0) {
                rung.current++;
            }
            if (rung.current == rung.used) {
                rungCount--;
                continue;
            }
            Bag bucket = rung.buckets.get(rung.current);
            long from = rung.currentStart();
            rung.current++;
            if (bucket.size > FEW && rung.width > 1 && rungCount < MOST_RUNGS) {
                spread(bucket, from, from + rung.width - 1);
            } else {
                sortIntoBottom(bucket);
                return true;
            }
        }
    }

    private void spread(Bag bag, long from, long to) {
        Rung rung = rungs[rungCount++];
        rung.reset(from, to, bag.size);
        for (int i = 0; i < bag.size; i++) {
            rung.add(bag.get(i));
        }
        bag.clear();
    }

    private void sortIntoBottom(Bag bucket) {
        if (bottom.length < bucket.size) {
            bottom = new Event[bucket.size * 2];
        }
        for (int i = 0; i < bucket.size; i++) {
            bottom[i] = bucket.get(i);
        }
        bottomEnd = bucket.size;
        bucket.clear();
        if (bottomEnd > FEW) {
            Arrays.sort(bottom, 0, bottomEnd, (a, b) -> Long.compare(a.timeNanos, b.timeNanos));
        } else {
            for (int i = 1; i < bottomEnd; i++) {
                moveUp(i, 0);
            }
        }
    }

    private void insertAtBottom(Event event) {
        if (bottomEnd == bottom.length) {
            int left = bottomEnd - bottomHead;
            Event[] target = left > bottom.length / 2 ? new Event[bottom.length * 2] : bottom;
            System.arraycopy(bottom, bottomHead, target, 0, left);
            bottom = target;
            bottomHead = 0;
            bottomEnd = left;
        }
        bottom[bottomEnd++] = event;
        moveUp(bottomEnd - 1, bottomHead);
    }

    private void moveUp(int at, int floor) {
        Event event = bottom[at];
        int i = at;
        while (i > floor && bottom[i - 1].timeNanos > event.timeNanos) {
            bottom[i] = bottom[i - 1];
            i--;
        }
        bottom[i] = event;
    }
}

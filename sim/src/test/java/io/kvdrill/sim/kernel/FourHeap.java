package io.kvdrill.sim.kernel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An implicit heap with four children a node, its keys in arrays beside the events (LaMarca and Ladner, ACM JEA 1, 1996):
 * half as deep as a binary one, and the children of a node lie next to each other. A cancelled event stays until its time
 * has come.
 */
final class FourHeap implements PendingEvents {
    private static final int CHILDREN = 4;

    private long[] times = new long[64];
    private long[] sequences = new long[64];
    private @Nullable Event[] events = new @Nullable Event[64];
    private int size;

    @Override
    public void add(Event event) {
        if (size == times.length) {
            times = Arrays.copyOf(times, size * 2);
            sequences = Arrays.copyOf(sequences, size * 2);
            events = Arrays.copyOf(events, size * 2);
        }
        long time = event.timeNanos;
        long sequence = event.sequence;
        int hole = size++;
        while (hole > 0) {
            int parent = (hole - 1) / CHILDREN;
            if (!before(time, sequence, parent)) {
                break;
            }
            move(parent, hole);
            hole = parent;
        }
        put(hole, time, sequence, event);
    }

    @Override
    public @Nullable Event poll() {
        while (size > 0) {
            Event first = events[0];
            removeFirst();
            if (first != null && first.pending()) {
                return first;
            }
        }
        return null;
    }

    @Override
    public void cancel(Event event) {
        event.action = null;
    }

    private void removeFirst() {
        int last = --size;
        long time = times[last];
        long sequence = sequences[last];
        Event event = events[last];
        events[last] = null;
        if (last == 0) {
            return;
        }
        int hole = 0;
        while (true) {
            int child = hole * CHILDREN + 1;
            if (child >= size) {
                break;
            }
            int least = child;
            int end = Math.min(child + CHILDREN, size);
            for (int other = child + 1; other < end; other++) {
                if (before(times[other], sequences[other], least)) {
                    least = other;
                }
            }
            if (!before(times[least], sequences[least], time, sequence)) {
                break;
            }
            move(least, hole);
            hole = least;
        }
        put(hole, time, sequence, event);
    }

    private boolean before(long time, long sequence, int node) {
        return before(time, sequence, times[node], sequences[node]);
    }

    private static boolean before(long time, long sequence, long otherTime, long otherSequence) {
        return time < otherTime || (time == otherTime && sequence < otherSequence);
    }

    private void move(int from, int to) {
        times[to] = times[from];
        sequences[to] = sequences[from];
        events[to] = events[from];
    }

    private void put(int node, long time, long sequence, @Nullable Event event) {
        times[node] = time;
        sequences[node] = sequence;
        events[node] = event;
    }
}

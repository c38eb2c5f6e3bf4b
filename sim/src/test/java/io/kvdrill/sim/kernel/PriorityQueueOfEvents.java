package io.kvdrill.sim.kernel;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** The JDK's binary heap. A cancelled event stays until its time has come. */
final class PriorityQueueOfEvents implements PendingEvents {
    private static final Comparator<Event> ORDER = (a, b) -> {
        int byTime = Long.compare(a.timeNanos, b.timeNanos);
        return byTime != 0 ? byTime : Long.compare(a.sequence, b.sequence);
    };

    private final PriorityQueue<Event> heap = new PriorityQueue<>(ORDER);

    @Override
    public void add(Event event) {
        heap.add(event);
    }

    @Override
    public @Nullable Event poll() {
        Event event = heap.poll();
        while (event != null && !event.pending()) {
            event = heap.poll();
        }
        return event;
    }

    @Override
    public void cancel(Event event) {
        event.action = null;
    }
}

package io.kvdrill.sim.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The pending events of a kernel whose order is chosen: few at a time, in the order in which they were scheduled. */
final class FreeQueue {
    private final List<Event> pending = new ArrayList<>();
    private final List<Event> view = Collections.unmodifiableList(pending);
    private final EventOrder order;

    FreeQueue(EventOrder order) {
        this.order = order;
    }

    void add(Event event) {
        pending.add(event);
    }

    /** Takes an event out. */
    @SuppressWarnings("ReferenceEquality") // the very event: there is no other equality
    void remove(Event event) {
        pending.removeIf(other -> other == event);
    }

    int size() {
        return pending.size();
    }

    long earliestNanos() {
        long earliest = Kernel.NEVER;
        for (Event event : pending) {
            earliest = Math.min(earliest, event.timeNanos);
        }
        return earliest;
    }

    EventOrder.@Nullable Next next(long nowNanos) {
        return order.next(view, nowNanos);
    }
}

package io.kvdrill.sim.kernel;

import org.jspecify.annotations.Nullable;

/** The kernel's own queue, used as the kernel uses it. */
final class RadixQueue implements PendingEvents {
    private final RadixHeap heap = new RadixHeap();

    @Override
    public void add(Event event) {
        heap.add(event);
    }

    @Override
    public @Nullable Event poll() {
        return heap.size() == 0 ? null : heap.poll();
    }

    @Override
    public void cancel(Event event) {
        event.action = null;
        heap.cancelled(event);
    }
}

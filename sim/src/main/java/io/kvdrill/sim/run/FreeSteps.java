package io.kvdrill.sim.run;

import io.kvdrill.sim.kernel.Event;
import io.kvdrill.sim.kernel.EventLabel;
import io.kvdrill.sim.kernel.Kernel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Steps whose order is chosen: one event for each peer that has something to do, or waits for a deadline. */
final class FreeSteps implements Steps {
    private final Kernel kernel;
    private final IntConsumer step;
    private final List<EventLabel> due = new ArrayList<>();
    private final List<EventLabel> waiting = new ArrayList<>();
    private final List<@Nullable Event> planned = new ArrayList<>();

    /**
     * Steps of these peers.
     *
     * @param step lets a peer step, by its place in the world
     */
    FreeSteps(Kernel kernel, List<String> peers, IntConsumer step) {
        this.kernel = kernel;
        this.step = step;
        for (String peer : peers) {
            due.add(new EventLabel("step", peer));
            waiting.add(new EventLabel("step_at_deadline", peer));
            planned.add(null);
        }
    }

    @Override
    public void plan(int peer, long atNanos, boolean waits) {
        EventLabel label = (waits ? waiting : due).get(peer);
        Event before = planned.get(peer);
        if (before != null && before.timeNanos() == atNanos && before.label().equals(label)) {
            return;
        }
        cancel(peer);
        planned.set(peer, kernel.at(Math.max(atNanos, kernel.nowNanos()), label, () -> {
            planned.set(peer, null);
            step.accept(peer);
        }));
    }

    @Override
    public void cancel(int peer) {
        kernel.cancel(planned.get(peer));
        planned.set(peer, null);
    }

    @Override
    public boolean hasFired(long atNanos) {
        return false;
    }

    @Override
    public int pendingEvents() {
        return (int) planned.stream().filter(event -> event != null).count();
    }
}

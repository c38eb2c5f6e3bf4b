package io.kvdrill.sim.run;

import io.kvdrill.sim.kernel.Event;
import io.kvdrill.sim.kernel.EventLabel;
import io.kvdrill.sim.kernel.Kernel;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntConsumer;

/**
 * Decides when peers step. Those that step at one instant do so in the order of the world, after everything else that
 * happens at that instant. So it makes no difference when a step was planned, or whether a peer also steps where it has
 * nothing to do: idle steps can be skipped.
 */
final class StepGrid implements Steps {
    private static final EventLabel LABEL = new EventLabel("steps", "");
    private static final long NONE = -1;

    private final Kernel kernel;
    private final IntConsumer step;
    private final Map<Long, TreeSet<Integer>> due = new TreeMap<>();
    private final Map<Long, Event> events = new TreeMap<>();
    private final long[] planned;
    private long lastFired = NONE;

    /**
     * A grid for this many peers.
     *
     * @param step lets a peer step, by its place in the world
     */
    StepGrid(Kernel kernel, int peers, IntConsumer step) {
        this.kernel = kernel;
        this.step = step;
        this.planned = new long[peers];
        Arrays.fill(planned, NONE);
    }

    @Override
    public void plan(int peer, long atNanos, boolean waits) {
        if (planned[peer] == atNanos) {
            return;
        }
        cancel(peer);
        planned[peer] = atNanos;
        due.computeIfAbsent(atNanos, time -> new TreeSet<>()).add(peer);
        if (!events.containsKey(atNanos)) {
            events.put(atNanos, kernel.at(atNanos, LABEL, () -> fire(atNanos)));
        }
    }

    @Override
    public void cancel(int peer) {
        long time = planned[peer];
        if (time == NONE) {
            return;
        }
        planned[peer] = NONE;
        TreeSet<Integer> peers = due.get(time);
        if (peers != null) {
            peers.remove(peer);
            if (peers.isEmpty()) {
                due.remove(time);
                kernel.cancel(events.remove(time));
            }
        }
    }

    @Override
    public boolean hasFired(long atNanos) {
        return lastFired == atNanos;
    }

    @Override
    public int pendingEvents() {
        return events.size();
    }

    private void fire(long time) {
        if (kernel.nextEventNanos() == time) {
            events.put(time, kernel.at(time, LABEL, () -> fire(time)));
            return;
        }
        events.remove(time);
        lastFired = time;
        TreeSet<Integer> peers = due.remove(time);
        while (peers != null && !peers.isEmpty()) {
            int peer = peers.pollFirst();
            planned[peer] = NONE;
            step.accept(peer);
        }
    }
}

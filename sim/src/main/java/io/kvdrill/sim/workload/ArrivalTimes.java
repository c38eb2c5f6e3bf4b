package io.kvdrill.sim.workload;

import io.kvdrill.sim.kernel.RandomStream;
import io.kvdrill.sim.kernel.RandomStreams;
import io.kvdrill.sim.world.Arrivals;
import io.kvdrill.sim.world.WorkloadSpec;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.OptionalLong;

/** Draws when the sessions of a workload arrive, one after the other, counted from its start. */
public final class ArrivalTimes {
    private final WorkloadSpec spec;
    private final RandomStream chance;
    private final Deque<Long> burst = new ArrayDeque<>();
    private long given;
    private long next;

    /** For this workload, from a stream named after it. */
    public ArrivalTimes(WorkloadSpec spec, RandomStreams streams) {
        this.spec = spec;
        this.chance = streams.stream("workload " + spec.name(), "arrivals");
    }

    /** The next arrival, never before the one that came before it; empty where there is none. */
    public OptionalLong next() {
        Long count = spec.count();
        if (count != null && given == count) {
            return OptionalLong.empty();
        }
        long arrival = drawn();
        Long duration = spec.durationNanos();
        if (duration != null && arrival > duration) {
            return OptionalLong.empty();
        }
        given++;
        return OptionalLong.of(arrival);
    }

    private long drawn() {
        if (spec.arrivals() instanceof Arrivals.Constant constant) {
            long now = next;
            next += constant.intervalNanos();
            return now;
        } else if (spec.arrivals() instanceof Arrivals.Poisson poisson) {
            next += StrictMath.round(chance.exponential((double) poisson.meanIntervalNanos()));
            return next;
        } else if (spec.arrivals() instanceof Arrivals.Bursts bursts) {
            if (burst.isEmpty()) {
                drawBurst(bursts);
            }
            return burst.remove();
        }
        throw new IllegalArgumentException("no such arrivals: " + spec.arrivals());
    }

    private void drawBurst(Arrivals.Bursts bursts) {
        long[] offsets = new long[bursts.size()];
        if (bursts.withinNanos() > 0) {
            for (int i = 0; i < offsets.length; i++) {
                offsets[i] = chance.nextLong(bursts.withinNanos());
            }
            Arrays.sort(offsets);
        }
        for (long offset : offsets) {
            burst.add(next + offset);
        }
        next += bursts.everyNanos();
    }
}

package io.kvdrill.sim.world;

import io.kvdrill.sim.world.WorldValidation.Problems;

/** Checks of durations that are distributions. */
final class Latencies {
    private static final long MAX_NANOS = Long.MAX_VALUE / 4;

    private final Problems problems;

    Latencies(Problems problems) {
        this.problems = problems;
    }

    void check(String path, Latency latency, long min) {
        if (latency instanceof Latency.Fixed fixed) {
            problems.range(path, fixed.nanos(), min, MAX_NANOS, " ns");
        } else if (latency instanceof Latency.Uniform uniform) {
            problems.range(path + ".min_nanos", uniform.minNanos(), min, MAX_NANOS, " ns");
            problems.range(path + ".max_nanos", uniform.maxNanos(), uniform.minNanos(), MAX_NANOS, " ns");
        } else if (latency instanceof Latency.LogNormal normal) {
            problems.range(path + ".median_nanos", normal.medianNanos(), Math.max(1, min), MAX_NANOS, " ns");
            problems.range(path + ".p99_nanos", normal.p99Nanos(), normal.medianNanos(), MAX_NANOS, " ns");
        }
    }
}

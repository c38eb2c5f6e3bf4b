package io.kvdrill.sim.world;

/** How long something takes, as a distribution. All lengths are nanoseconds and at least 0. */
public sealed interface Latency {

    /** Always the same. */
    record Fixed(long nanos) implements Latency {}

    /** Anything from {@code minNanos} to {@code maxNanos}, both included, equally likely. */
    record Uniform(long minNanos, long maxNanos) implements Latency {}

    /** Log-normal, given by its median and its 99th percentile. */
    record LogNormal(long medianNanos, long p99Nanos) implements Latency {}

    /** Always {@code nanos}. */
    static Latency fixed(long nanos) {
        return new Fixed(nanos);
    }
}

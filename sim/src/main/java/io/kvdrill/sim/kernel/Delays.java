package io.kvdrill.sim.kernel;

import io.kvdrill.sim.world.Latency;

/** Draws from distributions of time. */
public final class Delays {
    /** The 99th percentile of the standard normal distribution. */
    private static final double Z99 = 2.3263478740408408;

    private Delays() {}

    /** One sample, in nanoseconds; a fixed length draws nothing from the stream. */
    public static long sample(Latency latency, RandomStream stream) {
        if (latency instanceof Latency.Fixed fixed) {
            return fixed.nanos();
        } else if (latency instanceof Latency.Uniform uniform) {
            return stream.uniform(uniform.minNanos(), uniform.maxNanos());
        } else if (latency instanceof Latency.LogNormal logNormal) {
            return StrictMath.round(logNormal(logNormal.medianNanos(), logNormal.p99Nanos(), stream));
        }
        throw new IllegalArgumentException("no such distribution: " + latency);
    }

    static double logNormal(long median, long p99, RandomStream stream) {
        double sigma = StrictMath.log((double) p99 / median) / Z99;
        return median * StrictMath.exp(sigma * stream.gaussian());
    }
}

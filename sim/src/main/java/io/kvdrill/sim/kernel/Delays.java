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
            double sigma = StrictMath.log((double) logNormal.p99Nanos() / logNormal.medianNanos()) / Z99;
            return StrictMath.round(logNormal.medianNanos() * StrictMath.exp(sigma * stream.gaussian()));
        }
        throw new IllegalArgumentException("no such distribution: " + latency);
    }
}

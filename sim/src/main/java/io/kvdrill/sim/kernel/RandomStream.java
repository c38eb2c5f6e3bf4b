package io.kvdrill.sim.kernel;

/**
 * One stream of chance: xoshiro256** (Blackman and Vigna, 2018), seeded through SplitMix64. The same key gives the same
 * numbers on every machine and JDK.
 */
public final class RandomStream {
    private static final double DOUBLE_UNIT = 0x1.0p-53;

    private long s0;
    private long s1;
    private long s2;
    private long s3;

    RandomStream(long key) {
        long state = key;
        s0 = mix(state += SplitMix.GAMMA);
        s1 = mix(state += SplitMix.GAMMA);
        s2 = mix(state += SplitMix.GAMMA);
        s3 = mix(state + SplitMix.GAMMA);
    }

    /** Any {@code long}, each equally likely. */
    public long nextLong() {
        long result = Long.rotateLeft(s1 * 5, 7) * 9;
        long t = s1 << 17;
        s2 ^= s0;
        s3 ^= s1;
        s1 ^= s2;
        s0 ^= s3;
        s2 ^= t;
        s3 = Long.rotateLeft(s3, 45);
        return result;
    }

    /**
     * A number from 0 to {@code bound} − 1, each equally likely.
     *
     * @throws IllegalArgumentException if {@code bound} is not positive
     */
    public long nextLong(long bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("a bound must be positive, not " + bound);
        }
        // Rejects the few draws that would make small results more likely.
        while (true) {
            long bits = nextLong() >>> 1;
            long result = bits % bound;
            if (bits - result + (bound - 1) >= 0) {
                return result;
            }
        }
    }

    /**
     * A number from {@code min} to {@code max}, both included, each equally likely.
     *
     * @throws IllegalArgumentException if {@code max} is below {@code min}, or the range has no size that a long holds
     */
    public long uniform(long min, long max) {
        if (max < min || max - min < 0 || max - min == Long.MAX_VALUE) {
            throw new IllegalArgumentException("no range: " + min + " to " + max);
        }
        return min + nextLong(max - min + 1);
    }

    /** A number from 0 inclusive to 1 exclusive. */
    public double nextDouble() {
        return (nextLong() >>> 11) * DOUBLE_UNIT;
    }

    /** True with this probability. */
    public boolean chance(double probability) {
        return nextDouble() < probability;
    }

    /** Exponentially distributed with this mean. */
    public double exponential(double mean) {
        return -mean * StrictMath.log(1 - nextDouble());
    }

    /** Normally distributed with mean 0 and standard deviation 1. */
    public double gaussian() {
        double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - nextDouble()));
        return radius * StrictMath.cos(2 * StrictMath.PI * nextDouble());
    }

    private static long mix(long value) {
        return SplitMix.mix(value);
    }
}

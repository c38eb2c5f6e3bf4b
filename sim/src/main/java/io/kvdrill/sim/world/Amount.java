package io.kvdrill.sim.world;

/** A number of tokens or turns, as a distribution. All numbers are at least 1. */
public sealed interface Amount {

    /** Always the same. */
    record Fixed(long value) implements Amount {}

    /** Anything from {@code min} to {@code max}, both included, equally likely. */
    record Uniform(long min, long max) implements Amount {}

    /** Log-normal, given by its median and its 99th percentile, and never more than four times the latter. */
    record LogNormal(long median, long p99) implements Amount {
        /** How far above the 99th percentile a sample may lie, as a factor. */
        public static final int MOST_TIMES_P99 = 4;
    }

    /** Always {@code value}. */
    static Amount fixed(long value) {
        return new Fixed(value);
    }

    /** The largest number that it can give. */
    default long most() {
        if (this instanceof Fixed fixed) {
            return fixed.value();
        } else if (this instanceof Uniform uniform) {
            return uniform.max();
        }
        long p99 = ((LogNormal) this).p99();
        return p99 > Long.MAX_VALUE / LogNormal.MOST_TIMES_P99 ? Long.MAX_VALUE : p99 * LogNormal.MOST_TIMES_P99;
    }
}

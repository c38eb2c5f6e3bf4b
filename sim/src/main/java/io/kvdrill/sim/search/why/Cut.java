package io.kvdrill.sim.search.why;

/**
 * How many futures from a moment on fail.
 *
 * @param atNanos everything before this instant is as in the failing run
 * @param futures how many were run
 * @param failed in how many of them the law breaks
 */
public record Cut(long atNanos, int futures, int failed) {
    /** The two-sided 95 % quantile of the standard normal distribution. */
    private static final double Z = 1.959963984540054;

    /** The share that failed. */
    public double share() {
        return (double) failed / futures;
    }

    /** The lower end of Wilson's 95 % interval of the likelihood. */
    public double low() {
        return Math.max(0, centre() - halfWidth());
    }

    /** The upper end. */
    public double high() {
        return Math.min(1, centre() + halfWidth());
    }

    private double centre() {
        return (share() + Z * Z / (2 * futures)) / (1 + Z * Z / futures);
    }

    private double halfWidth() {
        double variance = share() * (1 - share()) / futures + Z * Z / (4.0 * futures * futures);
        return Z / (1 + Z * Z / futures) * StrictMath.sqrt(variance);
    }
}

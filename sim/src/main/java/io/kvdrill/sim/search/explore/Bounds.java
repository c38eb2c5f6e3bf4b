package io.kvdrill.sim.search.explore;

/**
 * How far an exploration goes.
 *
 * @param faults how many of the faults whose moment is open may strike in one run
 * @param late how often in one run time may pass although something else could happen
 * @param deviations how many choices of one run may differ from what comes first of itself; {@link #ANY} for no bound
 * @param depth how many transitions a run may have
 * @param states how many states may be visited
 */
public record Bounds(int faults, int late, int deviations, int depth, long states) {
    /** No bound. */
    public static final int ANY = Integer.MAX_VALUE;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if one is negative, or nothing could be visited
     */
    public Bounds {
        if (faults < 0 || late < 0 || deviations < 0 || depth < 1 || states < 1) {
            throw new IllegalArgumentException("bounds must not be negative: " + faults + " faults, " + late
                    + " times late, " + deviations + " deviations, depth " + depth + ", " + states + " states");
        }
    }

    /** One fault, twice late, in any order. */
    public static Bounds standard() {
        return new Bounds(1, 2, ANY, 2_000, 2_000_000);
    }

    /** These bounds, with another number of deviations. */
    public Bounds deviating(int most) {
        return new Bounds(faults, late, most, depth, states);
    }
}

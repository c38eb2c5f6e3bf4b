package io.kvdrill.core.numbers;

import java.util.List;

/**
 * Quantiles by nearest rank: the smallest of the numbers that so large a part of them does not exceed. It is always one of
 * the numbers; of an even count the median is the lower of the two in the middle. In ten-thousandths, so that no rounding
 * decides.
 */
public final class Quantile {
    /** The median. */
    public static final int MEDIAN = 5_000;

    /** The 99th percentile. */
    public static final int P99 = 9_900;

    /** The largest. */
    public static final int MAX = 10_000;

    private Quantile() {}

    /**
     * A quantile.
     *
     * @param sorted the numbers, the smallest first; at least one
     * @param perTenThousand which part of them it must not be exceeded by, from 1 to {@link #MAX}
     * @throws IllegalArgumentException if there is no number, or no such part
     */
    public static long ofSorted(List<Long> sorted, int perTenThousand) {
        if (sorted.isEmpty() || perTenThousand < 1 || perTenThousand > MAX) {
            throw new IllegalArgumentException(
                    "no quantile " + perTenThousand + "/" + MAX + " of " + sorted.size() + " numbers");
        }
        long rank = (sorted.size() * (long) perTenThousand + MAX - 1) / MAX;
        return sorted.get((int) rank - 1);
    }
}

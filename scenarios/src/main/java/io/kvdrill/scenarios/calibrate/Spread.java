package io.kvdrill.scenarios.calibrate;

import io.kvdrill.scenarios.format.unit.Texts;
import java.util.ArrayList;
import java.util.List;

/**
 * How something that was measured many times is spread, in nanoseconds.
 *
 * @param count how often
 */
public record Spread(int count, long minNanos, long medianNanos, long p99Nanos, long maxNanos) {

    /**
     * That of samples; percentiles are those of the nearest rank.
     *
     * @throws IllegalArgumentException if there are none
     */
    public static Spread of(List<Long> nanos) {
        if (nanos.isEmpty()) {
            throw new IllegalArgumentException("nothing was measured");
        }
        List<Long> sorted = new ArrayList<>(nanos);
        sorted.sort(null);
        int count = sorted.size();
        return new Spread(
                count,
                sorted.get(0),
                sorted.get((count - 1) / 2),
                sorted.get((int) Math.ceil(count * 0.99) - 1),
                sorted.get(count - 1));
    }

    /** For people: {@code 1,000 times; shortest 70us, median 84us, 99th percentile 118us, longest 1.2ms}. */
    @Override
    public String toString() {
        return Texts.count(count) + (count == 1 ? " time" : " times") + "; shortest " + text(minNanos) + ", median "
                + text(medianNanos) + ", 99th percentile " + text(p99Nanos) + ", longest " + text(maxNanos);
    }

    /** A length of time without digits that were not measured. */
    static String text(long nanos) {
        return Texts.duration(rounded(nanos));
    }

    /** Three digits that count. */
    static long rounded(long value) {
        long unit = 1;
        while (value / unit >= 1_000) {
            unit *= 10;
        }
        return (value + unit / 2) / unit * unit;
    }
}

package io.kvdrill.reports.json;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How variants of a scenario compare. The same comparison gives the same report, byte for byte. Component names in snake
 * case are the field names of {@code comparison.json}.
 *
 * @param reportVersion {@link #VERSION}
 * @param scenario its name, with the case
 * @param version of kvdrill
 * @param paired whether the variants met the same seeds
 * @param firstSeed the first seed
 * @param seeds how many each variant met
 * @param variants the variants; the first is what the others are compared with
 * @param differences for each other variant and metric, how it differs from the first
 * @param laws for each law that any variant broke, in how many runs of each variant
 * @param notMeasured metrics that no run had anything for
 */
public record ComparisonReport(
        int reportVersion,
        String scenario,
        String version,
        boolean paired,
        long firstSeed,
        int seeds,
        List<Variant> variants,
        List<Difference> differences,
        List<Law> laws,
        List<String> notMeasured) {

    /** The version of the format; it grows when a field goes or changes its meaning, not when one is added. */
    public static final int VERSION = 1;

    /** What the file says that it is. */
    public static final String SCHEMA = "urn:kvdrill:comparison:" + VERSION;

    /** Keeps immutable copies. */
    public ComparisonReport {
        variants = List.copyOf(variants);
        differences = List.copyOf(differences);
        laws = List.copyOf(laws);
        notMeasured = List.copyOf(notMeasured);
    }

    /**
     * A variant.
     *
     * @param name what it is called
     * @param words its profile and settings
     * @param again the command that runs its first seed
     */
    public record Variant(String name, String words, String again) {}

    /**
     * How a variant differs from the first in a metric.
     *
     * @param variant the variant
     * @param metric the metric
     * @param unit its unit
     * @param about what it is
     * @param runs pairs of runs, or runs of each variant, that had something to measure
     * @param mean of the first variant
     * @param variantMean of this one
     * @param difference this one's mean minus the first's
     * @param low from where the difference lies, with 95 % confidence
     * @param high to where it lies; null with {@code low} where there are too few runs to say
     * @param distinguishable whether it is no chance, with 95 % confidence for all metrics of this variant together
     */
    public record Difference(
            String variant,
            String metric,
            String unit,
            String about,
            int runs,
            double mean,
            double variantMean,
            double difference,
            @Nullable Double low,
            @Nullable Double high,
            boolean distinguishable) {}

    /**
     * A law that broke.
     *
     * @param law its code
     * @param runs in how many runs of each variant, in their order
     */
    public record Law(String law, List<Integer> runs) {
        /** Keeps an immutable copy. */
        public Law {
            runs = List.copyOf(runs);
        }
    }
}

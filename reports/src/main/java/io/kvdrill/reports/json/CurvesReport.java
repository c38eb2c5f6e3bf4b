package io.kvdrill.reports.json;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How variants of a scenario do while one or two of its values change. The same comparison gives the same report, byte
 * for byte. Component names in snake case are the field names of the file.
 *
 * @param reportVersion {@link #VERSION}
 * @param scenario its name, with the case
 * @param paired whether the variants met the same seeds
 * @param firstSeed the first seed
 * @param seeds how many each variant met at each point
 * @param axes one or two
 * @param variants the variants; the first is what the others are compared with
 * @param metrics what was measured
 * @param points one for each combination of the axes' values, the last axis fastest
 * @param findings what the numbers say, in sentences: where a variant is better, and where lines cross
 */
public record CurvesReport(
        int reportVersion,
        String scenario,
        boolean paired,
        long firstSeed,
        int seeds,
        List<Axis> axes,
        List<ComparisonReport.Variant> variants,
        List<Measure> metrics,
        List<Point> points,
        List<String> findings) {

    /** The version of the format; it grows when a field goes or changes its meaning, not when one is added. */
    public static final int VERSION = 1;

    /** What the file says that it is. */
    public static final String SCHEMA = "urn:kvdrill:curves:" + VERSION;

    static final String SCHEMA_NAME = "urn:kvdrill:curves:";

    /** Keeps immutable copies. */
    public CurvesReport {
        axes = List.copyOf(axes);
        variants = List.copyOf(variants);
        metrics = List.copyOf(metrics);
        points = List.copyOf(points);
        findings = List.copyOf(findings);
    }

    /**
     * What changes along an axis.
     *
     * @param path of the scenario or profile, or {@code case}
     * @param values as they were given
     * @param numbers the same as numbers of {@code unit}; empty where they are no numbers of one unit
     * @param unit of the numbers; empty for counts
     */
    public record Axis(String path, List<String> values, List<Double> numbers, String unit) {
        /** Keeps immutable copies. */
        public Axis {
            values = List.copyOf(values);
            numbers = List.copyOf(numbers);
        }

        /** Whether its values have places on a scale. */
        public boolean numeric() {
            return !numbers.isEmpty();
        }
    }

    /**
     * A metric.
     *
     * @param metric its word
     * @param unit its unit
     * @param about what it is
     */
    public record Measure(String metric, String unit, String about) {}

    /**
     * One combination of values.
     *
     * @param at places of the values, one for each axis, from 0
     * @param values of each variant and metric that had something to measure
     * @param differences of each other variant from the first
     * @param laws that broke, in how many runs of each variant
     */
    public record Point(
            List<Integer> at,
            List<Value> values,
            List<ComparisonReport.Difference> differences,
            List<ComparisonReport.Law> laws) {
        /** Keeps immutable copies. */
        public Point {
            at = List.copyOf(at);
            values = List.copyOf(values);
            differences = List.copyOf(differences);
            laws = List.copyOf(laws);
        }

        /** What a variant measured here, or null. */
        public @Nullable Value value(String variant, String metric) {
            return values.stream()
                    .filter(one -> one.variant().equals(variant) && one.metric().equals(metric))
                    .findFirst()
                    .orElse(null);
        }

        /** How a variant differs from the first here, or null. */
        public ComparisonReport.@Nullable Difference difference(String variant, String metric) {
            return differences.stream()
                    .filter(one -> one.variant().equals(variant) && one.metric().equals(metric))
                    .findFirst()
                    .orElse(null);
        }
    }

    /**
     * What a variant measured at a point.
     *
     * @param variant the variant
     * @param metric the metric
     * @param mean over the runs that had something to measure
     * @param low from where the mean lies, with 95 % confidence; null with {@code high} where there are too few runs
     * @param high to where it lies
     * @param runs the number of each run in the order of seeds; null where it had nothing to measure
     */
    public record Value(
            String variant,
            String metric,
            double mean,
            @Nullable Double low,
            @Nullable Double high,
            List<@Nullable Double> runs) {
        /** Keeps an immutable copy. */
        public Value {
            runs = Collections.unmodifiableList(new ArrayList<>(runs));
        }
    }

    /** The point at these places. */
    public Point point(List<Integer> at) {
        return points.stream()
                .filter(one -> one.at().equals(at))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no point at " + at));
    }
}

package io.kvdrill.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What differs between two builds whose benchmarks were run in turns: {@code A1 B1 A2 B2 ...}. The ratio of two neighbours
 * is one sample, so that what else the machine does befalls both; a benchmark has moved if the 99 % interval of the mean
 * of the logarithms of these ratios leaves zero out.
 *
 * <pre>Moved A1.json B1.json A2.json B2.json ...</pre>
 */
public final class Moved {
    /** Student's t for 99 %, two-sided, by degrees of freedom from 1. */
    private static final double[] T = {63.66, 9.92, 5.84, 4.60, 4.03, 3.71, 3.50, 3.36, 3.25, 3.17};

    private Moved() {}

    /**
     * Prints each benchmark with its ratio, its interval, and whether it moved.
     *
     * @param args results in turns, two pairs at least
     * @throws IOException if a file cannot be read
     */
    public static void main(String[] args) throws IOException {
        Map<String, List<Double>> samples = new TreeMap<>();
        for (int i = 0; i + 1 < args.length; i += 2) {
            Map<String, Double> a = Scores.read(Path.of(args[i]));
            Map<String, Double> b = Scores.read(Path.of(args[i + 1]));
            a.forEach((name, score) -> {
                Double other = b.get(name);
                if (other != null && !name.endsWith(Scores.CLOCK) && !name.endsWith(Scores.BYTES)) {
                    samples.computeIfAbsent(name, any -> new ArrayList<>()).add(Math.log(other / score));
                }
            });
        }
        System.out.printf(Locale.ROOT, "%-78s %6s  %s%n", "", "B / A", "99 % interval");
        samples.forEach((name, logs) -> System.out.println(line(name, logs)));
    }

    static String line(String name, List<Double> logs) {
        double mean = logs.stream().mapToDouble(log -> log).average().orElse(Double.NaN);
        if (logs.size() < 2) {
            return String.format(Locale.ROOT, "%-78s %6.2f  one pair says nothing", name, Math.exp(mean));
        }
        double squares =
                logs.stream().mapToDouble(log -> (log - mean) * (log - mean)).sum();
        double error = Math.sqrt(squares / (logs.size() - 1) / logs.size());
        double half = T[Math.min(logs.size() - 2, T.length - 1)] * error;
        boolean moved = Math.abs(mean) > half;
        return String.format(
                Locale.ROOT,
                "%-78s %6.2f  %.2f to %.2f%s",
                name,
                Math.exp(mean),
                Math.exp(mean - half),
                Math.exp(mean + half),
                moved ? (mean < 0 ? "  faster" : "  slower") : "");
    }
}

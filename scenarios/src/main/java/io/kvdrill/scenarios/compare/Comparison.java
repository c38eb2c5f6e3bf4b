package io.kvdrill.scenarios.compare;

import io.kvdrill.reports.json.ComparisonReport;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.scenarios.hosted.Trials;
import io.kvdrill.scenarios.run.Reports;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.run.Version;
import io.kvdrill.sim.run.RunResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Runs variants over seeds and compares each with the first. The result does not depend on the number of threads.
 *
 * <p>Pairs of runs of one seed are compared with each other, where both had something to measure; without pairing each
 * variant meets seeds of its own, and samples are compared.
 */
public final class Comparison {
    private static final int FEWEST_FOR_AN_INTERVAL = 5;
    /** Where the chance of the statistics begins; any number would do. */
    private static final long CHANCE = 20_261_130;

    /**
     * What is compared, and how.
     *
     * @param variants at least two
     * @param metrics which metrics
     * @param firstSeed the first seed
     * @param seeds how many each variant meets; at least one
     * @param paired whether all meet the same seeds
     * @param jobs threads
     * @param counted names of the requests that count where metrics are about requests
     */
    public record Plan(
            List<Variant> variants,
            List<Metric> metrics,
            long firstSeed,
            int seeds,
            boolean paired,
            int jobs,
            Pattern counted) {
        /** Of everything. */
        public static final Pattern ALL = Pattern.compile(".*");

        /** A plan in which all requests count. */
        public Plan(List<Variant> variants, List<Metric> metrics, long firstSeed, int seeds, boolean paired, int jobs) {
            this(variants, metrics, firstSeed, seeds, paired, jobs, ALL);
        }

        /** Keeps immutable copies. */
        public Plan {
            variants = List.copyOf(variants);
            metrics = List.copyOf(metrics);
        }

        /** How many runs that makes. */
        public int runs() {
            return variants.size() * seeds;
        }
    }

    /** One run, measured. */
    record Measured(Map<Metric, Double> numbers, List<String> laws) {}

    /** A difference, and how likely one as large would be by chance. */
    record Compared(ComparisonReport.Difference difference, double likelihood) {}

    private final Plan plan;
    private final Trials trials;

    /** A comparison of runs that these trials make, on several threads at a time. */
    public Comparison(Plan plan, Trials trials) {
        this.plan = plan;
        this.trials = trials;
    }

    /**
     * Makes the runs and compares them.
     *
     * @param progress is told how many runs are made
     */
    public ComparisonReport run(IntConsumer progress) {
        List<List<Measured>> measured = measure(progress);
        List<ComparisonReport.Difference> differences = new ArrayList<>();
        for (int i = 1; i < plan.variants().size(); i++) {
            differences.addAll(judged(compared(measured, i)));
        }
        List<String> notMeasured = plan.metrics().stream()
                .filter(metric ->
                        differences.stream().noneMatch(one -> one.metric().equals(metric.word())))
                .map(Metric::word)
                .toList();
        return new ComparisonReport(
                ComparisonReport.VERSION,
                plan.variants().get(0).runCase().scenario().name(),
                Version.text(),
                plan.paired(),
                plan.firstSeed(),
                plan.seeds(),
                plan.variants().stream()
                        .map(variant -> new ComparisonReport.Variant(
                                variant.name(),
                                variant.words(),
                                variant.with(plan.firstSeed()).again()))
                        .toList(),
                differences,
                laws(measured),
                notMeasured);
    }

    /** The names of the requests of one run: the first variant's, with the first seed. */
    public List<String> requestsOfFirstRun() {
        RunCase runCase = plan.variants().get(0).with(plan.firstSeed());
        RunResult result =
                trials.of(runCase.scenario()).runKeepingTrace(runCase.world(), runCase.profile(), runCase.seed());
        return Reports.of(runCase, result).requests().stream()
                .map(RunReport.Request::request)
                .toList();
    }

    // ---- runs ----------------------------------------------------------------------------------------------------

    /** What each variant measured, seed by seed. */
    List<List<Measured>> measure(IntConsumer progress) {
        ExecutorService threads = Executors.newFixedThreadPool(plan.jobs());
        try {
            List<List<Future<Measured>>> futures = new ArrayList<>();
            for (int i = 0; i < plan.variants().size(); i++) {
                long first = plan.firstSeed() + (plan.paired() ? 0 : (long) i * plan.seeds());
                List<Future<Measured>> ofVariant = new ArrayList<>();
                for (int k = 0; k < plan.seeds(); k++) {
                    RunCase runCase = plan.variants().get(i).with(first + k);
                    Callable<Measured> task = () -> measured(runCase);
                    ofVariant.add(threads.submit(task));
                }
                futures.add(ofVariant);
            }
            int made = 0;
            List<List<Measured>> all = new ArrayList<>();
            for (List<Future<Measured>> ofVariant : futures) {
                List<Measured> runs = new ArrayList<>();
                for (Future<Measured> future : ofVariant) {
                    runs.add(future.get());
                    progress.accept(++made);
                }
                all.add(runs);
            }
            return all;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the comparison was interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException("a run ended in an error: " + e.getCause(), e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private Measured measured(RunCase runCase) {
        RunResult result =
                trials.of(runCase.scenario()).runKeepingTrace(runCase.world(), runCase.profile(), runCase.seed());
        RunReport report = Reports.of(runCase, result);
        MeasuredRun run = MeasuredRun.of(report, plan.counted(), result.trace().stored());
        Map<Metric, Double> numbers = new EnumMap<>(Metric.class);
        plan.metrics().forEach(metric -> numbers.put(metric, metric.of(run)));
        return new Measured(numbers, report.brokenLaws());
    }

    // ---- differences ---------------------------------------------------------------------------------------------

    /** How a variant differs from the first, metric by metric; none where there was nothing to measure. */
    List<Compared> compared(List<List<Measured>> measured, int variant) {
        List<Compared> found = new ArrayList<>();
        List<Measured> first = measured.get(0);
        List<Measured> other = measured.get(variant);
        for (Metric metric : plan.metrics()) {
            List<Double> ofFirst = new ArrayList<>();
            List<Double> ofOther = new ArrayList<>();
            for (int i = 0; i < first.size(); i++) {
                double one = first.get(i).numbers().getOrDefault(metric, Double.NaN);
                double another = other.get(i).numbers().getOrDefault(metric, Double.NaN);
                boolean bothOrUnpaired = !plan.paired() || (!Double.isNaN(one) && !Double.isNaN(another));
                if (bothOrUnpaired && !Double.isNaN(one)) {
                    ofFirst.add(one);
                }
                if (bothOrUnpaired && !Double.isNaN(another)) {
                    ofOther.add(another);
                }
            }
            if (!ofFirst.isEmpty() && !ofOther.isEmpty()) {
                Sample a = sample(ofOther);
                Sample b = sample(ofFirst);
                String name = plan.variants().get(variant).name();
                found.add(new Compared(difference(name, metric, a, b), likelihood(a, b)));
            }
        }
        return found;
    }

    /** Marks those that are no chance, with 95 % confidence for all of them together. */
    static List<ComparisonReport.Difference> judged(List<Compared> found) {
        boolean[] significant = Holm.significant(
                found.stream().mapToDouble(Compared::likelihood).toArray());
        List<ComparisonReport.Difference> judged = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            judged.add(judged(found.get(i).difference(), significant[i]));
        }
        return judged;
    }

    /** The 95 % interval of a mean; null where there are too few numbers to say. */
    static @Nullable Interval interval(Sample sample) {
        return sample.size() < FEWEST_FOR_AN_INTERVAL ? null : new Bootstrap(CHANCE).ofMean(sample);
    }

    static Sample sample(List<Double> values) {
        return new Sample(values.stream().mapToDouble(value -> value).toArray());
    }

    /** Pairs that all differ by the same are no chance if there are several; one pair says nothing of chance. */
    private double likelihood(Sample a, Sample b) {
        Permutation permutation = new Permutation(CHANCE);
        return plan.paired() ? permutation.ofPairs(a.minus(b)) : permutation.ofSamples(a, b);
    }

    private ComparisonReport.Difference difference(String name, Metric metric, Sample a, Sample b) {
        Bootstrap bootstrap = new Bootstrap(CHANCE);
        boolean enough = Math.min(a.size(), b.size()) >= FEWEST_FOR_AN_INTERVAL;
        Interval interval = plan.paired() ? bootstrap.ofMean(a.minus(b)) : bootstrap.ofDifference(a, b);
        return new ComparisonReport.Difference(
                name,
                metric.word(),
                metric.unit(),
                metric.about(),
                Math.min(a.size(), b.size()),
                b.mean(),
                a.mean(),
                a.mean() - b.mean(),
                enough ? interval.low() : null,
                enough ? interval.high() : null,
                false);
    }

    private static ComparisonReport.Difference judged(ComparisonReport.Difference one, boolean distinguishable) {
        return new ComparisonReport.Difference(
                one.variant(),
                one.metric(),
                one.unit(),
                one.about(),
                one.runs(),
                one.mean(),
                one.variantMean(),
                one.difference(),
                one.low(),
                one.high(),
                distinguishable);
    }

    /** Laws that broke, in how many runs of each variant. */
    static List<ComparisonReport.Law> laws(List<List<Measured>> measured) {
        Map<String, int[]> runs = new TreeMap<>();
        for (int i = 0; i < measured.size(); i++) {
            for (Measured run : measured.get(i)) {
                for (String law : run.laws()) {
                    runs.computeIfAbsent(law, first -> new int[measured.size()])[i]++;
                }
            }
        }
        return runs.entrySet().stream()
                .map(one -> new ComparisonReport.Law(
                        one.getKey(), Arrays.stream(one.getValue()).boxed().toList()))
                .toList();
    }
}

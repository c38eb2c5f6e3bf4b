package io.kvdrill.scenarios.compare;

import io.kvdrill.reports.json.ComparisonReport;
import io.kvdrill.reports.json.CurvesReport;
import io.kvdrill.scenarios.hosted.Trials;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs variants at every point of one or two axes, over the same seeds, and says where they differ and where their lines
 * cross. The result does not depend on the number of threads.
 *
 * <p>A difference is marked if it is no chance with 95 % confidence for all metrics and points of its variant together.
 */
public final class Curves {
    /** Numbers are stored to so many digits, so that the last bit of a mean moves nothing. */
    private static final MathContext STORED = new MathContext(7, RoundingMode.HALF_UP);

    private final Points points;
    private final Comparison.Plan plan;
    private final Trials trials;

    /**
     * Curves of runs that these trials make.
     *
     * @param points where to run
     * @param plan how to; its variants do not count
     */
    public Curves(Points points, Comparison.Plan plan, Trials trials) {
        this.points = points;
        this.plan = plan;
        this.trials = trials;
    }

    private record PointRuns(Points.Point point, Comparison comparison, List<List<Comparison.Measured>> measured) {}

    /** How many runs that makes. */
    public int runs() {
        return points.all().size() * points.all().get(0).variants().size() * plan.seeds();
    }

    /**
     * Makes the runs and compares them.
     *
     * @param progress is told how many runs are made
     */
    public CurvesReport run(IntConsumer progress) {
        List<PointRuns> all = new ArrayList<>();
        int made = 0;
        for (Points.Point point : points.all()) {
            Comparison comparison = new Comparison(planOf(point), trials);
            int before = made;
            all.add(new PointRuns(point, comparison, comparison.measure(count -> progress.accept(before + count))));
            made += planOf(point).runs();
        }
        List<Variant> variants = points.all().get(0).variants();
        List<List<ComparisonReport.Difference>> differences = new ArrayList<>();
        all.forEach(one -> differences.add(new ArrayList<>()));
        for (int i = 1; i < variants.size(); i++) {
            judge(all, i, differences);
        }
        List<CurvesReport.Point> reported = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            PointRuns one = all.get(i);
            reported.add(new CurvesReport.Point(
                    one.point().at(), values(one), differences.get(i), Comparison.laws(one.measured())));
        }
        List<CurvesReport.Measure> measures = plan.metrics().stream()
                .map(metric -> new CurvesReport.Measure(metric.word(), metric.unit(), metric.about()))
                .toList();
        CurvesReport report = new CurvesReport(
                CurvesReport.VERSION,
                variants.get(0).runCase().scenario().name(),
                plan.paired(),
                plan.firstSeed(),
                plan.seeds(),
                points.axes().stream().map(Axis::reported).toList(),
                variants.stream()
                        .map(variant -> new ComparisonReport.Variant(
                                variant.name(),
                                variant.words(),
                                variant.with(plan.firstSeed()).again()))
                        .toList(),
                measures,
                reported,
                List.of());
        return Crossings.stated(report);
    }

    private Comparison.Plan planOf(Points.Point point) {
        return new Comparison.Plan(
                point.variants(),
                plan.metrics(),
                plan.firstSeed(),
                plan.seeds(),
                plan.paired(),
                plan.jobs(),
                plan.counted());
    }

    private static void judge(List<PointRuns> all, int variant, List<List<ComparisonReport.Difference>> differences) {
        List<Comparison.Compared> compared = new ArrayList<>();
        List<Integer> pointOf = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            List<Comparison.Compared> here =
                    all.get(i).comparison().compared(all.get(i).measured(), variant);
            compared.addAll(here);
            for (int k = 0; k < here.size(); k++) {
                pointOf.add(i);
            }
        }
        List<ComparisonReport.Difference> judged = Comparison.judged(compared);
        for (int i = 0; i < judged.size(); i++) {
            differences.get(pointOf.get(i)).add(rounded(judged.get(i)));
        }
    }

    private List<CurvesReport.Value> values(PointRuns one) {
        List<CurvesReport.Value> values = new ArrayList<>();
        for (int i = 0; i < one.point().variants().size(); i++) {
            for (Metric metric : plan.metrics()) {
                List<@Nullable Double> runs = new ArrayList<>();
                List<Double> numbers = new ArrayList<>();
                for (Comparison.Measured measured : one.measured().get(i)) {
                    double number = measured.numbers().getOrDefault(metric, Double.NaN);
                    runs.add(Double.isNaN(number) ? null : rounded(number));
                    if (!Double.isNaN(number)) {
                        numbers.add(number);
                    }
                }
                if (!numbers.isEmpty()) {
                    values.add(value(one.point().variants().get(i).name(), metric, numbers, runs));
                }
            }
        }
        return values;
    }

    private static CurvesReport.Value value(
            String variant, Metric metric, List<Double> numbers, List<@Nullable Double> runs) {
        Sample sample = Comparison.sample(numbers);
        Interval interval = Comparison.interval(sample);
        return new CurvesReport.Value(
                variant,
                metric.word(),
                rounded(sample.mean()),
                interval == null ? null : Double.valueOf(rounded(interval.low())),
                interval == null ? null : Double.valueOf(rounded(interval.high())),
                runs);
    }

    private static ComparisonReport.Difference rounded(ComparisonReport.Difference one) {
        Double low = one.low();
        Double high = one.high();
        return new ComparisonReport.Difference(
                one.variant(),
                one.metric(),
                one.unit(),
                one.about(),
                one.runs(),
                rounded(one.mean()),
                rounded(one.variantMean()),
                rounded(one.difference()),
                low == null ? null : Double.valueOf(rounded(low)),
                high == null ? null : Double.valueOf(rounded(high)),
                one.distinguishable());
    }

    static double rounded(double number) {
        return BigDecimal.valueOf(number).round(STORED).doubleValue();
    }
}

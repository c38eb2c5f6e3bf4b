package io.kvdrill.scenarios.compare;

import io.kvdrill.reports.json.ComparisonReport;
import io.kvdrill.reports.json.CurvesReport;
import io.kvdrill.reports.json.CurvesReport.Axis;
import java.util.ArrayList;
import java.util.List;

/**
 * What curves say, in sentences: along the first axis, from where to where a variant is higher or lower than the first one,
 * and where their lines cross. Only differences that can be told from chance count.
 */
final class Crossings {
    private final CurvesReport report;

    private Crossings(CurvesReport report) {
        this.report = report;
    }

    /** The report with its findings. */
    static CurvesReport stated(CurvesReport report) {
        return new CurvesReport(
                report.reportVersion(),
                report.scenario(),
                report.paired(),
                report.firstSeed(),
                report.seeds(),
                report.axes(),
                report.variants(),
                report.metrics(),
                report.points(),
                new Crossings(report).findings());
    }

    private List<String> findings() {
        List<String> findings = new ArrayList<>();
        for (ComparisonReport.Variant variant :
                report.variants().subList(1, report.variants().size())) {
            for (CurvesReport.Measure measure : report.metrics()) {
                if (report.axes().size() == 1) {
                    findings.add(finding(variant.name(), measure, "", List.of()));
                } else {
                    Axis other = report.axes().get(1);
                    for (int i = 0; i < other.values().size(); i++) {
                        String where =
                                " at " + other.path() + " " + other.values().get(i);
                        findings.add(finding(variant.name(), measure, where, List.of(i)));
                    }
                }
            }
        }
        findings.removeIf(String::isEmpty);
        return findings;
    }

    /** Places on the first axis that follow each other and whose differences have the same sign. */
    private record Stretch(int sign, int first, int last) {}

    private String finding(String variant, CurvesReport.Measure measure, String where, List<Integer> rest) {
        Axis axis = report.axes().get(0);
        List<Double> differences = new ArrayList<>();
        List<Stretch> stretches = new ArrayList<>();
        for (int i = 0; i < axis.values().size(); i++) {
            List<Integer> at = new ArrayList<>(List.of(i));
            at.addAll(rest);
            ComparisonReport.Difference one = report.point(at).difference(variant, measure.metric());
            differences.add(one == null ? Double.NaN : one.difference());
            int sign = one == null || !one.distinguishable() ? 0 : one.difference() > 0 ? 1 : -1;
            Stretch before = stretches.isEmpty() ? null : stretches.get(stretches.size() - 1);
            if (before != null && before.sign() == sign) {
                stretches.set(stretches.size() - 1, new Stretch(sign, before.first(), i));
            } else {
                stretches.add(new Stretch(sign, i, i));
            }
        }
        if (differences.stream().allMatch(one -> Double.isNaN(one))) {
            return "";
        }
        String first = report.variants().get(0).name();
        List<String> parts = new ArrayList<>();
        for (Stretch stretch : stretches) {
            String how = stretch.sign() == 0
                    ? "cannot be told from"
                    : stretch.sign() > 0 ? "is higher than" : "is lower than";
            parts.add(how + " " + first + " " + range(axis, stretch));
        }
        String text = measure.metric() + where + ": " + variant + " " + String.join(", ", parts);
        String crossing = crossing(axis, stretches, differences);
        return text + (crossing.isEmpty() ? "" : "; " + crossing) + ".";
    }

    private static String range(Axis axis, Stretch stretch) {
        boolean all = stretch.first() == 0 && stretch.last() == axis.values().size() - 1;
        if (all) {
            return "at every value of " + axis.path();
        }
        String from = axis.values().get(stretch.first());
        return stretch.first() == stretch.last()
                ? "at " + from
                : axis.numeric()
                        ? "from " + from + " to " + axis.values().get(stretch.last())
                        : "at " + String.join(" and ", axis.values().subList(stretch.first(), stretch.last() + 1));
    }

    /** Where the sign turns, if it does: between the last value on one side and the first on the other. */
    private static String crossing(Axis axis, List<Stretch> stretches, List<Double> differences) {
        if (!axis.numeric()) {
            return "";
        }
        List<String> crossings = new ArrayList<>();
        Stretch before = null;
        for (Stretch stretch : stretches) {
            if (stretch.sign() == 0) {
                continue;
            }
            if (before != null && before.sign() != stretch.sign()) {
                crossings.add("the lines cross between " + axis.values().get(before.last()) + " and "
                        + axis.values().get(stretch.first())
                        + interpolated(axis, before.last(), stretch.first(), differences));
            }
            before = stretch;
        }
        return String.join("; ", crossings);
    }

    private static String interpolated(Axis axis, int from, int to, List<Double> differences) {
        for (int i = from; i < to; i++) {
            double here = differences.get(i);
            double next = differences.get(i + 1);
            if (!Double.isNaN(here) && !Double.isNaN(next) && here * next < 0) {
                double share = here / (here - next);
                double low = axis.numbers().get(i);
                double crossing = low + share * (axis.numbers().get(i + 1) - low);
                String unit = axis.unit().isEmpty() ? "" : " " + axis.unit();
                return ", on a straight line between means at " + ComparisonText.number(crossing) + unit;
            }
        }
        return "";
    }
}

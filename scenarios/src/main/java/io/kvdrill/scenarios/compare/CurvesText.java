package io.kvdrill.scenarios.compare;

import io.kvdrill.reports.json.ComparisonReport;
import io.kvdrill.reports.json.CurvesReport;
import io.kvdrill.reports.json.CurvesReport.Axis;
import io.kvdrill.reports.json.CurvesReport.Measure;
import io.kvdrill.reports.json.CurvesReport.Point;
import io.kvdrill.reports.json.CurvesReport.Value;
import io.kvdrill.scenarios.explain.Wrap;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Curves in words, for a terminal and for a page of Markdown. */
public final class CurvesText {
    private static final int FIRST = 24;
    private static final int OTHER = 13;

    private final CurvesReport report;

    private CurvesText(CurvesReport report) {
        this.report = report;
    }

    /** Plain text, ending in a line end: a table for each metric, then what the numbers say. */
    public static String plain(CurvesReport report) {
        return new CurvesText(report).plain();
    }

    /** Markdown with a table for each metric, ending in a line end. */
    public static String markdown(CurvesReport report) {
        return new CurvesText(report).markdown();
    }

    private String how() {
        String seeds = report.seeds() + (report.seeds() == 1 ? " seed" : " seeds");
        return report.paired() ? "the same " + seeds + " at every point" : seeds + " each, not paired";
    }

    private String plain() {
        StringBuilder text = new StringBuilder();
        text.append(Wrap.words(report.scenario() + ", " + how(), "", "  "));
        for (Measure measure : measured()) {
            text.append('\n').append(Wrap.words(measure.metric() + " (" + measure.unit() + ")", "", "  "));
            StringBuilder head = new StringBuilder(String.format(Locale.ROOT, "  %-" + FIRST + "s", ""));
            report.variants()
                    .forEach(variant -> head.append(String.format(Locale.ROOT, " %" + OTHER + "s", variant.name())));
            text.append(head.toString().stripTrailing()).append('\n');
            for (Point point : report.points()) {
                StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "  %-" + FIRST + "s", label(point)));
                for (ComparisonReport.Variant variant : report.variants()) {
                    line.append(String.format(Locale.ROOT, " %" + OTHER + "s", cell(point, variant, measure, "*")));
                }
                text.append(line.toString().stripTrailing()).append('\n');
            }
        }
        if (!report.findings().isEmpty()) {
            text.append('\n');
            report.findings().forEach(finding -> text.append(Wrap.words(finding, "", "  ")));
        }
        if (report.variants().size() > 1) {
            text.append(Wrap.words(
                    "* differs from " + report.variants().get(0).name()
                            + ", no chance with 95 % confidence for all metrics and points together",
                    "",
                    "  "));
        }
        return text.toString();
    }

    private List<Measure> measured() {
        return report.metrics().stream()
                .filter(measure -> report.points().stream()
                        .anyMatch(point -> point.values().stream()
                                .anyMatch(value -> value.metric().equals(measure.metric()))))
                .toList();
    }

    private String label(Point point) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < point.at().size(); i++) {
            parts.add(report.axes().get(i).values().get(point.at().get(i)));
        }
        return String.join(" ", parts);
    }

    private static String cell(Point point, ComparisonReport.Variant variant, Measure measure, String mark) {
        Value value = point.value(variant.name(), measure.metric());
        if (value == null) {
            return "-";
        }
        ComparisonReport.Difference difference = point.difference(variant.name(), measure.metric());
        boolean told = difference != null && difference.distinguishable();
        return ComparisonText.number(value.mean()) + (told ? mark : "");
    }

    private String markdown() {
        StringBuilder text = new StringBuilder();
        text.append("### ")
                .append(report.scenario())
                .append("\n\n")
                .append(how())
                .append("\n\n");
        for (ComparisonReport.Variant variant : report.variants()) {
            text.append("- **")
                    .append(variant.name())
                    .append("**: `")
                    .append(variant.words())
                    .append("`\n");
        }
        for (Measure measure : measured()) {
            text.append("\n`")
                    .append(measure.metric())
                    .append("` (")
                    .append(measure.unit())
                    .append("): ");
            text.append(measure.about()).append("\n\n|");
            report.axes().forEach(axis -> text.append(' ').append(axis.path()).append(" |"));
            for (int i = 0; i < report.variants().size(); i++) {
                text.append(' ').append(report.variants().get(i).name()).append(" |");
                text.append(i == 0 ? "" : " difference, 95 % |");
            }
            text.append("\n|").append("---|".repeat(report.axes().size()));
            text.append("---:|".repeat(2 * report.variants().size() - 1)).append('\n');
            for (Point point : report.points()) {
                text.append('|');
                for (int i = 0; i < point.at().size(); i++) {
                    Axis axis = report.axes().get(i);
                    text.append(' ')
                            .append(axis.values().get(point.at().get(i)))
                            .append(" |");
                }
                for (int i = 0; i < report.variants().size(); i++) {
                    ComparisonReport.Variant variant = report.variants().get(i);
                    text.append(' ').append(cell(point, variant, measure, "")).append(" |");
                    text.append(i == 0 ? "" : " " + difference(point, variant, measure) + " |");
                }
                text.append('\n');
            }
        }
        text.append(laws());
        if (!report.findings().isEmpty()) {
            text.append('\n');
            report.findings()
                    .forEach(finding -> text.append("- ").append(finding).append('\n'));
        }
        return text.toString();
    }

    private static String difference(Point point, ComparisonReport.Variant variant, Measure measure) {
        ComparisonReport.Difference one = point.difference(variant.name(), measure.metric());
        if (one == null) {
            return "-";
        }
        Double low = one.low();
        Double high = one.high();
        String interval = low == null || high == null
                ? ""
                : low.equals(high) ? ", always" : ", " + signed(low) + " to " + signed(high);
        return one.distinguishable()
                ? "**" + signed(one.difference()) + "**" + interval
                : signed(one.difference()) + interval;
    }

    private static String signed(double value) {
        return (value > 0 ? "+" : "") + ComparisonText.number(value);
    }

    private String laws() {
        StringBuilder text = new StringBuilder();
        for (Point point : report.points()) {
            for (ComparisonReport.Law law : point.laws()) {
                List<String> parts = new ArrayList<>();
                for (int i = 0; i < law.runs().size(); i++) {
                    if (law.runs().get(i) > 0) {
                        parts.add(report.variants().get(i).name() + " in "
                                + law.runs().get(i) + " of " + report.seeds());
                    }
                }
                text.append("- ")
                        .append(label(point))
                        .append(": ")
                        .append(law.law())
                        .append(" breaks: ");
                text.append(String.join(", ", parts)).append('\n');
            }
        }
        return text.isEmpty() ? "" : "\nLaws that broke:\n\n" + text;
    }
}

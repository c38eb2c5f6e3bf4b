package io.kvdrill.scenarios.compare;

import io.kvdrill.reports.json.ComparisonReport;
import io.kvdrill.scenarios.explain.Wrap;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A comparison in words, for a terminal and for a pull request. */
public final class ComparisonText {
    private static final int DIGITS = 4;

    private final ComparisonReport report;

    private ComparisonText(ComparisonReport report) {
        this.report = report;
    }

    /** Plain text of at most 80 columns, ending in a line end. */
    public static String plain(ComparisonReport report) {
        return new ComparisonText(report).plain();
    }

    /** A Markdown section with a table, ending in a line end. */
    public static String markdown(ComparisonReport report) {
        return new ComparisonText(report).markdown();
    }

    private String first() {
        return report.variants().get(0).name();
    }

    private String how() {
        String seeds = report.seeds() + (report.seeds() == 1 ? " seed" : " seeds");
        return report.paired() ? "the same " + seeds + " each" : seeds + " each, not paired";
    }

    private String plain() {
        StringBuilder text = new StringBuilder();
        text.append(Wrap.words(report.scenario() + ", " + how(), "", "  "));
        for (ComparisonReport.Variant variant :
                report.variants().subList(1, report.variants().size())) {
            text.append('\n').append(Wrap.words(variant.name() + " against " + first(), "", "  "));
            text.append(String.format(
                    Locale.ROOT,
                    "  %-20s %10s %10s %10s  %s%n",
                    "",
                    first(8),
                    shortened(variant.name(), 10),
                    "difference",
                    "95 % interval"));
            for (ComparisonReport.Difference one : of(variant)) {
                text.append(String.format(
                                Locale.ROOT,
                                "%s %-20s %10s %10s %10s  %s",
                                one.distinguishable() ? "*" : " ",
                                one.metric(),
                                number(one.mean()),
                                number(one.variantMean()),
                                signed(one.difference()),
                                interval(one))
                        .stripTrailing());
                text.append('\n');
            }
            text.append(Wrap.words(verdict(variant), "", "  "));
        }
        for (ComparisonReport.Law law : report.laws()) {
            text.append(Wrap.words(law(law), "", "  "));
        }
        if (!report.notMeasured().isEmpty()) {
            text.append(Wrap.words("nothing to measure: " + String.join(", ", report.notMeasured()), "", "  "));
        }
        return text.toString();
    }

    private String first(int width) {
        return shortened(first(), width + 2);
    }

    private static String shortened(String name, int width) {
        return name.length() <= width ? name : name.substring(0, width - 2) + "..";
    }

    private List<ComparisonReport.Difference> of(ComparisonReport.Variant variant) {
        return report.differences().stream()
                .filter(one -> one.variant().equals(variant.name()))
                .toList();
    }

    private String verdict(ComparisonReport.Variant variant) {
        List<ComparisonReport.Difference> all = of(variant);
        List<String> clear = all.stream()
                .filter(ComparisonReport.Difference::distinguishable)
                .map(ComparisonReport.Difference::metric)
                .toList();
        if (report.seeds() < fewestSeeds(all.size())) {
            return "* none: so few seeds cannot tell anything from chance; take at least " + fewestSeeds(all.size());
        }
        if (clear.isEmpty()) {
            return "* none: no difference between " + variant.name() + " and " + first() + " can be told from chance";
        }
        return "* no chance, with 95 % confidence for all together; the others cannot be told from zero";
    }

    /** With fewer pairs, even if all differed in one direction, chance could have done it: 2 / 2^n of 0.05 / metrics. */
    private static int fewestSeeds(int metrics) {
        return (int) Math.ceil(1 + Math.log(Math.max(1, metrics) / 0.05) / Math.log(2));
    }

    private String law(ComparisonReport.Law law) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < law.runs().size(); i++) {
            parts.add(report.variants().get(i).name() + " in " + law.runs().get(i) + " of " + report.seeds());
        }
        return law.law() + " breaks: " + String.join(", ", parts) + change(law);
    }

    private static String change(ComparisonReport.Law law) {
        boolean before = law.runs().get(0) > 0;
        boolean after = law.runs().get(law.runs().size() - 1) > 0;
        return before == after ? "" : before ? " (newly kept)" : " (newly broken)";
    }

    private String markdown() {
        StringBuilder text = new StringBuilder();
        text.append("### ")
                .append(report.scenario())
                .append("\n\n")
                .append(how())
                .append("; kvdrill ");
        text.append(report.version()).append('\n');
        for (ComparisonReport.Variant variant : report.variants()) {
            text.append("\n- **")
                    .append(variant.name())
                    .append("**: `")
                    .append(variant.words())
                    .append('`');
        }
        text.append('\n');
        for (ComparisonReport.Variant variant :
                report.variants().subList(1, report.variants().size())) {
            text.append("\n| ").append(variant.name()).append(" against ").append(first());
            text.append(" | ").append(first()).append(" | ").append(variant.name());
            text.append(" | difference | 95 % interval | chance? |\n|---|---:|---:|---:|---|---|\n");
            for (ComparisonReport.Difference one : of(variant)) {
                text.append("| `")
                        .append(one.metric())
                        .append("` (")
                        .append(one.unit())
                        .append(") | ");
                text.append(number(one.mean()))
                        .append(" | ")
                        .append(number(one.variantMean()))
                        .append(" | ");
                text.append(signed(one.difference()))
                        .append(" | ")
                        .append(interval(one))
                        .append(" | ");
                text.append(one.distinguishable() ? "**no**" : "cannot be told").append(" |\n");
            }
        }
        if (!report.laws().isEmpty()) {
            text.append("\n| law |");
            report.variants()
                    .forEach(variant -> text.append(' ').append(variant.name()).append(" |"));
            text.append(" |\n|---|")
                    .append("---:|".repeat(report.variants().size()))
                    .append("---|\n");
            for (ComparisonReport.Law law : report.laws()) {
                text.append("| ").append(law.law()).append(" |");
                law.runs()
                        .forEach(runs -> text.append(' ')
                                .append(runs)
                                .append(" of ")
                                .append(report.seeds())
                                .append(" |"));
                text.append(' ').append(change(law).strip()).append(" |\n");
            }
        }
        return text.toString();
    }

    private static String interval(ComparisonReport.Difference one) {
        Double low = one.low();
        Double high = one.high();
        return low == null || high == null
                ? "too few runs"
                : low.equals(high) ? "always the same" : signed(low) + " to " + signed(high);
    }

    private static String signed(double value) {
        return (value > 0 ? "+" : "") + number(value);
    }

    /** Four significant digits, no exponent. */
    static String number(double value) {
        if (value == 0) {
            return "0";
        }
        BigDecimal rounded = BigDecimal.valueOf(value).round(new MathContext(DIGITS, RoundingMode.HALF_UP));
        return rounded.stripTrailingZeros().toPlainString();
    }
}

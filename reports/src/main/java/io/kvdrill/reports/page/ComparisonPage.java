package io.kvdrill.reports.page;

import static j2html.TagCreator.caption;
import static j2html.TagCreator.code;
import static j2html.TagCreator.dd;
import static j2html.TagCreator.div;
import static j2html.TagCreator.dl;
import static j2html.TagCreator.dt;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.h3;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tag;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.th;
import static j2html.TagCreator.tr;

import io.kvdrill.reports.json.ComparisonReport;
import j2html.tags.DomContent;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The page of a comparison: each metric's difference from the first variant with its interval, drawn and in numbers; laws
 * newly kept and newly broken. One HTML text that needs nothing else; the same comparison gives the same page.
 */
public final class ComparisonPage {
    private static final int WIDTH = 220;
    private static final int HEIGHT = 22;
    private static final int MARGIN = 8;
    private static final int DIGITS = 4;

    private final ComparisonReport report;

    private ComparisonPage(ComparisonReport report) {
        this.report = report;
    }

    /** The page. */
    public static String of(ComparisonReport report) {
        return new ComparisonPage(report).render();
    }

    private String render() {
        List<DomContent> parts = List.of(what(), differences(), laws());
        return PageFrame.page("Comparison: " + report.scenario(), List.of("what", "differences", "laws"), parts, "{}");
    }

    private DomContent what() {
        List<DomContent> facts = new ArrayList<>();
        facts.add(div(dt("seeds"), dd(report.seeds() + ", from " + report.firstSeed())));
        facts.add(div(dt("pairing"), dd(report.paired() ? "all variants met the same seeds" : "seeds of their own")));
        facts.add(div(dt("version"), dd(report.version())));
        return section(
                        h2("What was compared"),
                        dl(each(facts, fact -> fact)).withClass("facts"),
                        PageFrame.scrolled(
                                "Variants",
                                table(
                                        PageFrame.headings("variant", "profile and settings", "to see its first run"),
                                        tbody(each(
                                                report.variants(),
                                                variant -> tr(
                                                        th(variant.name()).attr("scope", "row"),
                                                        td(code(variant.words())),
                                                        td(code(variant.again()))))))))
                .withId("what");
    }

    private DomContent differences() {
        List<DomContent> parts = new ArrayList<>();
        parts.add(h2("Differences"));
        parts.add(
                p("A filled mark is no chance, with 95 % confidence for all metrics of its variant together; an open one"
                                + " cannot be told from zero. The line is the 95 % interval of the difference, on a scale of its own.")
                        .withClass("hint"));
        String first = report.variants().get(0).name();
        for (ComparisonReport.Variant variant :
                report.variants().subList(1, report.variants().size())) {
            List<ComparisonReport.Difference> rows = report.differences().stream()
                    .filter(one -> one.variant().equals(variant.name()))
                    .toList();
            parts.add(h3(variant.name() + " against " + first));
            parts.add(PageFrame.scrolled(
                    variant.name() + " against " + first,
                    table(
                            caption("Means of " + report.seeds() + " runs of each, and how they differ."),
                            PageFrame.headings(
                                    "metric", "unit", first, variant.name(), "difference", "95 % interval", "drawn"),
                            tbody(each(rows, ComparisonPage::row)))));
        }
        if (!report.notMeasured().isEmpty()) {
            parts.add(p("Nothing to measure: " + String.join(", ", report.notMeasured()) + "."));
        }
        return section(each(parts, part -> part)).withId("differences");
    }

    private static DomContent row(ComparisonReport.Difference one) {
        return tr(
                th(one.metric()).attr("scope", "row").attr("title", one.about()),
                td(one.unit()),
                td(number(one.mean())),
                td(number(one.variantMean())),
                td(number(one.difference())),
                td(interval(one)),
                drawing(one));
    }

    private static String interval(ComparisonReport.Difference one) {
        Double low = one.low();
        Double high = one.high();
        if (low == null || high == null) {
            return "too few runs";
        }
        return low.equals(high) ? "always the same" : number(low) + " to " + number(high);
    }

    private static DomContent drawing(ComparisonReport.Difference one) {
        Double low = one.low();
        Double high = one.high();
        return low == null || high == null ? td() : td(drawn(one, low, high));
    }

    /** Zero, the difference and its interval, from the smallest of them to the largest. */
    private static DomContent drawn(ComparisonReport.Difference one, double low, double high) {
        double from = Math.min(0, Math.min(low, one.difference()));
        double to = Math.max(0, Math.max(high, one.difference()));
        double span = to - from == 0 ? 1 : to - from;
        String zero = place((0 - from) / span);
        String middle = Integer.toString(HEIGHT / 2);
        return tag("svg")
                .attr("viewBox", "0 0 " + WIDTH + " " + HEIGHT)
                .attr("width", Integer.toString(WIDTH))
                .attr("height", Integer.toString(HEIGHT))
                .attr("role", "img")
                .attr(
                        "aria-label",
                        "difference " + number(one.difference()) + ", from " + number(low) + " to " + number(high))
                .withClass("interval")
                .with(
                        tag("line")
                                .attr("x1", zero)
                                .attr("x2", zero)
                                .attr("y1", "2")
                                .attr("y2", "20")
                                .withClass("zero"),
                        tag("line")
                                .attr("x1", place((low - from) / span))
                                .attr("x2", place((high - from) / span))
                                .attr("y1", middle)
                                .attr("y2", middle),
                        tag("circle")
                                .attr("cx", place((one.difference() - from) / span))
                                .attr("cy", middle)
                                .attr("r", "5")
                                .withClass(one.distinguishable() ? "clear" : "open"));
    }

    private static String place(double share) {
        return String.format(Locale.ROOT, "%.1f", MARGIN + share * (WIDTH - 2 * MARGIN));
    }

    private DomContent laws() {
        List<String> heads = new ArrayList<>(List.of("law"));
        report.variants().forEach(variant -> heads.add(variant.name()));
        heads.add("change");
        return section(
                        h2("Laws"),
                        report.laws().isEmpty()
                                ? p("No law broke in any run of any variant.")
                                : PageFrame.scrolled(
                                        "Laws",
                                        table(
                                                caption("Runs of each variant in which a law broke."),
                                                PageFrame.headings(heads.toArray(String[]::new)),
                                                tbody(each(report.laws(), this::law)))))
                .withId("laws");
    }

    private DomContent law(ComparisonReport.Law law) {
        boolean before = law.runs().get(0) > 0;
        boolean after = law.runs().get(law.runs().size() - 1) > 0;
        return tr(
                th(law.law()).attr("scope", "row"),
                each(law.runs(), runs -> td(runs + " of " + report.seeds())),
                td(before == after ? "" : before ? "newly kept" : "newly broken"));
    }

    private static String number(double value) {
        return value == 0
                ? "0"
                : BigDecimal.valueOf(value)
                        .round(new MathContext(DIGITS, RoundingMode.HALF_UP))
                        .stripTrailingZeros()
                        .toPlainString();
    }
}

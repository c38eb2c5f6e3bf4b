package io.kvdrill.reports.page;

import static j2html.TagCreator.code;
import static j2html.TagCreator.dd;
import static j2html.TagCreator.div;
import static j2html.TagCreator.dl;
import static j2html.TagCreator.dt;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.h3;
import static j2html.TagCreator.li;
import static j2html.TagCreator.p;
import static j2html.TagCreator.rawHtml;
import static j2html.TagCreator.section;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.th;
import static j2html.TagCreator.tr;
import static j2html.TagCreator.ul;

import io.kvdrill.reports.figure.CurveFigure;
import io.kvdrill.reports.figure.HeatMap;
import io.kvdrill.reports.json.ComparisonReport;
import io.kvdrill.reports.json.CurvesReport;
import io.kvdrill.reports.json.CurvesReport.Measure;
import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;

/**
 * The page of variants along one or two axes: what the numbers say, and a figure for each metric. One HTML text that needs
 * nothing else; the same report gives the same page.
 */
public final class CurvesPage {
    private final CurvesReport report;

    private CurvesPage(CurvesReport report) {
        this.report = report;
    }

    /** The page. */
    public static String of(CurvesReport report) {
        CurvesPage page = new CurvesPage(report);
        return PageFrame.page(
                "Curves: " + report.scenario(),
                List.of("what", "findings", "figures"),
                List.of(page.what(), page.findings(), page.figures()),
                "{}");
    }

    private DomContent what() {
        List<DomContent> facts = new ArrayList<>();
        facts.add(div(dt("seeds"), dd(report.seeds() + " at each point, from " + report.firstSeed())));
        facts.add(div(dt("pairing"), dd(report.paired() ? "all variants met the same seeds" : "seeds of their own")));
        report.axes()
                .forEach(axis -> facts.add(div(dt("axis"), dd(axis.path() + ": " + String.join(", ", axis.values())))));
        return section(
                        h2("What was compared"),
                        dl(each(facts, fact -> fact)).withClass("facts"),
                        PageFrame.scrolled(
                                "Variants",
                                table(
                                        PageFrame.headings("variant", "profile and settings"),
                                        tbody(each(
                                                report.variants(),
                                                variant -> tr(
                                                        th(variant.name()).attr("scope", "row"),
                                                        td(code(variant.words()))))))))
                .withId("what");
    }

    private DomContent findings() {
        DomContent body = report.findings().isEmpty()
                ? p("One variant only: there is nothing to compare it with.")
                : ul(each(report.findings(), finding -> li(finding)));
        return section(
                        h2("Findings"),
                        p("Differences count that are no chance, with 95 % confidence for all metrics and points of a"
                                        + " variant together.")
                                .withClass("hint"),
                        body)
                .withId("findings");
    }

    private DomContent figures() {
        List<DomContent> parts = new ArrayList<>();
        parts.add(h2("Figures"));
        for (Measure measure : report.metrics()) {
            boolean measured = report.points().stream()
                    .anyMatch(point -> point.values().stream()
                            .anyMatch(value -> value.metric().equals(measure.metric())));
            if (!measured) {
                continue;
            }
            parts.add(h3(measure.metric()));
            parts.add(p(measure.about()).withClass("hint"));
            for (String figure : drawn(measure)) {
                parts.add(PageFrame.scrolled(measure.metric(), rawHtml(figure)));
            }
        }
        return section(each(parts, part -> part)).withId("figures");
    }

    private List<String> drawn(Measure measure) {
        if (report.axes().size() == 1) {
            return List.of(CurveFigure.of(report, measure));
        }
        List<ComparisonReport.Variant> shown = report.variants().size() == 1
                ? report.variants()
                : report.variants().subList(1, report.variants().size());
        return shown.stream()
                .map(variant -> HeatMap.of(report, measure, variant))
                .toList();
    }
}

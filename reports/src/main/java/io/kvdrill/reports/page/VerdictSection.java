package io.kvdrill.reports.page;

import static j2html.TagCreator.a;
import static j2html.TagCreator.button;
import static j2html.TagCreator.code;
import static j2html.TagCreator.dd;
import static j2html.TagCreator.div;
import static j2html.TagCreator.dl;
import static j2html.TagCreator.dt;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.iff;
import static j2html.TagCreator.li;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;
import static j2html.TagCreator.span;
import static j2html.TagCreator.ul;

import io.kvdrill.reports.json.BrokenLaw;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.timeline.Mark;
import io.kvdrill.reports.timeline.Timeline;
import j2html.tags.DomContent;
import j2html.tags.specialized.PTag;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What came of the run, which laws broke, what bounded it, and what to type to see it again. */
final class VerdictSection {
    private final RunReport report;
    private final Timeline timeline;

    VerdictSection(RunReport report, Timeline timeline) {
        this.report = report;
        this.timeline = timeline;
    }

    DomContent render() {
        Optional<BrokenLaw> first = report.violations().stream().findFirst();
        return section(
                        h2("Verdict"),
                        p(
                                        span(Words.plain(report.verdict())).withClass("verdict " + report.verdict()),
                                        iff(
                                                !report.brokenLaws().isEmpty(),
                                                span(broken()).withClass("verdict broken")),
                                        span(" " + report.about()))
                                .withClass("headline"),
                        iff(
                                first.isPresent(),
                                div(first.map(this::firstViolation).orElse(p()))),
                        iff(
                                !report.reasons().isEmpty(),
                                div(
                                        p("Not as stated:"),
                                        ul(each(report.reasons(), reason -> li(Words.abridged(reason)))))),
                        ul(each(remarks(), remark -> li(remark))).withClass("remarks"),
                        p(
                                span("To see it again: "),
                                code(report.again()).withId("again"),
                                span(" ").withClass("gap"),
                                button("Copy").withType("button").withId("copy")),
                        facts())
                .withId("verdict");
    }

    /** Which laws broke, and which of them the scenario does not state. */
    private String broken() {
        List<String> laws = report.brokenLaws();
        List<String> unstated = new ArrayList<>(laws);
        unstated.removeAll(report.statedBreaks());
        String all = String.join(", ", laws) + (laws.size() == 1 ? " breaks" : " break");
        boolean some = !unstated.isEmpty() && unstated.size() < laws.size();
        return some ? all + " (" + String.join(", ", unstated) + " not stated)" : all;
    }

    private PTag firstViolation(BrokenLaw broken) {
        boolean stated = report.statedBreaks().contains(broken.law());
        return p(
                span(broken.law()).withClass("law"),
                span(broken.means().isEmpty() ? "" : ", " + broken.means() + ","),
                span(" broke first, at " + Words.clock(broken.violation().nanos())
                        + (stated ? ", as stated for this profile: " : ": ")
                        + Words.abridged(broken.violation().what()) + "."),
                a(" What led to it").withHref("#cause"));
    }

    /** What else the terminal says of a run. */
    private List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        report.limits().forEach(limit -> remarks.add(Words.sentence(limit.text())));
        remarks.add(timeouts());
        report.missedMoments().stream()
                .filter(missed -> !report.reasons().contains(missed))
                .forEach(missed -> remarks.add("Never came: " + Words.abridged(missed) + "."));
        if (!report.lawsNeverAtStake().isEmpty()) {
            remarks.add("Laws never at stake: " + String.join(", ", report.lawsNeverAtStake()) + ".");
        }
        if (!report.inferredRows().isEmpty()) {
            remarks.add("Rows that mattered and whose values nobody published: "
                    + String.join(", ", report.inferredRows()) + ".");
        }
        return remarks;
    }

    private String timeouts() {
        Map<String, Integer> fired = new LinkedHashMap<>();
        for (Mark mark : timeline.marks()) {
            if (mark.kind() == Mark.Kind.DEADLINE) {
                fired.merge(mark.text(), 1, Integer::sum);
            }
        }
        if (fired.isEmpty()) {
            return "No timeout fired.";
        }
        List<String> parts = new ArrayList<>();
        fired.forEach((what, times) -> parts.add(what + (times == 1 ? ", once" : ", " + times + " times")));
        return "Timeouts that fired: " + String.join("; ", parts) + ".";
    }

    private DomContent facts() {
        return dl(each(
                        List.of(
                                Map.entry("profile", profile()),
                                Map.entry("seed", Long.toString(report.seed())),
                                Map.entry(
                                        "laws that broke",
                                        report.brokenLaws().isEmpty()
                                                ? "none"
                                                : String.join(", ", report.brokenLaws())),
                                Map.entry("requests", requestCounts()),
                                Map.entry("time in the world", Words.duration(report.virtualNanos())),
                                Map.entry(
                                        "end",
                                        Words.plain(report.end().why()) + ": "
                                                + Words.abridged(report.end().detail())),
                                Map.entry("events in the trace", Long.toString(report.traceEntries())),
                                Map.entry("fingerprint", report.fingerprint())),
                        fact -> div(dt(fact.getKey()), dd(fact.getValue()))))
                .withClass("facts");
    }

    private String profile() {
        return report.profile().equals(report.profileBase())
                ? report.profile()
                : report.profile() + " (from " + report.profileBase() + ")";
    }

    private String requestCounts() {
        Map<String, Long> counts = new TreeMap<>();
        report.requests()
                .forEach(request -> counts.merge(
                        request.finish() == null ? "not ended" : Words.plain(request.finish()), 1L, Long::sum));
        List<String> parts = new ArrayList<>();
        counts.forEach((finish, number) -> parts.add(number + " " + finish));
        return parts.isEmpty() ? "none" : String.join(", ", parts);
    }
}

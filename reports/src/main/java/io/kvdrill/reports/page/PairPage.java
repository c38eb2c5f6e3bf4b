package io.kvdrill.reports.page;

import static j2html.TagCreator.caption;
import static j2html.TagCreator.code;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;
import static j2html.TagCreator.span;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.th;
import static j2html.TagCreator.tr;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.json.FaultWords;
import io.kvdrill.reports.json.Names;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.pair.Difference;
import io.kvdrill.reports.pair.Differences;
import io.kvdrill.reports.pair.Merged;
import io.kvdrill.reports.pair.RunPair;
import io.kvdrill.reports.pair.Side;
import io.kvdrill.reports.timeline.Mark;
import io.kvdrill.reports.timeline.Timeline;
import io.kvdrill.reports.timeline.TimelineReader;
import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The page of two runs side by side, on one time axis, with what differs marked: one HTML text that needs nothing else. The
 * same runs give the same page, byte for byte, on the same JDK.
 */
public final class PairPage {
    private static final List<String> PARTS =
            List.of("verdict", "differences", "requests", "timeline", "cause", "laws", "configuration", "trace");

    private final RunPair pair;
    private final List<Difference> differences;
    private final Merged merged;
    private final RunReport report;
    private final Names names;
    private final FaultWords faults;
    private final Words words;

    private PairPage(RunPair pair) {
        this.pair = pair;
        this.differences = Differences.of(pair);
        this.merged = Merged.of(pair);
        this.report = merged.report();
        this.names = new Names(report);
        this.faults = new FaultWords(report.faults());
        this.words = new Words(names, faults);
    }

    /** The page. */
    public static String of(RunPair pair) {
        return new PairPage(new RunPair(cut(pair.a()), cut(pair.b()))).render();
    }

    private static Side cut(Side side) {
        return new Side(side.label(), ShownTexts.of(side.report()), ShownTexts.of(side.trace()));
    }

    private String render() {
        String scenario = pair.a().report().scenario();
        boolean one = scenario.equals(pair.b().report().scenario());
        String what = one
                ? scenario + ": " + pair.a().label() + " and " + pair.b().label()
                : pair.a().label() + " and " + pair.b().label();
        List<DomContent> parts = new ArrayList<>();
        parts.add(verdicts());
        parts.add(differences());
        parts.add(requests());
        parts.add(PageFrame.drawn("timeline", "Timeline", "Both runs on one time axis.", RunPage.TIMELINE_HANDS));
        parts.add(PageFrame.drawn("cause", "What led to a violation", RunPage.CAUSE_HINT, ""));
        parts.add(laws());
        parts.add(configuration());
        parts.add(PageFrame.drawn(
                "trace", "Trace", "Every event of both.", "A search for words finds those that hold all of them."));
        List<StoredEntry> entries = merged.entries();
        return PageFrame.page(
                what,
                PARTS,
                parts,
                new PageData(names, words, new RequestIndex(entries)).json(report, timeline(entries), entries));
    }

    /** The timeline of both, with a mark at each difference, in either run. */
    private Timeline timeline(List<StoredEntry> entries) {
        Timeline read = TimelineReader.read(entries, faults);
        List<Mark> marks = new ArrayList<>(read.marks());
        for (Difference difference : differences) {
            mark(entries, merged.placeOfA(difference.sequenceOfA()), difference, marks);
            mark(entries, merged.placeOfB(difference.sequenceOfB()), difference, marks);
        }
        return new Timeline(
                read.peers(),
                read.endNanos(),
                read.spans(),
                read.messages(),
                read.transfers(),
                read.slots(),
                read.wrongBytes(),
                marks);
    }

    private static void mark(List<StoredEntry> entries, long place, Difference difference, List<Mark> marks) {
        if (place > 0) {
            StoredEntry entry = entries.get((int) (place - 1));
            marks.add(new Mark(
                    entry.worldNanos(),
                    entry.peer(),
                    Mark.Kind.DIFFERENCE,
                    difference.subject() + ": " + difference.a() + " / " + difference.b(),
                    place));
        }
    }

    private DomContent verdicts() {
        Map<String, String[]> rows = new LinkedHashMap<>();
        row(rows, "scenario", RunReport::scenario);
        row(rows, "profile", RunReport::profile);
        row(rows, "where it ran", run -> run.on().equals("sim") ? "in the simulator" : "with real " + run.on());
        row(rows, "seed", run -> Long.toString(run.seed()));
        row(rows, "verdict", run -> Words.plain(run.verdict()));
        row(rows, "laws that broke", run -> run.brokenLaws().isEmpty() ? "none" : String.join(", ", run.brokenLaws()));
        row(rows, "end", run -> Words.plain(run.end().why()));
        row(rows, "time in the world", run -> Words.duration(run.virtualNanos()));
        row(rows, "events in the trace", run -> Long.toString(run.traceEntries()));
        row(rows, "fingerprint", RunReport::fingerprint);
        row(rows, "to see it again", RunReport::again);
        return section(
                        h2("Verdicts"),
                        p(
                                differences.isEmpty()
                                        ? "Beside their times, the runs do not differ."
                                        : "They differ in " + Words.count(differences.size(), "thing") + "."),
                        twoColumns("What came of the runs.", rows))
                .withId("verdict");
    }

    /** What a report says of something. */
    private interface Say {
        String of(RunReport report);
    }

    private void row(Map<String, String[]> rows, String what, Say say) {
        rows.put(what, new String[] {say.of(pair.a().report()), say.of(pair.b().report())});
    }

    private DomContent twoColumns(String about, Map<String, String[]> rows) {
        return PageFrame.scrolled(
                about,
                table(
                        caption(about),
                        PageFrame.headings("", pair.a().label(), pair.b().label()),
                        tbody(each(
                                rows.entrySet(),
                                row -> tr(
                                                th(row.getKey()).attr("scope", "row"),
                                                cell(row.getKey(), row.getValue()[0]),
                                                cell(row.getKey(), row.getValue()[1]))
                                        .withCondClass(!row.getValue()[0].equals(row.getValue()[1]), "differs")))));
    }

    private static DomContent cell(String row, String text) {
        return row.equals("to see it again") ? td(code(text)) : td(text);
    }

    private DomContent differences() {
        return section(
                        h2("Differences"),
                        differences.isEmpty()
                                ? p("None in verdicts, laws, requests, sessions, loads, stores or messages.")
                                : LongTable.of(
                                        "Differences",
                                        "What came otherwise, beside times. A time leads to its event.",
                                        List.of(
                                                "what",
                                                pair.a().label(),
                                                "at",
                                                pair.b().label(),
                                                "at"),
                                        differences.stream()
                                                .map(this::difference)
                                                .toList()))
                .withId("differences");
    }

    private DomContent difference(Difference difference) {
        return tr(
                th(difference.subject()).attr("scope", "row"),
                td(difference.a()),
                td(at(difference.nanosOfA(), merged.placeOfA(difference.sequenceOfA()))),
                td(difference.b()),
                td(at(difference.nanosOfB(), merged.placeOfB(difference.sequenceOfB()))));
    }

    private static DomContent at(long nanos, long place) {
        return nanos < 0 || place <= 0 ? span("") : Sections.event(place, Words.clock(nanos));
    }

    private DomContent requests() {
        Map<String, RunReport.@Nullable Request[]> rows = new LinkedHashMap<>();
        for (RunReport.Request request : pair.a().report().requests()) {
            rows.put(request.request(), new RunReport.@Nullable Request[] {request, null});
        }
        for (RunReport.Request request : pair.b().report().requests()) {
            rows.computeIfAbsent(request.request(), first -> new RunReport.@Nullable Request[2])[1] = request;
        }
        return section(
                        h2("Requests"),
                        LongTable.of(
                                "Requests",
                                "How each ended, and after how long its first token was there.",
                                List.of(
                                        "request",
                                        pair.a().label(),
                                        "first token after",
                                        pair.b().label(),
                                        "first token after",
                                        "later by"),
                                rows.entrySet().stream()
                                        .map(row -> request(row.getKey(), row.getValue()[0], row.getValue()[1]))
                                        .toList()))
                .withId("requests");
    }

    private static DomContent request(String name, RunReport.@Nullable Request one, RunReport.@Nullable Request other) {
        long first = waited(one);
        long second = waited(other);
        return tr(
                        th(name).attr("scope", "row"),
                        td(finish(one)),
                        td(first < 0 ? "never" : Words.duration(first)),
                        td(finish(other)),
                        td(second < 0 ? "never" : Words.duration(second)),
                        td(first < 0 || second < 0 ? "" : Words.duration(second - first)))
                .withCondClass(!finish(one).equals(finish(other)), "differs");
    }

    private static String finish(RunReport.@Nullable Request request) {
        if (request == null) {
            return "not there";
        }
        return request.finish() == null ? "not ended" : Words.plain(request.finish());
    }

    private static long waited(RunReport.@Nullable Request request) {
        Long arrived = request == null ? null : request.arrivedNanos();
        Long first = request == null ? null : request.firstTokenNanos();
        return arrived == null || first == null ? -1 : first - arrived;
    }

    private DomContent laws() {
        Map<String, String[]> rows = new LinkedHashMap<>();
        List<Side> sides = List.of(pair.a(), pair.b());
        for (int column = 0; column < sides.size(); column++) {
            for (RunReport.Law law : sides.get(column).report().laws()) {
                String fared = law.violations().isEmpty()
                        ? (law.atStake() == 0 ? "never at stake" : "kept")
                        : "broke: " + Words.abridged(law.violations().get(0).what());
                rows.computeIfAbsent(law.law(), first -> new String[] {"not checked", "not checked"})[column] = fared;
            }
        }
        return section(h2("Laws"), twoColumns("How each law fared, and where it broke first.", rows))
                .withId("laws");
    }

    private DomContent configuration() {
        Map<String, String[]> rows = new LinkedHashMap<>();
        List<Side> sides = List.of(pair.a(), pair.b());
        for (int column = 0; column < sides.size(); column++) {
            for (RunReport.RowReached row : sides.get(column).report().rowsReached()) {
                rows.computeIfAbsent(row.row(), first -> new String[] {"not reached", "not reached"})[column] =
                        row.value();
            }
        }
        rows.values().removeIf(values -> values[0].equals(values[1]));
        return section(
                        h2("Configuration"),
                        rows.isEmpty()
                                ? p("Rows of the profiles that mattered have the same values.")
                                : twoColumns("Rows of the profiles that mattered and have other values.", rows))
                .withId("configuration");
    }
}

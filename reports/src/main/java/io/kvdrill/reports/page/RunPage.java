package io.kvdrill.reports.page;

import io.kvdrill.reports.json.FaultWords;
import io.kvdrill.reports.json.Names;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.timeline.Timeline;
import io.kvdrill.reports.timeline.TimelineReader;
import io.kvdrill.reports.trace.StoredTrace;
import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;

/**
 * The page of one run: one HTML text that needs nothing else. The same run gives the same page, byte for byte, on the
 * same JDK. Text of a run is only ever shown as text: names, reasons and traces cannot bring markup or scripts into it.
 */
public final class RunPage {
    private static final List<String> PARTS = List.of(
            "verdict",
            "story",
            "timeline",
            "cause",
            "requests",
            "latency",
            "slots",
            "bytes",
            "peers",
            "laws",
            "configuration",
            "trace");

    static final String CAUSE_HINT =
            "Exactly the events that the violation follows from, through messages, completions,"
                    + " calls, deadlines and what kept an answer away; of many, the latest that tell something. A line leads from"
                    + " an event to one that follows from it.";

    static final String TIMELINE_HANDS =
            "Arrow keys or drag: move; + and - or the wheel: zoom; 0: all; n and p: next and previous event; click:"
                    + " details and what it follows from; Escape: no event.";

    private final RunReport report;
    private final StoredTrace trace;
    private final Names names;
    private final Words words;
    private final Timeline timeline;
    private final RequestIndex requests;
    private final Sections sections;

    private RunPage(RunReport report, StoredTrace trace) {
        this.report = report;
        this.trace = trace;
        this.names = new Names(report);
        FaultWords faults = new FaultWords(report.faults());
        this.words = new Words(names, faults);
        this.timeline = TimelineReader.read(trace.entries(), faults);
        this.requests = new RequestIndex(trace.entries());
        this.sections = new Sections(report, timeline, names, words);
    }

    /**
     * The page.
     *
     * @throws IllegalArgumentException if report and trace are of different runs
     */
    public static String of(RunReport report, StoredTrace trace) {
        if (!report.fingerprint().equals(trace.fingerprint())) {
            throw new IllegalArgumentException("the report is of a run with the fingerprint " + report.fingerprint()
                    + ", the trace of one with " + trace.fingerprint());
        }
        return new RunPage(ShownTexts.of(report), ShownTexts.of(trace)).render();
    }

    private String render() {
        String what = report.scenario() + " under " + report.profile();
        return PageFrame.page(
                what, PARTS, parts(), new PageData(names, words, requests).json(report, timeline, trace.entries()));
    }

    private List<DomContent> parts() {
        List<DomContent> parts = new ArrayList<>();
        parts.add(new VerdictSection(report, timeline).render());
        parts.add(sections.story(new Story(names, words, requests).tell(report, trace.entries())));
        parts.add(PageFrame.drawn("timeline", "Timeline", "What every peer did.", TIMELINE_HANDS));
        parts.add(PageFrame.drawn("cause", "What led to it", CAUSE_HINT, ""));
        parts.add(RequestTable.of(report, new RequestFacts(names, requests, trace.entries())));
        parts.add(PageFrame.drawn(
                "latency",
                "Latencies",
                "How long requests waited for their first token, and loads and stores took.",
                ""));
        parts.add(sections.slots(HeldSlots.of(timeline, trace.entries(), requests)));
        parts.add(sections.wrongBytes());
        parts.add(sections.peers());
        parts.add(sections.laws());
        parts.add(sections.configuration());
        parts.add(PageFrame.drawn(
                "trace", "Trace", "Every event.", "A search for words finds those that hold all of them."));
        return parts;
    }
}

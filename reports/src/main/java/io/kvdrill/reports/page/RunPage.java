package io.kvdrill.reports.page;

import static j2html.TagCreator.a;
import static j2html.TagCreator.body;
import static j2html.TagCreator.button;
import static j2html.TagCreator.div;
import static j2html.TagCreator.document;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.head;
import static j2html.TagCreator.header;
import static j2html.TagCreator.html;
import static j2html.TagCreator.main;
import static j2html.TagCreator.meta;
import static j2html.TagCreator.nav;
import static j2html.TagCreator.noscript;
import static j2html.TagCreator.p;
import static j2html.TagCreator.rawHtml;
import static j2html.TagCreator.script;
import static j2html.TagCreator.section;
import static j2html.TagCreator.style;
import static j2html.TagCreator.title;

import io.kvdrill.reports.json.Names;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.timeline.Timeline;
import io.kvdrill.reports.timeline.TimelineReader;
import io.kvdrill.reports.trace.StoredTrace;
import j2html.tags.DomContent;
import j2html.tags.specialized.SectionTag;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * The page of one run: one HTML text that needs nothing else. The same run gives the same page, byte for byte, on the
 * same JDK. Text of a run is only ever shown as text: names, reasons and traces cannot bring markup or scripts into it.
 */
public final class RunPage {
    private final RunReport report;
    private final StoredTrace trace;
    private final Names names;
    private final Words words;
    private final Timeline timeline;
    private final Sections sections;

    private RunPage(RunReport report, StoredTrace trace) {
        this.report = report;
        this.trace = trace;
        this.names = new Names(report);
        this.words = new Words(names);
        this.timeline = TimelineReader.read(trace.entries());
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
        return new RunPage(report, trace).render();
    }

    private String render() {
        PageAssets assets = new PageAssets();
        String what = report.scenario() + " under " + report.profile();
        return document(html(
                        head(
                                meta().withCharset("utf-8"),
                                meta().attr("http-equiv", "Content-Security-Policy")
                                        .withContent(assets.policy()),
                                meta().withName("viewport").withContent("width=device-width, initial-scale=1"),
                                title(what + ": kvdrill"),
                                style(rawHtml(assets.style()))),
                        body(
                                a("Skip to the story").withHref("#story").withClass("skip"),
                                top(what),
                                main(each(parts(), part -> part)),
                                script(rawHtml(packed(
                                                new PageData(names, words).json(report, timeline, trace.entries()))))
                                        .withType("application/octet-stream")
                                        .withId("data"),
                                script(rawHtml(assets.script()))))
                .withLang("en"));
    }

    private DomContent top(String what) {
        return header(
                h1(what),
                nav(each(
                                List.of(
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
                                        "trace"),
                                name -> a(name).withHref("#" + name)))
                        .attr("aria-label", "Parts of this page"),
                button("Light or dark").withId("theme").withType("button"));
    }

    private List<DomContent> parts() {
        List<DomContent> parts = new ArrayList<>();
        parts.add(sections.verdict());
        parts.add(sections.story(new Story(names, words).tell(report, trace.entries())));
        parts.add(drawn(
                "timeline",
                "Timeline",
                "What every peer did. Arrow keys or drag: move; + and - or the wheel: zoom; 0: all;"
                        + " n and p: next and previous event; click: details."));
        parts.add(drawn(
                "cause", "What led to it", "Only the events that led to the violation, on one line for each peer."));
        parts.add(sections.requests(new RequestFacts(names, trace.entries())));
        parts.add(drawn(
                "latency", "Latencies", "How long requests waited for their first token, and loads and stores took."));
        parts.add(drawn("slots", "Slots", "Primary slots of a peer: in use, pinned, and held back from reuse."));
        parts.add(sections.wrongBytes());
        parts.add(sections.peers());
        parts.add(sections.laws());
        parts.add(sections.configuration());
        parts.add(drawn("trace", "Trace", "Every event. A search for words finds those that hold all of them."));
        return parts;
    }

    private static SectionTag drawn(String id, String title, String hint) {
        return section(
                        h2(title),
                        p(hint).withClass("hint"),
                        noscript("This part needs scripts."),
                        div().withId(id + "-view").withClass("view"))
                .withId(id);
    }

    private static String packed(String json) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(json.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }
}

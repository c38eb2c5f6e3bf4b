package io.kvdrill.reports.page;

import static j2html.TagCreator.a;
import static j2html.TagCreator.button;
import static j2html.TagCreator.caption;
import static j2html.TagCreator.code;
import static j2html.TagCreator.dd;
import static j2html.TagCreator.div;
import static j2html.TagCreator.dl;
import static j2html.TagCreator.dt;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.iff;
import static j2html.TagCreator.li;
import static j2html.TagCreator.ol;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;
import static j2html.TagCreator.span;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.th;
import static j2html.TagCreator.time;
import static j2html.TagCreator.tr;
import static j2html.TagCreator.ul;

import io.kvdrill.reports.json.BrokenLaw;
import io.kvdrill.reports.json.Names;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.timeline.Span;
import io.kvdrill.reports.timeline.Timeline;
import io.kvdrill.reports.timeline.WrongBytes;
import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The parts of the page that are text and tables. */
final class Sections {
    private final RunReport report;
    private final Timeline timeline;
    private final Names names;
    private final Words words;

    Sections(RunReport report, Timeline timeline, Names names, Words words) {
        this.report = report;
        this.timeline = timeline;
        this.names = names;
        this.words = words;
    }

    DomContent verdict() {
        Optional<BrokenLaw> first = report.violations().stream().findFirst();
        return section(
                        h2("Verdict"),
                        p(
                                        span(Words.plain(report.verdict())).withClass("verdict " + report.verdict()),
                                        span(" " + report.about()))
                                .withClass("headline"),
                        iff(
                                first.isPresent(),
                                div(first.map(this::firstViolation).orElse(p()))),
                        iff(
                                !report.reasons().isEmpty(),
                                div(p("Not as stated:"), ul(each(report.reasons(), reason -> li(reason))))),
                        p(
                                span("To see it again: "),
                                code(report.again()).withId("again"),
                                span(" ").withClass("gap"),
                                button("Copy").withType("button").withId("copy")),
                        facts())
                .withId("verdict");
    }

    private j2html.tags.specialized.PTag firstViolation(BrokenLaw broken) {
        boolean stated = report.statedBreaks().contains(broken.law());
        return p(
                span(broken.law()).withClass("law"),
                span(broken.means().isEmpty() ? "" : ", " + broken.means() + ","),
                span(" broke first, at " + Words.duration(broken.violation().nanos())
                        + (stated ? ", as stated for this profile: " : ": ")
                        + Words.abridged(broken.violation().what()) + "."),
                a(" What led to it").withHref("#cause"));
    }

    private DomContent facts() {
        return dl(each(
                        List.of(
                                Map.entry("profile", report.profile() + " (" + report.profileBase() + ")"),
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
                                                + report.end().detail()),
                                Map.entry("events in the trace", Long.toString(report.traceEntries())),
                                Map.entry("fingerprint", report.fingerprint())),
                        fact -> div(dt(fact.getKey()), dd(fact.getValue()))))
                .withClass("facts");
    }

    private String requestCounts() {
        Map<String, Long> counts = new java.util.TreeMap<>();
        report.requests()
                .forEach(request -> counts.merge(
                        request.finish() == null ? "not ended" : Words.plain(request.finish()), 1L, Long::sum));
        List<String> parts = new ArrayList<>();
        counts.forEach((finish, number) -> parts.add(number + " " + finish));
        return parts.isEmpty() ? "none" : String.join(", ", parts);
    }

    DomContent story(List<Story.Sentence> sentences) {
        return section(
                        h2("Story"),
                        ol(each(
                                        sentences,
                                        sentence -> li(
                                                        time(Words.duration(sentence.nanos())),
                                                        event(sentence.sequence(), sentence.text()))
                                                .withClass(sentence.tone())))
                                .withClass("story"))
                .withId("story");
    }

    /** A text that leads to its event, wherever that is shown. */
    static DomContent event(long sequence, String text) {
        return sequence <= 0
                ? span(text)
                : button(text).withType("button").withClass("event").attr("data-seq", Long.toString(sequence));
    }

    DomContent requests(RequestFacts facts) {
        return section(
                        h2("Requests"),
                        LongTable.of(
                                "Requests",
                                "Those that failed come first. A request's name shows its events"
                                        + " everywhere on this page.",
                                List.of(
                                        "request",
                                        "mode",
                                        "from",
                                        "at",
                                        "outcome",
                                        "first token after",
                                        "blocks from peers",
                                        "blocks cached",
                                        "tokens computed",
                                        "what kept blocks from it, ran out or failed"),
                                worstFirst().stream()
                                        .map(request -> requestRow(request, facts.of(request.request())))
                                        .toList()))
                .withId("requests");
    }

    /** Those that failed, those that did not end, and the rest, each in the order of the report. */
    private List<RunReport.Request> worstFirst() {
        return report.requests().stream()
                .sorted(Comparator.comparingInt(Sections::gravity))
                .toList();
    }

    private static int gravity(RunReport.Request request) {
        String finish = request.finish();
        return finish == null ? 1 : finish.equals("failed") || finish.equals("given_up") ? 0 : 2;
    }

    private static DomContent requestRow(RunReport.Request request, RequestFacts.Facts facts) {
        String finish = request.finish() == null ? "not ended" : Words.plain(request.finish());
        return tr(
                        th(button(request.request())
                                        .withType("button")
                                        .withClass("request")
                                        .attr("data-request", request.request()))
                                .attr("scope", "row"),
                        td(facts.mode()),
                        td(facts.source()),
                        td(facts.consumer()),
                        td(finish),
                        td(waited(request.arrivedNanos(), request.firstTokenNanos())),
                        td(Integer.toString(request.remoteBlocks())),
                        td(Integer.toString(request.cachedBlocks())),
                        td(Long.toString(request.computedTokens() + request.producedTokens())),
                        td(why(request, facts)))
                .attr("data-request", request.request());
    }

    /** What the run says failed it or kept blocks from it, and whatever else happened to it. */
    private static String why(RunReport.Request request, RequestFacts.Facts facts) {
        List<String> all = new ArrayList<>();
        String said = request.whyFailed() == null ? request.whyLocal() : request.whyFailed();
        if (said != null) {
            all.add(said);
        }
        for (String trouble : facts.troubles()) {
            if (said == null || !said.contains(trouble)) {
                all.add(trouble);
            }
        }
        return String.join("; ", all);
    }

    private static String waited(@Nullable Long from, @Nullable Long to) {
        return from == null || to == null ? "never" : Words.duration(to - from);
    }

    DomContent slots(List<HeldSlots.Held> held) {
        return PageFrame.drawn("slots", "Slots", "Primary slots of a peer: in use, pinned, and held back from reuse.")
                .with(
                        held.isEmpty()
                                ? p("No slot was held back from reuse.")
                                : LongTable.of(
                                        "Slots held back",
                                        "Slots held back from reuse after their load or store had"
                                                + " ended, because a write could still touch them.",
                                        List.of("peer", "slots", "of", "request", "from", "for"),
                                        held.stream().map(this::heldRow).toList()));
    }

    private DomContent heldRow(HeldSlots.Held held) {
        boolean open = held.span().outcome() == Span.Outcome.OPEN;
        return tr(
                th(names.of(held.span().peer())).attr("scope", "row"),
                td(held.slots() < 0 ? "" : Integer.toString(held.slots())),
                td(Words.plain(held.span().label())),
                td(held.span().request()),
                td(event(held.span().beginSequence(), Words.duration(held.span().beginNanos()))),
                td(Words.duration(held.span().nanos()) + (open ? ", to the end" : "")));
    }

    DomContent wrongBytes() {
        List<WrongBytes> wrong = timeline.wrongBytes();
        return section(
                        h2("Wrong bytes"),
                        wrong.isEmpty()
                                ? p("No slot stood under a key whose bytes it did not hold.")
                                : LongTable.of(
                                        "Wrong bytes",
                                        "Slots that stood under one key and held another's bytes, and who read them.",
                                        List.of("peer", "slot", "named", "held", "written by", "from", "to", "read by"),
                                        wrong.stream().map(this::wrongRow).toList()))
                .withId("bytes");
    }

    private DomContent wrongRow(WrongBytes wrong) {
        return tr(
                td(names.of(wrong.peer())),
                td(Long.toString(wrong.slot())),
                td(words.shown(wrong.named())),
                td(words.shown(wrong.held())),
                td(event(wrong.sequence(), names.of(wrong.writer()) + ", transfer " + wrong.transfer())),
                td(Words.duration(wrong.fromNanos())),
                td(wrong.toNanos() < 0 ? "the end" : Words.duration(wrong.toNanos())),
                td(
                        wrong.readers().isEmpty()
                                ? "nobody"
                                : String.join(
                                        "; ",
                                        wrong.readers().stream()
                                                .map(words::shown)
                                                .toList())));
    }

    DomContent peers() {
        return section(
                        h2("Peers"),
                        PageFrame.scrolled(
                                "Peers",
                                table(
                                        caption("What each peer did, and how it was at the end."),
                                        PageFrame.headings(
                                                "peer",
                                                "address",
                                                "lives",
                                                "at the end",
                                                "messages sent",
                                                "received",
                                                "loads",
                                                "stores",
                                                "blocks written",
                                                "blocks landed",
                                                "landed late"),
                                        tbody(each(report.peers(), this::peerRow)))))
                .withId("peers");
    }

    private DomContent peerRow(RunReport.Peer peer) {
        PeerCounters counters = PeerCounters.of(peer.id(), timeline);
        String state = peer.crash() != null ? "crashed: " + peer.crash() : peer.alive() ? "alive" : "dead";
        return tr(
                th(peer.peer()).attr("scope", "row"),
                td(peer.id()),
                td(Integer.toString(peer.lives())),
                td(state),
                td(Long.toString(counters.sent())),
                td(Long.toString(counters.received())),
                td(counters.loads().toString()),
                td(counters.stores().toString()),
                td(Long.toString(counters.written())),
                td(Long.toString(counters.landed())),
                td(Long.toString(counters.late())));
    }

    DomContent laws() {
        return section(
                        h2("Laws and expectations"),
                        PageFrame.scrolled(
                                "Laws",
                                table(
                                        caption("How often each law was checked and at stake, and where it broke."),
                                        PageFrame.headings(
                                                "law", "that it breaks means", "checked", "at stake", "broke", "first"),
                                        tbody(each(report.laws(), Sections::lawRow)))),
                        iff(
                                !report.expectations().isEmpty(),
                                PageFrame.scrolled(
                                        "Expectations",
                                        table(
                                                caption("What the scenario states, and what was seen."),
                                                PageFrame.headings("stated", "met", "seen"),
                                                tbody(each(
                                                        report.expectations(),
                                                        e -> tr(
                                                                td(e.stated()),
                                                                td(e.met() ? "yes" : "no"),
                                                                td(e.seen()))))))))
                .withId("laws");
    }

    private static DomContent lawRow(RunReport.Law law) {
        String first = law.violations().isEmpty()
                ? (law.atStake() == 0 ? "never at stake" : "")
                : Words.abridged(law.violations().get(0).what());
        return tr(
                th(law.law()).attr("scope", "row"),
                td(law.means()),
                td(Long.toString(law.checked())),
                td(Long.toString(law.atStake())),
                td(
                        law.violations().isEmpty()
                                ? ""
                                : Words.count(law.violations().size(), "time")),
                td(first));
    }

    DomContent configuration() {
        return section(
                        h2("Configuration"),
                        report.profileChanges().isEmpty()
                                ? p("The profile is " + report.profileBase() + ", unchanged.")
                                : div(
                                        p("The profile differs from " + report.profileBase() + " in:"),
                                        ul(each(
                                                report.profileChanges().entrySet(),
                                                row -> li(code(row.getKey()), span(" " + row.getValue()))))),
                        PageFrame.scrolled(
                                "Configuration",
                                table(
                                        caption("Rows of the profile that mattered in this run."),
                                        PageFrame.headings("row", "value", "known from", "source"),
                                        tbody(each(
                                                report.rowsReached(),
                                                row -> tr(
                                                        th(row.row()).attr("scope", "row"),
                                                        td(row.value()),
                                                        td(row.evidence()),
                                                        td(row.source())))))),
                        iff(
                                !report.publicReports().isEmpty(),
                                div(
                                        p("Public reports of it:"),
                                        ul(each(report.publicReports(), link -> li(reference(link)))))))
                .withId("configuration");
    }

    /** Only what is a web address becomes a link. */
    private static DomContent reference(String link) {
        return link.startsWith("https://") ? a(link).withHref(link).withRel("noreferrer") : span(link);
    }
}

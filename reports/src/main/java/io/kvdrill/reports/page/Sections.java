package io.kvdrill.reports.page;

import static j2html.TagCreator.a;
import static j2html.TagCreator.button;
import static j2html.TagCreator.caption;
import static j2html.TagCreator.code;
import static j2html.TagCreator.div;
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

import io.kvdrill.reports.json.Names;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.timeline.Span;
import io.kvdrill.reports.timeline.Timeline;
import io.kvdrill.reports.timeline.WrongBytes;
import j2html.tags.DomContent;
import java.util.List;

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

    DomContent story(List<Story.Sentence> sentences) {
        return section(
                        h2("Story"),
                        ol(each(
                                        sentences,
                                        sentence -> li(
                                                        time(Words.clock(sentence.nanos())),
                                                        event(sentence.sequence(), sentence.text()))
                                                .withClass(sentence.tone())
                                                .withCondData(
                                                        !sentence.request().isEmpty(), "of", sentence.request())))
                                .withClass("story"))
                .withId("story");
    }

    /** A text that leads to its event, wherever that is shown. */
    static DomContent event(long sequence, String text) {
        return sequence <= 0
                ? span(text)
                : button(text).withType("button").withClass("event").attr("data-seq", Long.toString(sequence));
    }

    DomContent slots(List<HeldSlots.Held> held) {
        return PageFrame.drawn(
                        "slots",
                        "Slots",
                        "Primary slots of a peer: in use, pinned, and held back from reuse.",
                        "Drag across the picture: zoom; double click: all.")
                .with(
                        held.isEmpty()
                                ? p("No slot was held back from reuse.")
                                : LongTable.of(
                                        "Slots held back",
                                        "Slots held back from reuse after their load or store had"
                                                + " ended, because a write could still touch them.",
                                        List.of(
                                                "peer",
                                                "slots",
                                                "number",
                                                "of",
                                                "request",
                                                "from",
                                                "for",
                                                "free since"),
                                        held.stream().map(this::heldRow).toList()));
    }

    private DomContent heldRow(HeldSlots.Held held) {
        boolean open = held.span().outcome() == Span.Outcome.OPEN;
        String job = (held.span().kind() == Span.Kind.LOAD_SLOTS_HELD ? "load " : "store ")
                + held.span().job();
        return tr(
                th(names.of(held.span().peer())).attr("scope", "row"),
                td(Ranges.of(held.slots())),
                td(held.slots().isEmpty() ? "" : Integer.toString(held.slots().size())),
                td(job),
                td(held.request()),
                td(event(held.span().beginSequence(), Words.clock(held.span().beginNanos()))),
                td(Words.duration(held.span().nanos())),
                open
                        ? td("never: held to the end")
                        : td(
                                event(
                                        held.span().endSequence(),
                                        Words.clock(held.span().endNanos())),
                                span(held.proof().isEmpty() ? "" : ", when " + HeldSlots.freedBy(held.proof()))));
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
                td(Words.clock(wrong.fromNanos())),
                td(wrong.toNanos() < 0 ? "the end" : Words.clock(wrong.toNanos())),
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
                                                                td(Words.abridged(e.seen())))))))))
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

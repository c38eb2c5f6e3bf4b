package io.kvdrill.reports.export;

import io.kvdrill.reports.json.FaultWords;
import io.kvdrill.reports.json.Names;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.timeline.Mark;
import io.kvdrill.reports.timeline.MessageFlight;
import io.kvdrill.reports.timeline.SlotUse;
import io.kvdrill.reports.timeline.Span;
import io.kvdrill.reports.timeline.Timeline;
import io.kvdrill.reports.timeline.TimelineReader;
import io.kvdrill.reports.timeline.TransferFlight;
import io.kvdrill.reports.trace.StoredTrace;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A run as Chrome's trace events in JSON, which Perfetto's UI opens: a process for each peer and one for the world, a track
 * for what lasted of one kind, slices at both ends of a message or a write with a flow between them, instants for faults,
 * deadlines and deaths, a counter of slots. Where things of one kind overlap they are on several tracks, because slices of
 * one track must not. The same run gives the same bytes.
 *
 * <p>Source: "Trace Event Format", the Chromium project; docs/exports.md has what each event carries.
 */
public final class ChromeTrace {
    private static final long NO_SEQUENCE = 0;

    private final RunReport report;
    private final StoredTrace trace;
    private final Timeline timeline;
    private final Names names;
    private final EventList events = new EventList();
    private final List<Slice> slices = new ArrayList<>();

    private ChromeTrace(RunReport report, StoredTrace trace) {
        this.report = report;
        this.trace = trace;
        this.timeline = TimelineReader.read(trace.entries(), new FaultWords(report.faults()));
        this.names = new Names(report);
    }

    /**
     * Writes the events of a run, as UTF-8. The stream stays open.
     *
     * @throws tools.jackson.core.JacksonException if the stream fails
     */
    public static void write(RunReport report, StoredTrace trace, OutputStream out) {
        new ChromeTrace(report, trace).write(out);
    }

    private void write(OutputStream out) {
        events.process("", "world", 0);
        List<String> peers = new ArrayList<>(names.all().keySet());
        timeline.peers().stream().filter(peer -> !names.all().containsKey(peer)).forEach(peers::add);
        for (int i = 0; i < peers.size(); i++) {
            events.process(peers.get(i), names.of(peers.get(i)) + " (" + peers.get(i) + ")", i + 1);
        }
        timeline.spans().forEach(this::span);
        timeline.messages().forEach(this::message);
        timeline.transfers().forEach(this::transfer);
        slices.sort(Comparator.comparingLong(Slice::beginNanos).thenComparingLong(Slice::order));
        Lanes lanes = new Lanes();
        for (Slice slice : slices) {
            int lane = lanes.place(slice.peer() + '\n' + slice.track(), slice.beginNanos(), slice.endNanos());
            events.slice(slice, lane);
        }
        timeline.marks().forEach(this::mark);
        report.violations().forEach(broken -> violation(broken.law(), broken.violation()));
        timeline.slots().forEach(this::slots);
        Map<String, Object> about = new LinkedHashMap<>();
        about.put("scenario", report.scenario());
        about.put("profile", report.profile());
        about.put("seed", Long.toString(report.seed()));
        about.put("verdict", report.verdict());
        about.put("fingerprint", trace.fingerprint());
        about.put("kvdrill_version", trace.header().version());
        about.put("again", report.again());
        events.write(out, about);
    }

    // ---- what lasted ---------------------------------------------------------------------------------------------

    private void span(Span span) {
        Map<String, Object> args = new LinkedHashMap<>();
        put(args, "request", span.request());
        put(args, "job", span.job());
        args.put("outcome", span.outcome().name().toLowerCase(Locale.ROOT));
        put(args, "entry", span.beginSequence(), NO_SEQUENCE);
        put(args, "end_entry", span.endSequence(), NO_SEQUENCE);
        slices.add(new Slice(
                span.peer(),
                track(span.kind()),
                name(span),
                span.beginNanos(),
                span.endNanos(),
                args,
                List.of(),
                slices.size()));
    }

    private static String track(Span.Kind kind) {
        return switch (kind) {
            case DOWN, PAUSED, BLOCKED -> "process";
            case PREFILL -> "prefill";
            case REQUEST -> "requests";
            case HANDSHAKE, SESSION -> "sessions";
            case LOAD -> "loads";
            case STORE -> "stores";
            case LOAD_SLOTS_HELD, STORE_SLOTS_HELD -> "slots held";
        };
    }

    private String name(Span span) {
        return switch (span.kind()) {
            case HANDSHAKE -> "handshake with " + names.of(span.label());
            case SESSION -> "session with " + names.of(span.label());
            case DOWN -> span.label().isEmpty() ? "down" : "down: " + span.label();
            default -> span.label().isEmpty() ? track(span.kind()) : span.label();
        };
    }

    // ---- messages and writes ---------------------------------------------------------------------------------------

    private void message(MessageFlight flight) {
        String flow = "message-" + flight.sentSequence();
        Map<String, Object> args = new LinkedHashMap<>();
        put(args, "request", flight.request());
        put(args, "round", flight.round());
        put(args, "lost", flight.lost());
        put(args, "entry", flight.sentSequence(), NO_SEQUENCE);
        boolean arrived = flight.arrivedNanos() >= 0;
        slices.add(new Slice(
                flight.from(),
                "messages out",
                flight.type() + " to " + names.of(flight.to()),
                flight.sentNanos(),
                flight.sentNanos(),
                args,
                arrived ? List.of(Slice.Flow.from(flow)) : List.of(),
                slices.size()));
        if (arrived) {
            Map<String, Object> there = new LinkedHashMap<>();
            put(there, "request", flight.request());
            put(there, "round", flight.round());
            put(there, "entry", flight.arrivedSequence(), NO_SEQUENCE);
            slices.add(new Slice(
                    flight.to(),
                    "messages in",
                    flight.type() + " from " + names.of(flight.from()),
                    flight.arrivedNanos(),
                    flight.arrivedNanos(),
                    there,
                    List.of(Slice.Flow.to(flow)),
                    slices.size()));
        }
    }

    private void transfer(TransferFlight flight) {
        Map<String, Object> args = new LinkedHashMap<>();
        args.put("transfer", flight.transfer());
        put(args, "request", flight.request());
        put(args, "round", flight.round());
        args.put("blocks", flight.blocks());
        args.put("fate", flight.fate().name().toLowerCase(Locale.ROOT));
        args.put("landed_late", flight.landedLate());
        put(args, "entry", flight.postedSequence(), NO_SEQUENCE);
        List<Slice.Flow> flows = new ArrayList<>();
        for (int i = 0; i < flight.landings().size(); i++) {
            TransferFlight.Landing landing = flight.landings().get(i);
            String flow = "write-" + flight.transfer() + "-" + i;
            flows.add(Slice.Flow.from(flow));
            Map<String, Object> there = new LinkedHashMap<>();
            there.put("transfer", flight.transfer());
            there.put("blocks", landing.blocks());
            put(there, "entry", landing.sequence(), NO_SEQUENCE);
            slices.add(new Slice(
                    flight.to(),
                    "blocks landing",
                    landing.blocks()
                            + (landing.blocks() == 1 ? " block from " : " blocks from ")
                            + names.of(flight.from()),
                    landing.nanos(),
                    landing.nanos(),
                    there,
                    List.of(Slice.Flow.to(flow)),
                    slices.size()));
        }
        slices.add(new Slice(
                flight.from(),
                "writes",
                "write to " + names.of(flight.to()),
                flight.postedNanos(),
                flight.endNanos() < 0 ? timeline.endNanos() : flight.endNanos(),
                args,
                flows,
                slices.size()));
    }

    // ---- moments -------------------------------------------------------------------------------------------------

    private void mark(Mark mark) {
        events.instant(
                mark.peer(), mark.text(), mark.kind().name().toLowerCase(Locale.ROOT), mark.nanos(), mark.sequence());
    }

    private void violation(String law, RunReport.Violation violation) {
        long sequence = violation.ledTo().isEmpty()
                ? NO_SEQUENCE
                : violation.ledTo().get(violation.ledTo().size() - 1).sequence();
        events.instant("", law + " breaks: " + violation.what(), "violation", violation.nanos(), sequence);
    }

    private void slots(SlotUse use) {
        Map<String, Object> args = new LinkedHashMap<>();
        args.put("used", use.used());
        args.put("pinned", use.pinned());
        args.put("held", use.held());
        events.counter(use.peer(), "slots", use.nanos(), args);
    }

    private static void put(Map<String, Object> args, String name, String value) {
        if (!value.isEmpty()) {
            args.put(name, value);
        }
    }

    private static void put(Map<String, Object> args, String name, long value) {
        put(args, name, value, -1);
    }

    private static void put(Map<String, Object> args, String name, long value, long none) {
        if (value != none) {
            args.put(name, value);
        }
    }
}

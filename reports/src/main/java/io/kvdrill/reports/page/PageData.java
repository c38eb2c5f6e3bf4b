package io.kvdrill.reports.page;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.cause.Causes;
import io.kvdrill.reports.json.BrokenLaw;
import io.kvdrill.reports.json.Names;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.timeline.Timeline;
import io.kvdrill.reports.timeline.TransferFlight.Landing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the scripts of the page draw, as JSON. Peers, kinds and labels are numbers that point into tables, and rows are
 * arrays: a trace of 100,000 entries stays small. {@code data.js} names the columns in the same order.
 */
final class PageData {
    /** The cause of what has none; of one with several the page has a list. */
    private static final Long NONE = 0L;

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final Names names;
    private final Words words;
    private final RequestIndex requests;
    private final List<String> peers = new ArrayList<>();
    private final Map<String, Integer> peerPlaces = new LinkedHashMap<>();

    PageData(Names names, Words words, RequestIndex requests) {
        this.names = names;
        this.words = words;
        this.requests = requests;
    }

    String json(RunReport report, Timeline timeline, List<StoredEntry> entries) {
        names.all().keySet().forEach(this::peer);
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("end", Math.max(timeline.endNanos(), report.virtualNanos()));
        data.put("spans", spans(timeline));
        data.put("messages", messages(timeline));
        data.put("transfers", transfers(timeline));
        data.put("slots", slots(timeline));
        data.put("marks", marks(timeline, report));
        data.put("requests", requestRows(report));
        data.put("violations", violations(report));
        data.put("trace", trace(entries, new Causes(entries, report.faults(), names)));
        data.put("latencies", Latencies.of(report, timeline));
        data.put("peers", peers.stream().map(names::of).toList());
        return MAPPER.writeValueAsString(data);
    }

    private int peer(String id) {
        return peerPlaces.computeIfAbsent(id, unknown -> {
            peers.add(unknown);
            return peers.size() - 1;
        });
    }

    private List<Object> spans(Timeline timeline) {
        List<Object> rows = new ArrayList<>();
        timeline.spans()
                .forEach(span -> rows.add(List.of(
                        peer(span.peer()),
                        lower(span.kind()),
                        words.shown(names.leading(span.label())),
                        span.beginNanos(),
                        span.endNanos(),
                        lower(span.outcome()),
                        requests.of(span.beginSequence()),
                        span.job(),
                        span.beginSequence(),
                        span.endSequence())));
        return rows;
    }

    private List<Object> messages(Timeline timeline) {
        List<Object> rows = new ArrayList<>();
        timeline.messages()
                .forEach(message -> rows.add(List.of(
                        peer(message.from()),
                        peer(message.to()),
                        message.type(),
                        requests.of(message.sentSequence()),
                        message.round(),
                        message.sentNanos(),
                        message.arrivedNanos(),
                        message.sentSequence(),
                        message.arrivedSequence(),
                        message.lost())));
        return rows;
    }

    private List<Object> transfers(Timeline timeline) {
        List<Object> rows = new ArrayList<>();
        timeline.transfers().forEach(transfer -> {
            List<Long> landings = new ArrayList<>();
            for (Landing landing : transfer.landings()) {
                landings.add(landing.nanos());
                landings.add((long) landing.blocks());
            }
            rows.add(List.of(
                    peer(transfer.from()),
                    peer(transfer.to()),
                    transfer.transfer(),
                    requests.of(transfer.postedSequence()),
                    transfer.round(),
                    transfer.blocks(),
                    transfer.postedNanos(),
                    transfer.endNanos(),
                    lower(transfer.fate()),
                    transfer.forgottenNanos(),
                    transfer.postedSequence(),
                    transfer.endSequence(),
                    landings));
        });
        return rows;
    }

    private List<Object> slots(Timeline timeline) {
        List<Object> rows = new ArrayList<>();
        timeline.slots()
                .forEach(use -> rows.add(List.of(peer(use.peer()), use.nanos(), use.used(), use.pinned(), use.held())));
        return rows;
    }

    private List<Object> marks(Timeline timeline, RunReport report) {
        List<Object> rows = new ArrayList<>();
        timeline.marks()
                .forEach(mark -> rows.add(List.of(
                        mark.peer().isEmpty() ? -1 : peer(mark.peer()),
                        lower(mark.kind()),
                        mark.text(),
                        mark.nanos(),
                        mark.sequence())));
        Map<String, String> ids = new LinkedHashMap<>();
        names.all().forEach((id, name) -> ids.putIfAbsent(name, id));
        for (BrokenLaw broken : report.violations()) {
            RunReport.Violation violation = broken.violation();
            String first = violation.peers().isEmpty() ? "" : violation.peers().get(0);
            String id = ids.get(first);
            rows.add(List.of(
                    id == null ? -1 : peer(id),
                    "violation",
                    broken.law() + ": " + Words.abridged(violation.what()),
                    violation.nanos(),
                    violation.foundAt()));
        }
        return rows;
    }

    private static List<Object> requestRows(RunReport report) {
        List<Object> rows = new ArrayList<>();
        for (RunReport.Request request : report.requests()) {
            rows.add(List.of(
                    request.request(),
                    request.finish() == null ? "" : request.finish(),
                    orNone(request.arrivedNanos()),
                    orNone(request.firstTokenNanos()),
                    orNone(request.endedNanos())));
        }
        return rows;
    }

    private static List<Object> violations(RunReport report) {
        List<Object> rows = new ArrayList<>();
        for (BrokenLaw broken : report.violations()) {
            RunReport.Violation violation = broken.violation();
            rows.add(List.of(
                    broken.law(),
                    Words.abridged(violation.what()),
                    violation.nanos(),
                    violation.ledTo().stream().map(RunReport.Entry::sequence).toList()));
        }
        return rows;
    }

    private Map<String, Object> trace(List<StoredEntry> entries, Causes known) {
        Map<String, Integer> kinds = new LinkedHashMap<>();
        List<Long> times = new ArrayList<>(entries.size());
        List<Integer> at = new ArrayList<>(entries.size());
        List<Integer> kind = new ArrayList<>(entries.size());
        List<Object> causes = new ArrayList<>(entries.size());
        List<String> texts = new ArrayList<>(entries.size());
        Map<String, Integer> asked = new LinkedHashMap<>();
        List<Integer> request = new ArrayList<>(entries.size());
        Map<String, String> full = new LinkedHashMap<>();
        for (StoredEntry entry : entries) {
            times.add(entry.worldNanos());
            at.add(entry.peer().isEmpty() ? -1 : peer(entry.peer()));
            Integer place = kinds.putIfAbsent(entry.kind(), kinds.size());
            kind.add(place == null ? kinds.size() - 1 : place);
            List<Long> direct = known.of(entry.sequence());
            causes.add(direct.size() == 1 ? direct.get(0) : direct.isEmpty() ? NONE : direct);
            String text = words.of(entry);
            String all = words.inFull(entry);
            texts.add(text);
            if (!all.equals(text)) {
                full.put(Long.toString(entry.sequence()), all);
            }
            String about = requests.of(entry);
            asked.putIfAbsent(about, asked.size());
            request.add(asked.getOrDefault(about, 0));
        }
        Map<String, Object> trace = new LinkedHashMap<>();
        trace.put("kinds", List.copyOf(kinds.keySet()));
        trace.put("t", times);
        trace.put("peer", at);
        trace.put("kind", kind);
        trace.put("cause", causes);
        trace.put("text", texts);
        trace.put("full", full);
        trace.put("requests", List.copyOf(asked.keySet()));
        trace.put("request", request);
        return trace;
    }

    private static long orNone(@org.jspecify.annotations.Nullable Long nanos) {
        return nanos == null ? -1 : nanos;
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}

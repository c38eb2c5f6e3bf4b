package io.kvdrill.reports.timeline;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.timeline.Span.Kind;
import io.kvdrill.reports.timeline.Span.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects spans: those that are open, by what names them at their peer, and those that ended. */
final class SpanBook {

    private record Key(String peer, Kind kind, String name) {}

    private record Begun(StoredEntry entry, String label, String request, long job) {}

    private final Map<Key, Begun> open = new LinkedHashMap<>();
    private final List<Span> ended = new ArrayList<>();

    /** Begins a span, unless one of that name is open already. */
    void begin(StoredEntry at, Kind kind, String name, String label, String request, long job) {
        begin(at, at.peer(), kind, name, label, request, job);
    }

    /** Begins a span of another peer than the entry's. */
    void begin(StoredEntry at, String peer, Kind kind, String name, String label, String request, long job) {
        open.putIfAbsent(new Key(peer, kind, name), new Begun(at, label, request, job));
    }

    /** Ends a span; nothing if it is not open. */
    void end(StoredEntry at, Kind kind, String name, Outcome outcome, String ending) {
        end(at, at.peer(), kind, name, outcome, ending);
    }

    /** Ends a span of another peer than the entry's. */
    void end(StoredEntry at, String peer, Kind kind, String name, Outcome outcome, String ending) {
        Key key = new Key(peer, kind, name);
        Begun begun = open.remove(key);
        if (begun != null) {
            ended.add(span(key, begun, at.worldNanos(), outcome, ending, at.sequence()));
        }
    }

    /** Ends every open span of a peer. */
    void endAll(StoredEntry at, String peer, String ending) {
        for (Key key : List.copyOf(open.keySet())) {
            if (key.peer().equals(peer)) {
                end(at, peer, key.kind(), key.name(), Outcome.FAILED, ending);
            }
        }
    }

    /** A span whose length is known when it begins. */
    void whole(StoredEntry at, Kind kind, String label, long nanos, String request, Outcome outcome) {
        ended.add(new Span(
                at.peer(),
                kind,
                label,
                at.worldNanos(),
                at.worldNanos() + nanos,
                outcome,
                request,
                Fields.NONE,
                at.sequence(),
                at.sequence()));
    }

    void finish(long endNanos) {
        open.forEach((key, begun) -> ended.add(span(key, begun, endNanos, Outcome.OPEN, "", 0)));
        open.clear();
    }

    List<Span> spans() {
        ended.sort(Comparator.comparingLong(Span::beginSequence));
        return ended;
    }

    private static Span span(Key key, Begun begun, long endNanos, Outcome outcome, String ending, long endSequence) {
        return new Span(
                key.peer(),
                key.kind(),
                ending.isEmpty() ? begun.label() : begun.label() + ": " + ending,
                begun.entry().worldNanos(),
                endNanos,
                outcome,
                begun.request(),
                begun.job(),
                begun.entry().sequence(),
                endSequence);
    }
}

package io.kvdrill.reports.worlds;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.json.Names;
import io.kvdrill.reports.pair.Side;
import io.kvdrill.reports.timeline.Fields;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What happened in a run under names that are the same in another world: states that something came to, messages that were
 * sent and received, what engines did for requests, and faults.
 */
final class Moments {
    private final Names names;
    private final Map<String, Long> sequences = new LinkedHashMap<>();
    private final Map<String, Integer> counts = new LinkedHashMap<>();

    private Moments(Names names) {
        this.names = names;
    }

    /** The entries of a run at which something happened, by what it is called. */
    static Map<String, Long> of(Side side, List<StatePath> paths) {
        Moments moments = new Moments(new Names(side.report()));
        for (StatePath path : paths) {
            for (Passage passage : path.passages()) {
                moments.put(path.subject() + ": " + passage.state(), passage.sequence());
            }
        }
        side.trace().entries().forEach(moments::see);
        return Collections.unmodifiableMap(moments.sequences);
    }

    private void see(StoredEntry entry) {
        String at = names.of(entry.peer());
        switch (entry.kind()) {
            case "message_sent" -> put(message(entry) + " sent by " + at + " to " + other(entry), entry.sequence());
            case "message_received" ->
                put(message(entry) + " received by " + at + " from " + other(entry), entry.sequence());
            case "request_entered", "prefill_done", "request_left" ->
                put(
                        Fields.text(entry, "engine_request") + ": "
                                + entry.kind().replace('_', ' ') + " at " + at,
                        entry.sequence());
            case "engine_started", "shutdown_done" ->
                put(entry.kind().replace('_', ' ') + " at " + at, entry.sequence());
            case "fault_struck", "fault_ended" ->
                put(entry.kind().replace('_', ' ') + ": " + Fields.text(entry, "fault"), entry.sequence());
            default -> {}
        }
    }

    private String other(StoredEntry entry) {
        return names.of(Fields.text(entry, "peer"));
    }

    private static String message(StoredEntry entry) {
        String request = Fields.messageText(entry, "request");
        long round = Fields.messageNumber(entry, "round");
        return Fields.messageText(entry, "type")
                + (request.isEmpty() ? "" : " of " + request)
                + (round == Fields.NONE ? "" : " round " + Long.toUnsignedString(round));
    }

    private void put(String name, long sequence) {
        int number = counts.merge(name, 1, Integer::sum);
        sequences.put(number == 1 ? name : name + ", no. " + number, sequence);
    }
}

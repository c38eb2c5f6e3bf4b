package io.kvdrill.reports.cause;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.json.Names;
import io.kvdrill.reports.json.RunReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which faults are behind what happens to frames, links, registrations and writes while they last. */
final class Blame {
    private static final Set<String> CUT_OFF = Set.of(
            "frame_lost",
            "link_lost",
            "inbound_link_closed",
            "dial_unanswered",
            "transfer_stalled",
            "transfer_stopped");

    private static final Set<String> DEATHS = Set.of("kill", "restart", "power_off");

    /** What a fault of a kind does to others than a process; what it does to a process is in the trace beside it. */
    private static final Map<String, Set<String>> EFFECTS = Map.ofEntries(
            Map.entry("kill", CUT_OFF),
            Map.entry("restart", CUT_OFF),
            Map.entry("power_off", CUT_OFF),
            Map.entry("partition", CUT_OFF),
            Map.entry("reset", Set.of("frame_lost", "link_lost", "inbound_link_closed")),
            Map.entry("drop_connection", Set.of("frame_lost", "link_lost", "inbound_link_closed")),
            Map.entry("drop", Set.of("frame_lost")),
            Map.entry("delay", Set.of("frame_delivered")),
            Map.entry("hold", Set.of("frame_delivered")),
            Map.entry("registration", Set.of("registration_began", "registration_ended")),
            Map.entry(
                    "writes",
                    Set.of(
                            "write_posted",
                            "write_refused",
                            "transfer_stalled",
                            "transfer_stopped",
                            "completion_lost")));

    private record Stroke(RunReport.Fault fault, int place, int end) {}

    private final Index index;
    private final Names names;
    private final List<Stroke> strokes = new ArrayList<>();

    Blame(Index index, List<RunReport.Fault> faults, Names names) {
        this.index = index;
        this.names = names;
        Map<String, RunReport.Fault> byName = new LinkedHashMap<>();
        faults.forEach(fault -> byName.put(fault.fault(), fault));
        for (int place : index.ofKind("", "fault_struck")) {
            String name = Index.text(index.entry(place), "fault");
            RunReport.Fault fault = byName.get(name);
            if (fault != null) {
                strokes.add(new Stroke(fault, place, end(fault, place)));
            }
        }
    }

    /** A process that has died is back when another has started. */
    private int end(RunReport.Fault fault, int after) {
        if (DEATHS.contains(fault.kind())) {
            return fault.peers().stream()
                    .mapToInt(peer -> index.firstOfKind(names.id(peer), "engine_started", after))
                    .min()
                    .orElse(index.size());
        }
        String name = fault.fault();
        for (int place : index.ofKind("", "fault_ended")) {
            if (place > after && Index.text(index.entry(place), "fault").equals(name)) {
                return place;
            }
        }
        return index.size();
    }

    /** Where the faults struck that are behind an entry; of those of one kind, the latest. */
    List<Integer> of(int place) {
        Map<String, Integer> found = new LinkedHashMap<>();
        for (Stroke stroke : strokes) {
            if (stroke.place() < place && lasts(stroke, place) && causes(stroke.fault(), place)) {
                found.put(stroke.fault().kind(), stroke.place());
            }
        }
        return List.copyOf(found.values());
    }

    /** A message that was held comes when the fault ends. */
    private boolean lasts(Stroke stroke, int place) {
        StoredEntry entry = index.entry(place);
        int begun = entry.kind().equals("frame_delivered") ? (int) entry.cause() - 1 : place;
        return begun <= stroke.end();
    }

    private boolean causes(RunReport.Fault fault, int place) {
        StoredEntry entry = index.entry(place);
        if (!EFFECTS.getOrDefault(fault.kind(), Set.of()).contains(entry.kind())) {
            return false;
        }
        List<String> ends =
                List.of(names.of(entry.peer()), names.of(index.subject(place).other()));
        String message = fault.message();
        return ends.containsAll(fault.peers()) && (message == null || message.equals(sent(entry)));
    }

    /** The type of the message that was delivered or lost. */
    private String sent(StoredEntry entry) {
        int cause = (int) entry.cause() - 1;
        return cause >= 0 && cause < index.size() ? Index.text(index.entry(cause), "what") : "";
    }
}

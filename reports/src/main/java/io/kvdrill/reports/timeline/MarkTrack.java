package io.kvdrill.reports.timeline;

import static io.kvdrill.reports.timeline.Fields.text;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.json.FaultWords;
import io.kvdrill.reports.timeline.Mark.Kind;
import io.kvdrill.reports.trace.FaultKinds;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Faults, deadlines that passed, deaths, wrong bytes that were read. */
final class MarkTrack implements Track {
    private static final Set<String> DEATHS = Set.of("session_died", "engine_crashed", "peer_down");

    private final FaultWords faults;
    private final List<Mark> marks = new ArrayList<>();

    MarkTrack(FaultWords faults) {
        this.faults = faults;
    }

    @Override
    public void see(StoredEntry entry) {
        String kind = entry.kind();
        if (FaultKinds.ALL.contains(kind)) {
            add(entry, Kind.FAULT);
        } else if (kind.endsWith("_timed_out") || kind.equals("parked_stores_reaped") || kind.equals("drain_forced")) {
            add(entry, Kind.DEADLINE);
        } else if (DEATHS.contains(kind)) {
            add(entry, Kind.DEATH);
        } else if (kind.equals("blocks_read")
                && !Fields.numbers(entry, "wrong_slots").isEmpty()) {
            add(entry, Kind.WRONG_BYTES);
        }
    }

    /** A mark of an entry about a peer that the world made: at that peer. */
    private void add(StoredEntry entry, Kind kind) {
        String peer = entry.peer().isEmpty() ? text(entry, "peer") : entry.peer();
        String text = entry.kind().replace('_', ' ')
                + faults.of(entry).map(words -> ": " + words).orElse("");
        marks.add(new Mark(entry.worldNanos(), peer, kind, text, entry.sequence()));
    }

    @Override
    public void end(long endNanos) {}

    List<Mark> marks() {
        return marks;
    }
}

package io.kvdrill.reports.timeline;

import static io.kvdrill.reports.timeline.Fields.numbers;
import static io.kvdrill.reports.timeline.Fields.text;

import io.kvdrill.core.trace.StoredEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What slots are used for. A process that has ended uses none. */
final class SlotTrack implements Track {

    private static final class Peer {
        private final Set<Long> used = new TreeSet<>();
        private final Map<Long, Integer> pins = new TreeMap<>();
        private final Set<Long> held = new TreeSet<>();
    }

    private final Map<String, Peer> peers = new LinkedHashMap<>();
    private final List<SlotUse> uses = new ArrayList<>();

    @Override
    public void see(StoredEntry entry) {
        switch (entry.kind()) {
            case "engine_started", "engine_crashed", "shutdown_done" -> peers.put(entry.peer(), new Peer());
            case "process_killed" -> {
                String peer = text(entry, "peer");
                if (peers.containsKey(peer)) {
                    peers.put(peer, new Peer());
                    note(entry, peer);
                }
                return;
            }
            case "slots_reserved" -> of(entry).used.addAll(numbers(entry, "slots"));
            case "slots_evicted", "slots_freed" -> numbers(entry, "slots").forEach(of(entry).used::remove);
            case "slots_pinned" ->
                numbers(entry, "slots").forEach(slot -> of(entry).pins.merge(slot, 1, Integer::sum));
            case "slots_unpinned" ->
                numbers(entry, "slots")
                        .forEach(
                                slot -> of(entry).pins.computeIfPresent(slot, (s, pins) -> pins > 1 ? pins - 1 : null));
            case "slots_quarantined" -> of(entry).held.addAll(numbers(entry, "slots"));
            case "quarantine_lifted" -> numbers(entry, "slots").forEach(of(entry).held::remove);
            default -> {
                return;
            }
        }
        note(entry, entry.peer());
    }

    private Peer of(StoredEntry entry) {
        return peers.computeIfAbsent(entry.peer(), id -> new Peer());
    }

    /** Of several changes at one time the last counts. */
    private void note(StoredEntry entry, String id) {
        Peer peer = peers.getOrDefault(id, new Peer());
        int last = uses.size() - 1;
        if (last >= 0
                && uses.get(last).nanos() == entry.worldNanos()
                && uses.get(last).peer().equals(id)) {
            uses.remove(last);
        }
        uses.add(new SlotUse(id, entry.worldNanos(), peer.used.size(), peer.pins.size(), peer.held.size()));
    }

    @Override
    public void end(long endNanos) {}

    List<SlotUse> uses() {
        return uses;
    }
}

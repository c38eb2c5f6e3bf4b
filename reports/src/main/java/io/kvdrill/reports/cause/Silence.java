package io.kvdrill.reports.cause;

import io.kvdrill.core.trace.StoredEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What kept an answer away: the other peer did not live or move, or what was under way between the two was lost or stuck. */
final class Silence {
    private static final int MOST = 3;
    private static final Set<String> STOPS = Set.of(
            "process_killed", "process_paused", "engine_crashed", "shutdown_done", "host_blocked", "host_stalled");

    private final Index index;

    Silence(Index index) {
        this.index = index;
    }

    /**
     * The latest entries that kept it away.
     *
     * @param peer who waited
     * @param other whose answer did not come
     * @param request what it was about; empty for anything
     * @param from since which place the peer waited
     * @param to until which place it did
     */
    List<Integer> between(String peer, String other, String request, int from, int to) {
        List<Integer> found = new ArrayList<>();
        if (other.isEmpty()) {
            return found;
        }
        stopped(other, from, to, found);
        lost(peer, other, request, from, to, found);
        lost(other, peer, request, from, to, found);
        for (int place : latest(index.ofKind(other, "transfer_stalled"), from, to)) {
            if (about(place, peer, request)) {
                found.add(place);
            }
        }
        return found;
    }

    /** The other stopped while it was waited for, or had stopped before and not begun again. */
    private void stopped(String other, int from, int to, List<Integer> found) {
        int last = -1;
        for (String kind : STOPS) {
            last = Math.max(last, index.latestOfKind(other, kind, to));
        }
        int begun = index.latestOfKind(other, "engine_started", to);
        int resumed = Math.max(
                index.latestOfKind(other, "process_resumed", to), index.latestOfKind(other, "host_unblocked", to));
        if (last >= 0 && (last >= from || last > Math.max(begun, resumed)) && !overBefore(last, from)) {
            found.add(last);
        }
    }

    /** A stall says when it begins for how long it will be. */
    private boolean overBefore(int place, int from) {
        StoredEntry entry = index.entry(place);
        return entry.kind().equals("host_stalled")
                && from >= 0
                && entry.value("nanos") instanceof Long nanos
                && entry.worldNanos() + nanos < index.entry(from).worldNanos();
    }

    private void lost(String sender, String receiver, String request, int from, int to, List<Integer> found) {
        for (int place : latest(index.ofKind(sender, "frame_lost"), from, to)) {
            if (about(place, receiver, request)) {
                found.add(place);
            }
        }
    }

    private boolean about(int place, String other, String request) {
        Subject subject = index.subject(place);
        return subject.other().equals(other) && (request.isEmpty() || request.equals(subject.request()));
    }

    /** The latest of these places that lie between two. */
    private static List<Integer> latest(List<Integer> places, int from, int to) {
        List<Integer> within = new ArrayList<>();
        for (int i = places.size() - 1; i >= 0 && within.size() < MOST; i--) {
            int place = places.get(i);
            if (place < from) {
                break;
            }
            if (place < to) {
                within.add(place);
            }
        }
        return within;
    }
}

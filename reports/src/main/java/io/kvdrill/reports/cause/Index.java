package io.kvdrill.reports.cause;

import io.kvdrill.core.trace.StoredEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A trace by what its entries are about. Numbers of jobs, names of legs, frames and transfers lead to the request that they
 * belong to; a frame's request is said by the message in the entry after it.
 */
final class Index {
    private record Key(String peer, String what, Object name) {}

    private final List<StoredEntry> entries;
    private final List<Subject> subjects;
    private final Map<Key, String> requests = new LinkedHashMap<>();
    private final Map<Key, List<Integer>> places = new LinkedHashMap<>();

    Index(List<StoredEntry> entries) {
        this.entries = entries;
        this.subjects = new ArrayList<>(entries.size());
        for (int i = 0; i < entries.size(); i++) {
            StoredEntry entry = entries.get(i);
            learn(i, entry);
            Subject subject = new Subject(request(entry), other(entry));
            subjects.add(subject);
            String at = at(entry);
            put(at, "kind", entry.kind(), i);
            if (!Kinds.OF_THE_WORLD.contains(entry.kind()) && !Kinds.COURSE_OF_A_WRITE.contains(entry.kind())) {
                put(at, "request", subject.request(), i);
                put(at, "other", subject.other(), i);
            }
            if (entry.value("transfer") instanceof Long transfer) {
                put("", "transfer", transfer, i);
            }
            if (entry.kind().startsWith("slots_") || entry.kind().equals("quarantine_lifted")) {
                numbers(entry, "slots").forEach(slot -> put(at, "slot", slot, place(entry)));
            } else if (entry.kind().equals("blocks_landed")) {
                numbers(entry, "slots").forEach(slot -> put(at, "landed", slot, place(entry)));
            }
        }
    }

    /** The peer at which something happened: what the world does to a peer happens there. */
    static String at(StoredEntry entry) {
        return entry.peer().isEmpty() ? text(entry, "peer") : entry.peer();
    }

    static String text(StoredEntry entry, String name) {
        return entry.value(name) instanceof String text ? text : "";
    }

    static List<Long> numbers(StoredEntry entry, String name) {
        List<Long> numbers = new ArrayList<>();
        if (entry.value(name) instanceof List<?> list) {
            list.forEach(one -> {
                if (one instanceof Long number) {
                    numbers.add(number);
                }
            });
        }
        return numbers;
    }

    StoredEntry entry(int place) {
        return entries.get(place);
    }

    int size() {
        return entries.size();
    }

    Subject subject(int place) {
        return subjects.get(place);
    }

    static int place(StoredEntry entry) {
        return (int) entry.sequence() - 1;
    }

    /** The latest entry of a kind at a peer before a place; −1 for none. */
    int latestOfKind(String peer, String kind, int before) {
        return latest(peer, "kind", kind, before);
    }

    /** The first entry of a kind at a peer after a place; the number of entries for none. */
    int firstOfKind(String peer, String kind, int after) {
        for (int place : ofKind(peer, kind)) {
            if (place > after) {
                return place;
            }
        }
        return size();
    }

    /** The latest entry about a request at a peer before a place; −1 for none. */
    int latestOfRequest(String peer, String request, int before) {
        return latest(peer, "request", request, before);
    }

    /** The latest entry about another peer at a peer before a place; −1 for none. */
    int latestOfOther(String peer, String other, int before) {
        return latest(peer, "other", other, before);
    }

    /** Entries of a transfer, in order. */
    List<Integer> ofTransfer(long transfer) {
        return places.getOrDefault(new Key("", "transfer", transfer), List.of());
    }

    /** Entries of a kind at a peer, in order. */
    List<Integer> ofKind(String peer, String kind) {
        return places.getOrDefault(new Key(peer, "kind", kind), List.of());
    }

    /** Entries of the engine that move a slot of a peer, in order. */
    List<Integer> ofSlot(String peer, long slot) {
        return places.getOrDefault(new Key(peer, "slot", slot), List.of());
    }

    /** The latest entry of a write into a slot of a peer before a place; −1 for none. */
    int latestLanding(String peer, long slot, int before) {
        return latest(peer, "landed", slot, before);
    }

    private int latest(String peer, String what, Object name, int before) {
        List<Integer> all = places.getOrDefault(new Key(peer, what, name), List.of());
        int low = 0;
        int high = all.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (all.get(middle) < before) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? -1 : all.get(low - 1);
    }

    private void put(String peer, String what, Object name, int place) {
        if (!name.equals("")) {
            places.computeIfAbsent(new Key(peer, what, name), first -> new ArrayList<>())
                    .add(place);
        }
    }

    // ---- which request an entry belongs to
    // ---------------------------------------------------------------------------

    private void learn(int place, StoredEntry entry) {
        String leg = text(entry, "engine_request");
        String request = text(entry, "request");
        switch (entry.kind()) {
            case "request_entered" -> {
                String name = text(entry, "kv_request");
                know(entry, "leg", leg, name.isEmpty() ? leg : name);
            }
            case "job_opened" -> know(entry, "job", entry.value("job"), legs(entry, leg));
            case "job_submitted", "load_started", "load_refused", "supply_filed", "hits_pinned" ->
                know(entry, "job", entry.value("job"), request);
            case "frame_sent" -> {
                StoredEntry next = place + 1 < entries.size() ? entries.get(place + 1) : entry;
                if (next.kind().equals("message_sent") && next.peer().equals(entry.peer())) {
                    know("", "frame", entry.value("frame"), message(next));
                }
            }
            case "write_posted" -> {
                StoredEntry next = place + 1 < entries.size() ? entries.get(place + 1) : entry;
                if (next.kind().equals("write_started") && next.peer().equals(entry.peer())) {
                    know("", "transfer", entry.value("transfer"), text(next, "request"));
                }
            }
            default -> {}
        }
    }

    private void know(StoredEntry entry, String what, @Nullable Object name, String request) {
        know(entry.peer(), what, name, request);
    }

    private void know(String peer, String what, @Nullable Object name, String request) {
        if (name != null && !name.equals("") && !request.isEmpty()) {
            requests.put(new Key(peer, what, name), request);
        }
    }

    private String legs(StoredEntry entry, String leg) {
        return requests.getOrDefault(new Key(entry.peer(), "leg", leg), leg);
    }

    private String request(StoredEntry entry) {
        Object transfer = entry.value("transfer");
        Object frame = entry.value("frame");
        Object job = entry.value("job");
        String leg = text(entry, "engine_request");
        if (transfer != null) {
            return requests.getOrDefault(new Key("", "transfer", transfer), text(entry, "request"));
        } else if (frame != null) {
            return requests.getOrDefault(new Key("", "frame", frame), "");
        } else if (!leg.isEmpty()) {
            return legs(entry, leg);
        } else if (!message(entry).isEmpty()) {
            return message(entry);
        } else if (!text(entry, "request").isEmpty()) {
            return text(entry, "request");
        }
        return job == null ? "" : requests.getOrDefault(new Key(entry.peer(), "job", job), "");
    }

    private static String message(StoredEntry entry) {
        return entry.value("message") instanceof Map<?, ?> message && message.get("request") instanceof String request
                ? request
                : "";
    }

    private static String other(StoredEntry entry) {
        for (String name : List.of("to", "from", "source_peer", "identity")) {
            String other = text(entry, name);
            if (!other.isEmpty()) {
                return other;
            }
        }
        return entry.peer().isEmpty() ? "" : text(entry, "peer");
    }
}

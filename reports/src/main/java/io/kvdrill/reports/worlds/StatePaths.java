package io.kvdrill.reports.worlds;

import static io.kvdrill.reports.timeline.Fields.number;
import static io.kvdrill.reports.timeline.Fields.numbers;
import static io.kvdrill.reports.timeline.Fields.text;
import static io.kvdrill.reports.timeline.Fields.truth;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.json.Names;
import io.kvdrill.reports.pair.Side;
import io.kvdrill.reports.worlds.StatePath.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads off a trace which states its sessions, loads, stores and rounds went through: {@code docs/state-machines.md}. */
final class StatePaths {

    /** A path that may go on. */
    private static final class Open {
        final Kind kind;
        final String peer;
        final String other;
        final String request;
        final int number;
        final List<Passage> passages = new ArrayList<>();
        String result = "";

        Open(Kind kind, String peer, String other, String request, int number) {
            this.kind = kind;
            this.peer = peer;
            this.other = other;
            this.request = request;
            this.number = number;
        }

        StatePath path() {
            return new StatePath(kind, peer, other, request, number, passages, result);
        }
    }

    private final Names names;
    private final List<Open> all = new ArrayList<>();
    /** The latest of what is known so in the trace. */
    private final Map<String, Open> open = new LinkedHashMap<>();
    /** How many there were that are called alike. */
    private final Map<String, Integer> counts = new LinkedHashMap<>();
    /** The engine's requests of jobs, for those that are about no peer's request. */
    private final Map<String, String> legs = new LinkedHashMap<>();

    private StatePaths(Names names) {
        this.names = names;
    }

    /** The paths of a run, in the order in which they began. */
    static List<StatePath> of(Side side) {
        StatePaths paths = new StatePaths(new Names(side.report()));
        side.trace().entries().forEach(paths::see);
        return paths.all.stream().map(Open::path).toList();
    }

    private void see(StoredEntry entry) {
        session(entry);
        registration(entry);
        job(entry);
        load(entry);
        store(entry);
        round(entry);
    }

    // ---- what goes through which states --------------------------------------------------------------------------

    private void session(StoredEntry entry) {
        String key = "session " + text(entry, "peer");
        switch (entry.kind()) {
            case "session_opened" -> {
                begin(entry, key, Kind.SESSION, text(entry, "peer"), "");
                pass(entry, key, "connecting");
            }
            case "session_ready" -> pass(entry, key, "ready");
            case "session_died" -> pass(entry, key, "dead");
            case "session_closed" -> pass(entry, key, "closed");
            default -> {}
        }
    }

    private void registration(StoredEntry entry) {
        String key = "registration " + text(entry, "peer");
        switch (entry.kind()) {
            case "registration_started" -> {
                begin(entry, key, Kind.REGISTRATION, text(entry, "peer"), "");
                pass(entry, key, "registering");
            }
            case "registration_settled" -> pass(entry, key, truth(entry, "ready") ? "registered" : "rejected");
            case "registration_removed" -> pass(entry, key, "removed");
            default -> {}
        }
    }

    private void job(StoredEntry entry) {
        String key = "job " + number(entry, "job");
        switch (entry.kind()) {
            case "job_opened" -> legs.put(entry.peer() + key, text(entry, "engine_request"));
            case "job_submitted" -> submitted(entry, key);
            case "hits_pinned" -> {
                begin(entry, key, Kind.STORE, "", text(entry, "request"));
                pass(entry, key, "pinned for a lookup");
            }
            case "job_reported" -> {
                Open path = open.get(entry.peer() + key);
                if (path != null) {
                    path.result = ended(entry);
                }
            }
            default -> {}
        }
    }

    private void submitted(StoredEntry entry, String key) {
        String request = text(entry, "request");
        Kind kind = text(entry, "direction").equals("load") ? Kind.LOAD : Kind.STORE;
        begin(entry, key, kind, "", request.isEmpty() ? legs.getOrDefault(entry.peer() + key, "") : request);
        pass(entry, key, "submitted");
    }

    private void load(StoredEntry entry) {
        String key = "job " + number(entry, "job");
        switch (entry.kind()) {
            case "load_started" -> pass(entry, key, "loading");
            case "load_refused" -> pass(entry, key, "refused");
            case "load_aborting" -> pass(entry, key, "aborting");
            case "load_ended" -> pass(entry, key, ended(entry));
            case "load_forgotten" -> pass(entry, key, "forgotten");
            case "load_slots_released" -> pass(entry, key, "slots free");
            default -> {}
        }
    }

    private void store(StoredEntry entry) {
        String key = "job " + number(entry, "job");
        switch (entry.kind()) {
            case "store_parked" -> pass(entry, key, StatePath.PARKED);
            case "supply_filed" -> pass(entry, key, "offered");
            case "store_ended" -> pass(entry, key, ended(entry));
            case "store_slots_released" -> pass(entry, key, "slots free");
            case "parked_stores_reaped" ->
                numbers(entry, "jobs").forEach(job -> pass(entry, "job " + job, "never fetched"));
            case "parked_stores_failed" -> numbers(entry, "jobs").forEach(job -> pass(entry, "job " + job, "given up"));
            default -> {}
        }
    }

    private void round(StoredEntry entry) {
        String key = "round " + text(entry, "peer") + " " + text(entry, "request") + " " + number(entry, "round");
        switch (entry.kind()) {
            case "demand_received" -> {
                begin(entry, key, Kind.ROUND, text(entry, "peer"), text(entry, "request"));
                pass(entry, key, "demanded");
            }
            case "abort_parked" -> pass(entry, key, "aborting");
            case "round_ended" -> pass(entry, key, truth(entry, "success") ? "served" : "failed");
            default -> {}
        }
    }

    private static String ended(StoredEntry entry) {
        return (truth(entry, "success") ? "ended well" : "failed") + (truth(entry, "slots_held") ? ", slots held" : "");
    }

    // ---- the book ------------------------------------------------------------------------------------------------

    private void begin(StoredEntry entry, String key, Kind kind, String other, String request) {
        String peer = names.of(entry.peer());
        String called = kind + " " + peer + " " + names.of(other) + " " + request;
        Open begun = new Open(kind, peer, names.of(other), request, counts.merge(called, 1, Integer::sum));
        open.put(entry.peer() + key, begun);
        all.add(begun);
    }

    /** A state that it is in already is no other, such as what is filed once for each of its sessions. */
    private void pass(StoredEntry entry, String key, String state) {
        @Nullable Open path = open.get(entry.peer() + key);
        if (path == null) {
            return;
        }
        int last = path.passages.size() - 1;
        if (last < 0 || !path.passages.get(last).state().equals(state)) {
            path.passages.add(new Passage(state, entry.worldNanos(), entry.sequence()));
        }
    }
}

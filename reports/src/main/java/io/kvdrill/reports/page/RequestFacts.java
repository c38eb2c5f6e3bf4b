package io.kvdrill.reports.page;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.json.Names;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a trace says about requests beside what the report does: how they were asked for, what ran out on them. */
final class RequestFacts {

    /**
     * A request.
     *
     * @param mode {@code pd}, {@code symmetric}, or {@code local} where nobody else was asked
     * @param source the peer it pulls from, by name; empty for none
     * @param consumer the peer that answers it, by name; empty where no leg reached one
     * @param found how many of its keys the source said that it had
     * @param missed how many of its keys the source said that it lacked
     * @param loads how many loads it began
     * @param wrongBlocks how many blocks it read that held other bytes than their keys name
     * @param troubles deadlines that passed and failures, in order
     */
    record Facts(
            String mode,
            String source,
            String consumer,
            int found,
            int missed,
            int loads,
            int wrongBlocks,
            List<Trouble> troubles) {
        static final Facts NONE = new Facts("local", "", "", 0, 0, 0, 0, List.of());
    }

    /**
     * Something that ran out or failed.
     *
     * @param text all of it, with its age
     * @param loadFailure why a load failed; empty where it is no load's failure
     */
    record Trouble(String text, String loadFailure) {}

    private static final class Building {
        private String mode = "local";
        private String source = "";
        private String consumer = "";
        private int found;
        private int missed;
        private int loads;
        private int wrongBlocks;
        private final List<Trouble> troubles = new ArrayList<>();

        Facts done() {
            return new Facts(mode, source, consumer, found, missed, loads, wrongBlocks, List.copyOf(troubles));
        }
    }

    private final Names names;
    private final RequestIndex requests;
    private final Map<String, Building> facts = new LinkedHashMap<>();

    RequestFacts(Names names, RequestIndex requests, List<StoredEntry> entries) {
        this.names = names;
        this.requests = requests;
        entries.forEach(this::see);
    }

    Facts of(String request) {
        Building building = facts.get(request);
        return building == null ? Facts.NONE : building.done();
    }

    private Building building(StoredEntry entry) {
        return facts.computeIfAbsent(requests.of(entry), first -> new Building());
    }

    private void see(StoredEntry entry) {
        switch (entry.kind()) {
            case "request_entered" -> {
                if (text(entry, "leg").equals("consume")) {
                    building(entry).consumer = names.of(entry.peer());
                }
            }
            case "request_opened" -> open(entry);
            case "probe_resolved" -> {
                if (Boolean.TRUE.equals(entry.value("hit"))) {
                    building(entry).found++;
                } else {
                    building(entry).missed++;
                }
            }
            case "load_started" -> building(entry).loads++;
            case "blocks_read" -> {
                if (entry.value("wrong_slots") instanceof List<?> wrong) {
                    building(entry).wrongBlocks += wrong.size();
                }
            }
            default -> trouble(entry);
        }
    }

    private void open(StoredEntry entry) {
        String source = text(entry, "source_peer");
        if (!source.isEmpty()) {
            Building building = building(entry);
            building.mode = Boolean.TRUE.equals(entry.value("symmetric")) ? "symmetric" : "pd";
            building.source = names.of(source);
        }
    }

    private void trouble(StoredEntry entry) {
        switch (entry.kind()) {
            case "load_timed_out" ->
                trouble(entry, "load timeout at " + age(entry) + " (limit " + nanos(entry, "limit_nanos") + ")");
            case "abort_ack_timed_out" -> trouble(entry, "no abort_ack in " + age(entry));
            case "lookup_timed_out" -> trouble(entry, "no answer to the lookup in " + age(entry));
            case "lookup_pending_timed_out" -> trouble(entry, "lookup put off for " + age(entry));
            case "parked_demand_timed_out" -> trouble(entry, "fetch not served in " + age(entry));
            case "parked_stores_reaped" -> trouble(entry, "stores reaped at " + age(entry));
            case "load_refused" -> trouble(entry, "load refused: " + text(entry, "reason"));
            case "load_ended" -> {
                if (Boolean.FALSE.equals(entry.value("success"))) {
                    String reason = text(entry, "reason");
                    trouble(entry, "load failed at " + age(entry) + ": " + reason, reason);
                }
            }
            default -> {}
        }
    }

    private void trouble(StoredEntry entry, String what) {
        trouble(entry, what, "");
    }

    private void trouble(StoredEntry entry, String what, String loadFailure) {
        building(entry).troubles.add(new Trouble(names.of(entry.peer()) + ": " + what, loadFailure));
    }

    private static String age(StoredEntry entry) {
        return nanos(entry, "age_nanos");
    }

    private static String nanos(StoredEntry entry, String name) {
        return entry.value(name) instanceof Long nanos ? Words.duration(nanos) : "?";
    }

    private static String text(StoredEntry entry, String name) {
        return entry.value(name) instanceof String text ? text : "";
    }
}

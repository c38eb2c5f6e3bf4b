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
     * @param troubles deadlines that passed and failures, each with its age
     */
    record Facts(String mode, String source, String consumer, List<String> troubles) {}

    private final Names names;
    private final Map<String, String> requestOfKvId = new LinkedHashMap<>();
    private final Map<String, String> requestOfLeg = new LinkedHashMap<>();
    private final Map<String, Facts> facts = new LinkedHashMap<>();

    RequestFacts(Names names, List<StoredEntry> entries) {
        this.names = names;
        entries.forEach(this::see);
    }

    Facts of(String request) {
        return facts.getOrDefault(request, new Facts("local", "", "", List.of()));
    }

    private void see(StoredEntry entry) {
        switch (entry.kind()) {
            case "request_entered" -> enter(entry);
            case "request_opened" -> open(entry);
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
                    trouble(entry, "load failed at " + age(entry) + ": " + text(entry, "reason"));
                }
            }
            default -> {}
        }
    }

    private void enter(StoredEntry entry) {
        String request = text(entry, "request");
        requestOfKvId.putIfAbsent(text(entry, "kv_request"), request);
        requestOfLeg.put(text(entry, "engine_request"), request);
        Facts before = of(request);
        boolean consumer = text(entry, "leg").equals("consume");
        facts.put(
                request,
                new Facts(
                        before.mode(),
                        before.source(),
                        consumer ? names.of(entry.peer()) : before.consumer(),
                        before.troubles()));
    }

    private void open(StoredEntry entry) {
        String request = requestOfLeg.getOrDefault(text(entry, "engine_request"), "");
        String source = text(entry, "source_peer");
        if (request.isEmpty() || source.isEmpty()) {
            return;
        }
        boolean symmetric = Boolean.TRUE.equals(entry.value("symmetric"));
        Facts before = of(request);
        facts.put(
                request,
                new Facts(symmetric ? "symmetric" : "pd", names.of(source), before.consumer(), before.troubles()));
    }

    private void trouble(StoredEntry entry, String what) {
        String request = requestOfKvId.getOrDefault(text(entry, "request"), text(entry, "request"));
        Facts before = of(request);
        List<String> troubles = new ArrayList<>(before.troubles());
        troubles.add(names.of(entry.peer()) + ": " + what);
        facts.put(request, new Facts(before.mode(), before.source(), before.consumer(), List.copyOf(troubles)));
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

package io.kvdrill.reports.page;

import io.kvdrill.core.trace.StoredEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Which request each entry of a trace is about, however the entry names it: by itself, a leg, a job or a transfer. */
final class RequestIndex {
    private static final Pattern ATTEMPT = Pattern.compile("~\\d+$");

    private record Leg(String peer, String name) {}

    private record Job(String peer, long job, String direction) {}

    private final Map<String, String> byKvRequest = new LinkedHashMap<>();
    private final Map<Leg, String> byLeg = new LinkedHashMap<>();
    private final Map<Job, String> byJob = new LinkedHashMap<>();
    private final Map<Long, String> byTransfer = new LinkedHashMap<>();
    private final List<StoredEntry> entries;

    RequestIndex(List<StoredEntry> entries) {
        this.entries = entries;
        entries.forEach(this::enter);
        entries.forEach(this::learn);
    }

    private void enter(StoredEntry entry) {
        if (entry.kind().equals("request_entered")) {
            String request = name(text(entry, "request"));
            String kvRequest = text(entry, "kv_request");
            if (!kvRequest.isEmpty()) {
                byKvRequest.putIfAbsent(kvRequest, request);
            }
            byLeg.put(new Leg(entry.peer(), text(entry, "engine_request")), request);
        }
    }

    private void learn(StoredEntry entry) {
        String request = said(entry);
        if (request.isEmpty()) {
            return;
        }
        if (entry.value("job") instanceof Long job) {
            byJob.put(new Job(entry.peer(), job, direction(entry)), request);
        }
        if (entry.value("transfer") instanceof Long transfer) {
            byTransfer.put(transfer, request);
        }
    }

    /** The request's name; empty where the entry is about none, or does not say. */
    String of(StoredEntry entry) {
        String said = said(entry);
        if (!said.isEmpty()) {
            return said;
        }
        if (entry.value("transfer") instanceof Long transfer) {
            return byTransfer.getOrDefault(transfer, "");
        }
        return entry.value("job") instanceof Long job
                ? byJob.getOrDefault(new Job(entry.peer(), job, direction(entry)), "")
                : "";
    }

    /** The request that an entry is about, by its number, from 1; empty for 0. */
    String of(long sequence) {
        return sequence < 1 || sequence > entries.size() ? "" : of(entries.get((int) sequence - 1));
    }

    private String said(StoredEntry entry) {
        String leg = text(entry, "engine_request");
        String request = byLeg.getOrDefault(new Leg(entry.peer(), leg), "");
        if (!request.isEmpty()) {
            return request;
        }
        String named = text(entry, "request");
        if (named.isEmpty() && entry.value("message") instanceof Map<?, ?> message) {
            named = message.get("request") instanceof String inMessage ? inMessage : "";
        }
        return byKvRequest.getOrDefault(named, name(named));
    }

    /** A later attempt of a request has its number at the end of its name: {@code chat~2} is of {@code chat}. */
    private static String name(String attempt) {
        return ATTEMPT.matcher(attempt).replaceFirst("");
    }

    /** Loads and stores are numbered by themselves; an entry that does not say which it means is of a load if it says so. */
    private static String direction(StoredEntry entry) {
        String direction = text(entry, "direction");
        return !direction.isEmpty() ? direction : entry.kind().startsWith("load_") ? "load" : "store";
    }

    private static String text(StoredEntry entry, String name) {
        return entry.value(name) instanceof String text ? text : "";
    }
}

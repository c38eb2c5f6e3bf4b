package io.kvdrill.scenarios.report;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * Holds a file of trace events to what Perfetto's importer needs of it: events with the fields of their phase, named
 * processes and tracks, slices of one track that do not overlap, and flows whose ends lie on slices.
 *
 * <p>Source: "Trace Event Format", the Chromium project, and Perfetto's documentation of what it imports.
 */
final class ChromeTraceValidator {
    private record Track(long pid, long tid) {}

    private static final Set<String> SCOPES = Set.of("g", "p", "t");

    private final List<String> problems = new ArrayList<>();
    private final Map<Track, TreeMap<BigDecimal, BigDecimal>> slices = new LinkedHashMap<>();
    private final Map<String, BigDecimal> flowStarts = new LinkedHashMap<>();
    private final List<JsonNode> flowEnds = new ArrayList<>();
    private final List<JsonNode> flows = new ArrayList<>();
    private final Set<Long> processes = new LinkedHashSet<>();
    private final Set<Track> tracks = new LinkedHashSet<>();

    private ChromeTraceValidator() {}

    /** What is wrong with a document; nothing if it is as it should be. */
    static List<String> problems(JsonNode document) {
        ChromeTraceValidator validator = new ChromeTraceValidator();
        JsonNode events = document.path("traceEvents");
        if (!events.isArray()) {
            return List.of("traceEvents is no array");
        }
        events.forEach(validator::see);
        validator.end();
        return validator.problems;
    }

    private void see(JsonNode event) {
        String phase = event.path("ph").asString("");
        for (String field : List.of("pid", "tid")) {
            check(event.path(field).isIntegralNumber(), event, field + " is no integer");
        }
        check(event.path("name").isString(), event, "name is no text");
        if (phase.equals("M")) {
            metadata(event);
            return;
        }
        check(event.path("ts").isNumber() && event.path("ts").decimalValue().signum() >= 0, event, "ts is no time");
        check(processes.contains(event.path("pid").asLong()), event, "its process has no name yet");
        check(event.path("cat").isString(), event, "cat is no text");
        switch (phase) {
            case "X" -> slice(event);
            case "i" -> {
                check(SCOPES.contains(event.path("s").asString("")), event, "its scope is unknown");
                check(tracks.contains(track(event)), event, "its track has no name yet");
            }
            case "C" -> {
                check(
                        event.path("args").isObject() && !event.path("args").isEmpty(),
                        event,
                        "a counter counts nothing");
                event.path("args").forEach(value -> check(value.isNumber(), event, "a counter is no number"));
            }
            case "s" -> {
                flows.add(event);
                check(
                        flowStarts.put(id(event), event.path("ts").decimalValue()) == null,
                        event,
                        "its flow begins twice");
            }
            case "f" -> {
                flows.add(event);
                flowEnds.add(event);
                check(event.path("bp").asString("").equals("e"), event, "does not bind to the slice around it");
            }
            default -> problems.add("unknown phase: " + event);
        }
    }

    private void metadata(JsonNode event) {
        switch (event.path("name").asString()) {
            case "process_name" -> {
                check(event.path("args").path("name").isString(), event, "a process without a name");
                processes.add(event.path("pid").asLong());
            }
            case "thread_name" -> {
                check(event.path("args").path("name").isString(), event, "a track without a name");
                tracks.add(track(event));
            }
            case "process_sort_index", "thread_sort_index" ->
                check(event.path("args").path("sort_index").isIntegralNumber(), event, "no place in the order");
            default -> problems.add("unknown metadata: " + event);
        }
    }

    private static Track track(JsonNode event) {
        return new Track(event.path("pid").asLong(), event.path("tid").asLong());
    }

    private static String id(JsonNode event) {
        return event.path("cat").asString("") + event.path("id").asString("");
    }

    private void slice(JsonNode event) {
        check(tracks.contains(track(event)), event, "its track has no name yet");
        check(event.path("dur").isNumber() && event.path("dur").decimalValue().signum() > 0, event, "lasts no time");
        BigDecimal begin = event.path("ts").decimalValue();
        BigDecimal end = begin.add(event.path("dur").decimalValue());
        TreeMap<BigDecimal, BigDecimal> others = slices.computeIfAbsent(track(event), first -> new TreeMap<>());
        Map.Entry<BigDecimal, BigDecimal> before = others.floorEntry(begin);
        Map.Entry<BigDecimal, BigDecimal> after = others.ceilingEntry(begin);
        check(before == null || before.getValue().compareTo(begin) <= 0, event, "overlaps the slice before it");
        check(after == null || after.getKey().compareTo(end) >= 0, event, "overlaps the slice after it");
        others.put(begin, end);
    }

    private void end() {
        for (JsonNode end : flowEnds) {
            BigDecimal start = flowStarts.get(id(end));
            check(start != null, end, "ends a flow that never begins");
            check(start == null || start.compareTo(end.path("ts").decimalValue()) <= 0, end, "ends before it begins");
        }
        for (JsonNode flow : flows) {
            Map.Entry<BigDecimal, BigDecimal> around = slices.getOrDefault(track(flow), new TreeMap<>())
                    .floorEntry(flow.path("ts").decimalValue());
            check(
                    around != null
                            && around.getValue().compareTo(flow.path("ts").decimalValue()) > 0,
                    flow,
                    "no slice is around this end of a flow");
        }
    }

    private void check(boolean holds, JsonNode event, String problem) {
        if (!holds) {
            problems.add(problem + ": " + event);
        }
    }
}

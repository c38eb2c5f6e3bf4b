package io.kvdrill.reports.export;

import java.io.OutputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/** Trace events in Chrome's format, in the order in which they are added. Times are microseconds with three decimals. */
final class EventList {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();
    private static final int NANO_DIGITS_OF_A_MICROSECOND = 3;
    /** Process 0 is the operating system's to some readers. */
    private static final int FIRST_PROCESS = 1;

    private static final String ARGS = "args";
    private static final String NAME = "name";

    private final List<Map<String, Object>> events = new ArrayList<>();
    private final Map<String, Integer> processes = new LinkedHashMap<>();
    private final Map<String, Integer> tracks = new LinkedHashMap<>();

    void process(String peer, String name, int place) {
        int pid = FIRST_PROCESS + place;
        processes.put(peer, pid);
        metadata(pid, 0, "process_name", Map.of(NAME, name));
        metadata(pid, 0, "process_sort_index", Map.of("sort_index", place));
    }

    private int process(String peer) {
        return processes.getOrDefault(peer, FIRST_PROCESS);
    }

    private int track(int pid, String name) {
        Integer known = tracks.get(pid + "/" + name);
        if (known != null) {
            return known;
        }
        int tid = tracks.size() + 1;
        tracks.put(pid + "/" + name, tid);
        metadata(pid, tid, "thread_name", Map.of(NAME, name));
        metadata(pid, tid, "thread_sort_index", Map.of("sort_index", tid));
        return tid;
    }

    private void metadata(int pid, int tid, String name, Map<String, Object> args) {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("ph", "M");
        event.put(NAME, name);
        event.put("pid", pid);
        event.put("tid", tid);
        event.put(ARGS, args);
        events.add(event);
    }

    void slice(Slice slice, int lane) {
        int pid = process(slice.peer());
        int tid = track(pid, lane == 0 ? slice.track() : slice.track() + " " + (lane + 1));
        long nanos = Math.max(1, slice.endNanos() - slice.beginNanos());
        Map<String, Object> event = begun("X", slice.name(), slice.track(), pid, tid, slice.beginNanos());
        event.put("dur", micros(nanos));
        event.put(ARGS, slice.args());
        events.add(event);
        for (Slice.Flow flow : slice.flows()) {
            String kind = flow.id().substring(0, flow.id().indexOf('-'));
            Map<String, Object> end = begun(flow.out() ? "s" : "f", kind, kind, pid, tid, slice.beginNanos());
            end.put("id", flow.id());
            if (!flow.out()) {
                end.put("bp", "e");
            }
            events.add(end);
        }
    }

    void instant(String peer, String name, String category, long nanos, long sequence) {
        int pid = process(peer);
        Map<String, Object> event = begun("i", name, category, pid, track(pid, "events"), nanos);
        event.put("s", peer.isEmpty() ? "g" : "p");
        event.put(ARGS, sequence > 0 ? Map.of("entry", sequence) : Map.of());
        events.add(event);
    }

    void counter(String peer, String name, long nanos, Map<String, Object> values) {
        int pid = process(peer);
        Map<String, Object> event = begun("C", name, name, pid, 0, nanos);
        event.put(ARGS, values);
        events.add(event);
    }

    private static Map<String, Object> begun(String phase, String name, String category, int pid, int tid, long nanos) {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("ph", phase);
        event.put(NAME, name);
        event.put("cat", category);
        event.put("pid", pid);
        event.put("tid", tid);
        event.put("ts", micros(nanos));
        return event;
    }

    private static BigDecimal micros(long nanos) {
        return BigDecimal.valueOf(nanos, NANO_DIGITS_OF_A_MICROSECOND);
    }

    void write(OutputStream out, Map<String, Object> about) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("displayTimeUnit", "ns");
        document.put("otherData", about);
        document.put("traceEvents", events);
        MAPPER.writeValue(out, document);
    }
}

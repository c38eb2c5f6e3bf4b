package io.kvdrill.reports.page;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.timeline.Span;
import io.kvdrill.reports.timeline.Timeline;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Slots that were kept from reuse after their load or store had ended, because a write could still touch them. */
final class HeldSlots {

    /**
     * The slots of one job.
     *
     * @param span from when to when; its label says of which job, and what proved that they may be used again
     * @param slots how many; −1 where the trace does not say
     */
    record Held(Span span, int slots) {}

    private record Job(String peer, long job) {}

    private HeldSlots() {}

    /** All of them, in the order in which they began. */
    static List<Held> of(Timeline timeline, List<StoredEntry> entries) {
        Map<Job, Integer> slots = new LinkedHashMap<>();
        for (StoredEntry entry : entries) {
            if (entry.value("job") instanceof Long job && entry.value("slots") instanceof List<?> list) {
                slots.putIfAbsent(new Job(entry.peer(), job), list.size());
            }
        }
        List<Held> held = new ArrayList<>();
        for (Span span : timeline.spans()) {
            if (span.kind() == Span.Kind.LOAD_SLOTS_HELD || span.kind() == Span.Kind.STORE_SLOTS_HELD) {
                held.add(new Held(span, slots.getOrDefault(new Job(span.peer(), span.job()), -1)));
            }
        }
        return held;
    }
}

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
     * @param slots which; none where the trace does not say
     * @param request whose; empty where the trace does not say
     * @param proof what freed them, as the trace has it; empty where nothing did
     */
    record Held(Span span, List<Long> slots, String request, String proof) {}

    private record Job(String peer, long job) {}

    private HeldSlots() {}

    /** All of them, in the order in which they began. */
    static List<Held> of(Timeline timeline, List<StoredEntry> entries, RequestIndex requests) {
        Map<Job, List<Long>> slots = slotsOfJobs(entries);
        List<Held> held = new ArrayList<>();
        for (Span span : timeline.spans()) {
            if (span.kind() == Span.Kind.LOAD_SLOTS_HELD || span.kind() == Span.Kind.STORE_SLOTS_HELD) {
                held.add(new Held(
                        span,
                        slots.getOrDefault(new Job(span.peer(), span.job()), List.of()),
                        requests.of(span.beginSequence()),
                        proof(entries, span)));
            }
        }
        return held;
    }

    private static Map<Job, List<Long>> slotsOfJobs(List<StoredEntry> entries) {
        Map<Job, List<Long>> slots = new LinkedHashMap<>();
        for (StoredEntry entry : entries) {
            if (entry.value("job") instanceof Long job && entry.value("slots") instanceof List<?> list) {
                List<Long> numbers = new ArrayList<>();
                list.forEach(element -> numbers.add(element instanceof Long number ? number : -1L));
                slots.putIfAbsent(new Job(entry.peer(), job), numbers);
            }
        }
        return slots;
    }

    private static String proof(List<StoredEntry> entries, Span span) {
        long end = span.endSequence();
        return end > 0 && entries.get((int) end - 1).value("proof") instanceof String proof ? proof : "";
    }

    /** What freed slots, in words, by the name that the trace has for it; the name itself where it is not known. */
    static String freedBy(String proof) {
        return switch (proof) {
            case "never_sent" -> "their fetch had never left";
            case "peer_confirmed" -> "the peer confirmed that no write is left";
            case "peer_trusted" -> "the peer said that no write is left, unproved";
            case "transfers_terminal" -> "every transfer that read them had ended";
            case "fenced" -> "the peer's registration was fenced: no write of it can arrive";
            case "timeout" -> "a timeout passed: nothing proves that no write arrives";
            default -> Words.plain(proof);
        };
    }
}

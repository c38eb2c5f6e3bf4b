package io.kvdrill.reports.page;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.json.BrokenLaw;
import io.kvdrill.reports.json.Names;
import io.kvdrill.reports.json.RunReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The events that decide a run, as sentences in the order of time. */
final class Story {
    /** More sentences than this are a table; the same kind of event at the same peer is then told once and counted. */
    static final int MOST = 60;

    /**
     * A sentence.
     *
     * @param nanos when
     * @param text the sentence
     * @param tone how it is shown: {@code fault}, {@code bad}, {@code good} or {@code plain}
     * @param sequence the entry that it tells
     * @param request the request that it is about; empty for none
     */
    record Sentence(long nanos, String text, String tone, long sequence, String request) {}

    private record Told(Sentence sentence, String kind) {}

    private final Words words;
    private final Names names;
    private final RequestIndex requests;

    Story(Names names, Words words, RequestIndex requests) {
        this.names = names;
        this.words = words;
        this.requests = requests;
    }

    List<Sentence> tell(RunReport report, List<StoredEntry> entries) {
        List<Told> told = new ArrayList<>();
        SkippedStores skippedStores = new SkippedStores();
        for (StoredEntry entry : entries) {
            @Nullable Sentence sentence = skippedStores.passOver(entry) ? null : sentence(entry);
            if (sentence != null) {
                told.add(new Told(sentence, entry.kind()));
            }
        }
        for (BrokenLaw broken : report.violations()) {
            RunReport.Violation violation = broken.violation();
            String text = broken.law() + " breaks: " + Words.abridged(violation.what());
            told.add(new Told(
                    new Sentence(violation.nanos(), text, "bad", violation.foundAt(), requests.of(violation.foundAt())),
                    broken.law()));
        }
        told.sort(Comparator.<Told>comparingLong(one -> one.sentence().nanos())
                .thenComparingLong(one -> one.sentence().sequence()));
        return abridged(told);
    }

    /** Where there is too much to tell, each kind of event is told by its first few, with the number of the rest. */
    private static List<Sentence> abridged(List<Told> told) {
        if (told.size() <= MOST) {
            return told.stream().map(Told::sentence).toList();
        }
        Map<String, Integer> totals = new LinkedHashMap<>();
        told.forEach(one -> totals.merge(one.kind(), 1, Integer::sum));
        int each = Math.max(2, MOST / totals.size());
        Map<String, Integer> soFar = new LinkedHashMap<>();
        List<Sentence> kept = new ArrayList<>();
        for (Told one : told) {
            int place = soFar.merge(one.kind(), 1, Integer::sum);
            int total = totals.getOrDefault(one.kind(), 0);
            Sentence sentence = one.sentence();
            if (place < each || (place == each && total == each)) {
                kept.add(sentence);
            } else if (place == each) {
                kept.add(new Sentence(
                        sentence.nanos(),
                        sentence.text() + " (and " + (total - place) + " more of this kind later)",
                        sentence.tone(),
                        sentence.sequence(),
                        sentence.request()));
            }
        }
        return kept;
    }

    private @Nullable Sentence sentence(StoredEntry entry) {
        BiFunction<String, String, Sentence> say =
                (tone, text) -> new Sentence(entry.worldNanos(), text, tone, entry.sequence(), requests.of(entry));
        String at = names.of(entry.peer());
        String peer = names.of(text(entry, "peer"));
        String request = text(entry, "request");
        String age = Words.duration(number(entry, "age_nanos"));
        return switch (entry.kind()) {
            case "fault_struck" -> say.apply("fault", "Fault: " + words.fault(entry));
            case "fault_ended" -> say.apply("fault", "The fault ends: " + words.fault(entry));
            case "fault_missed" -> say.apply("fault", "The fault never strikes: " + words.fault(entry));
            case "process_killed" -> say.apply("fault", peer + " dies");
            case "process_paused" -> say.apply("fault", peer + " stands still");
            case "process_resumed" -> say.apply("fault", peer + " goes on");
            case "world_healed" -> say.apply("good", "All faults end");
            case "engine_started" ->
                number(entry, "incarnation") > 1
                        ? say.apply("plain", at + " starts again, life " + number(entry, "incarnation"))
                        : null;
            case "engine_crashed" -> say.apply("bad", at + " crashes: " + text(entry, "reason"));
            case "session_ready" -> say.apply("plain", at + " is ready to talk to " + peer + " after " + age);
            case "session_died" ->
                say.apply("bad", at + " sees its session with " + peer + " die: " + text(entry, "reason"));
            case "peer_incompatible" ->
                say.apply("bad", at + " finds " + peer + " incompatible: " + text(entry, "difference"));
            case "incarnation_replaced" -> say.apply("plain", at + " meets a new life of " + peer);
            case "load_started" -> say.apply("plain", at + " asks " + peer + " for the blocks of " + request);
            case "load_timed_out" ->
                say.apply(
                        "bad",
                        at + " gives up load " + number(entry, "job") + " of " + request + " from " + peer
                                + " at age " + age + " (limit " + Words.duration(number(entry, "limit_nanos")) + ", "
                                + Words.plain(text(entry, "mode")) + ")");
            case "abort_ack_timed_out" ->
                say.apply("bad", at + " hears no abort_ack of " + request + " from " + peer + " in " + age);
            case "lookup_timed_out" ->
                say.apply("bad", at + " gets no answer to its lookup of " + request + " from " + peer + " in " + age);
            case "load_ended" ->
                truth(entry, "success")
                        ? say.apply("good", "The blocks of " + request + " are at " + at + " after " + age)
                        : say.apply(
                                "bad",
                                "The load of " + request + " at " + at + " fails after " + age + ": "
                                        + text(entry, "reason")
                                        + (truth(entry, "slots_held") ? "; its slots are held back" : ""));
            case "load_slots_released", "store_slots_released" ->
                say.apply(
                        text(entry, "proof").equals("timeout") ? "bad" : "plain",
                        "The slots of " + (entry.kind().startsWith("load") ? "load " : "store ")
                                + number(entry, "job") + " of " + request + " at " + at + " are free again after "
                                + Words.duration(number(entry, "held_nanos")) + ": "
                                + HeldSlots.freedBy(text(entry, "proof")));
            case "store_ended" ->
                truth(entry, "slots_held")
                        ? say.apply(
                                "bad",
                                "The store of " + request + " at " + at + " fails after " + age + ": "
                                        + text(entry, "reason") + "; its slots are held back")
                        : null;
            case "store_skipped" ->
                say.apply(
                        "bad",
                        at + " has too few free slots to store "
                                + Words.count(number(entry, "blocks"), "block") + " of "
                                + text(entry, "engine_request") + ": nobody can fetch what is not stored");
            case "store_parked" ->
                say.apply("plain", at + " stores " + request + " for a consumer it does not know yet");
            case "parked_stores_reaped" ->
                say.apply("bad", at + " reaps the stores of " + request + ", unclaimed for " + age);
            case "parked_demand_timed_out" ->
                say.apply("bad", at + " answers a fetch of " + request + " by " + peer + " after waiting " + age);
            case "reaped_id_refused" -> say.apply("bad", at + " refuses " + request + ", reaped before");
            case "abort_acknowledged" ->
                say.apply(
                        "plain",
                        at + " confirms to " + peer + " that the writes of " + request + " are aborted"
                                + (truth(entry, "forced") ? ", though they may still land" : ""));
            case "abort_drain_timed_out" ->
                say.apply(
                        "bad",
                        at + " waits no longer for " + number(entry, "transfers") + " aborted writes to " + peer);
            case "transfer_forgotten" ->
                truth(entry, "still_landing")
                        ? say.apply(
                                "bad",
                                at + " forgets transfer " + number(entry, "transfer") + " to "
                                        + names.of(text(entry, "to")) + " while its bytes may still land")
                        : null;
            case "transfer_stalled" ->
                say.apply(
                        "fault",
                        "Transfer " + number(entry, "transfer") + " from " + at + " to " + names.of(text(entry, "to"))
                                + " stands still: " + text(entry, "reason"));
            case "request_rescheduled" ->
                say.apply(
                        "plain",
                        at + " loses " + number(entry, "lost_blocks") + " awaited blocks of "
                                + text(entry, "engine_request") + " and will compute them");
            case "request_left" ->
                say.apply(
                        "plain",
                        at + " is " + Words.plain(text(entry, "end")) + " with "
                                + text(entry, "engine_request") + " after " + age + ": "
                                + Words.count(number(entry, "remote_blocks"), "block") + " from peers, "
                                + Words.count(number(entry, "computed_tokens"), "token") + " computed");
            case "blocks_read" ->
                entry.value("wrong_slots") instanceof List<?> wrong && !wrong.isEmpty()
                        ? say.apply(
                                "bad",
                                text(entry, "engine_request") + " at " + at + " reads "
                                        + Words.count(wrong.size(), "block") + " of wrong bytes")
                        : null;
            case "idle_peer_evicted" -> say.apply("plain", at + " evicts the idle peer " + peer);
            case "host_quarantined" -> say.apply("bad", at + " quarantines the host " + text(entry, "host"));
            case "drain_forced" -> say.apply("bad", at + " cuts its drain short");
            default -> null;
        };
    }

    private static String text(StoredEntry entry, String name) {
        return entry.value(name) instanceof String text ? text : "";
    }

    private static long number(StoredEntry entry, String name) {
        return entry.value(name) instanceof Long number ? number : -1;
    }

    private static boolean truth(StoredEntry entry, String name) {
        return entry.value(name) instanceof Boolean truth && truth;
    }
}

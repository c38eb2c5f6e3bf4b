package io.kvdrill.scenarios.schema;

import io.kvdrill.core.profile.Evidence;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.sim.kernel.RunEnd;
import io.kvdrill.sim.run.Verdict;
import io.kvdrill.sim.world.Expectation.Finish;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the fields of a report mean, and the words that some of them are limited to. */
final class ReportFields {
    private static final Map<String, String> ABOUT = Map.ofEntries(
            Map.entry("RunReport.report_version", "version of the format"),
            Map.entry("RunReport.scenario", "name of the scenario, with the case"),
            Map.entry("RunReport.about", "what happens, in a sentence"),
            Map.entry("RunReport.public_reports", "public reports of it"),
            Map.entry("RunReport.profile", "name of the profile"),
            Map.entry("RunReport.profile_base", "the preset that the profile starts from"),
            Map.entry("RunReport.profile_changes", "rows that differ from that preset, with their values"),
            Map.entry("RunReport.seed", "the seed"),
            Map.entry("RunReport.verdict", "whether the outcome is the stated one"),
            Map.entry("RunReport.reasons", "why, where it is not"),
            Map.entry("RunReport.stated_breaks", "laws that the scenario declares broken under this profile"),
            Map.entry("RunReport.again", "the command that repeats the run"),
            Map.entry("RunReport.end", "how the run ended"),
            Map.entry("RunReport.fingerprint", "hash over the whole trace"),
            Map.entry("RunReport.events", "events that the simulation fired"),
            Map.entry("RunReport.trace_entries", "entries of the trace"),
            Map.entry("RunReport.virtual_nanos", "how long the run took in its world"),
            Map.entry("RunReport.laws", "how each law fared"),
            Map.entry("RunReport.expectations", "what the scenario states, and what was seen"),
            Map.entry("RunReport.requests", "what became of each request"),
            Map.entry("RunReport.peers", "the peers as they were at the end"),
            Map.entry("RunReport.rows_reached", "profile rows that mattered"),
            Map.entry("RunReport.missed_moments", "what waited for a moment that never came, and why"),
            Map.entry("RunReport.limits", "what bounded the run: the slowest answer, then what ran out"),
            Map.entry(
                    "Limit.setting",
                    "what decides: a path of the scenario, or a row of the profile after profile.; empty where none does"),
            Map.entry("Limit.text", "for people"),
            Map.entry("RunReport.faults", "the faults of its world, in order"),
            Map.entry(
                    "RunReport.on",
                    "where it ran: sim, the simulator, processes, one for each peer, or hosts, nodes that were running"),
            Map.entry("Fault.fault", "its name, or its place in the world's list, as the trace calls it"),
            Map.entry("Fault.kind", "the word for it in a scenario file"),
            Map.entry("Fault.peers", "names of the peers that it is about; none where it is about all"),
            Map.entry("Fault.message", "the type of the messages that it is about; null where it is about none or all"),
            Map.entry("Fault.text", "what it does, in the words of a scenario file"),
            Map.entry("End.why", "what ended it"),
            Map.entry("End.detail", "for people; names the cycle of a livelock"),
            Map.entry("Law.law", "its code"),
            Map.entry("Law.means", "what it means that it breaks, in plain words"),
            Map.entry("Law.checked", "how often it was checked"),
            Map.entry("Law.at_stake", "how often its premise held"),
            Map.entry("Law.violations", "where it broke, the earliest first"),
            Map.entry("Violation.nanos", "when"),
            Map.entry("Violation.peers", "which peers, by name"),
            Map.entry("Violation.request", "which request, as peers call it"),
            Map.entry("Violation.job", "which job"),
            Map.entry("Violation.round", "which round"),
            Map.entry("Violation.what", "what was wrong"),
            Map.entry("Violation.led_to", "entries of the trace that led to it, the earliest first"),
            Map.entry("Entry.sequence", "its place in the trace, from 1"),
            Map.entry("Entry.nanos", "when"),
            Map.entry("Entry.peer", "whose, by name; empty for the world's own"),
            Map.entry("Entry.kind", "what kind"),
            Map.entry("Entry.text", "what it says, for people"),
            Map.entry("Expectation.stated", "in words"),
            Map.entry("Expectation.met", "whether it came so"),
            Map.entry("Expectation.seen", "what was seen"),
            Map.entry("Request.request", "its id"),
            Map.entry("Request.finish", "how it ended for its client; null if it did not end"),
            Map.entry("Request.arrived_nanos", "when it arrived; null if its moment never came"),
            Map.entry("Request.first_token_nanos", "when its first token came; null if none did"),
            Map.entry("Request.ended_nanos", "when it ended; null if it did not"),
            Map.entry("Request.remote_blocks", "blocks of the answering leg that a peer wrote"),
            Map.entry("Request.cached_blocks", "blocks of that leg that the cache had, the remote ones included"),
            Map.entry("Request.computed_tokens", "prompt tokens that the answering leg computed"),
            Map.entry("Request.produced_tokens", "prompt tokens that the producing leg computed"),
            Map.entry(
                    "Request.why_local",
                    "what kept a peer's blocks from it, where it ended by a local prefill: the last load that failed,"
                            + " or the last lookup that was not answered; null if there was none"),
            Map.entry(
                    "Request.why_failed",
                    "why it was not answered, where it failed or was given up; null if it was, or did not end"),
            Map.entry("Peer.peer", "its name"),
            Map.entry("Peer.id", "its identity, host:port"),
            Map.entry("Peer.lives", "how many processes it has been"),
            Map.entry("Peer.alive", "whether it lives"),
            Map.entry("Peer.crash", "why its engine crashed of itself; null if it did not"),
            Map.entry("RowReached.row", "its name"),
            Map.entry("RowReached.value", "its value"),
            Map.entry("RowReached.evidence", "how the value is known; set if the user set it"),
            Map.entry("RowReached.source", "the upstream commit, pull request or statement"),
            Map.entry("RowReached.peers", "at which peers"));

    private ReportFields() {}

    /**
     * What a field means.
     *
     * @throws IllegalStateException if nothing is said about it
     */
    static String about(Class<?> record, String field) {
        String about = ABOUT.get(record.getSimpleName() + "." + field);
        if (about == null) {
            throw new IllegalStateException("nothing is said about " + field + " of " + record);
        }
        return about;
    }

    /** All words that a field may hold; none where it may hold any text. */
    static List<String> words(Class<?> record, String field) {
        if (record.equals(RunReport.class) && field.equals("verdict")) {
            return lower(Verdict.values());
        } else if (record.equals(RunReport.End.class) && field.equals("why")) {
            return lower(RunEnd.Kind.values());
        } else if (record.equals(RunReport.Request.class) && field.equals("finish")) {
            return lower(Finish.values());
        } else if (record.equals(RunReport.RowReached.class) && field.equals("evidence")) {
            List<String> words = new ArrayList<>(lower(Evidence.values()));
            words.add("set");
            return words;
        }
        return List.of();
    }

    static List<@Nullable Object> orNull(List<?> words) {
        List<@Nullable Object> more = new ArrayList<>(words);
        more.add(null);
        return more;
    }

    private static List<String> lower(Enum<?>[] values) {
        return Arrays.stream(values)
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .toList();
    }
}

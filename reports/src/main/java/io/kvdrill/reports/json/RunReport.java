package io.kvdrill.reports.json;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came of one run. The same run gives the same report, byte for byte: nothing in it depends on the machine or on the
 * time of day. Component names in snake case are the field names of {@code report.json}; times are virtual nanoseconds.
 *
 * @param reportVersion {@link #VERSION}
 * @param scenario its name, with the case
 * @param about what happens, in a sentence
 * @param publicReports public reports of it
 * @param profile the profile's name
 * @param profileBase the preset that the profile starts from
 * @param profileChanges rows that differ from that preset, with their values
 * @param seed the seed
 * @param verdict {@code as_stated}, {@code violated}, {@code unexpected} or {@code unsettled}
 * @param reasons why, where it is not as stated
 * @param statedBreaks laws that the scenario declares broken under this profile
 * @param again the command that repeats the run
 * @param end how the run ended
 * @param fingerprint hash over the whole trace, 32 hexadecimal digits
 * @param events events that the simulation fired
 * @param traceEntries entries of the trace
 * @param virtualNanos how long the run took in its world
 * @param laws how each law fared
 * @param expectations what the scenario states, and what was seen
 * @param requests what became of each request
 * @param peers the peers as they were at the end
 * @param rowsReached profile rows that mattered
 * @param missedMoments what waited for a moment that never came
 * @param limits what bounded the run, the slowest answer's first
 * @param faults the faults of its world, in order
 * @param on where it ran: {@code sim}, the simulator, or {@code processes}, one for each peer
 */
public record RunReport(
        int reportVersion,
        String scenario,
        String about,
        List<String> publicReports,
        String profile,
        String profileBase,
        Map<String, String> profileChanges,
        long seed,
        String verdict,
        List<String> reasons,
        List<String> statedBreaks,
        String again,
        End end,
        String fingerprint,
        long events,
        long traceEntries,
        long virtualNanos,
        List<Law> laws,
        List<Expectation> expectations,
        List<Request> requests,
        List<Peer> peers,
        List<RowReached> rowsReached,
        List<String> missedMoments,
        List<Limit> limits,
        List<Fault> faults,
        String on) {

    /** The version of the format; it grows when a field goes or changes its meaning, not when one is added. */
    public static final int VERSION = 1;

    /** What the file says that it is: the {@code $id} of its JSON Schema. */
    public static final String SCHEMA = "urn:kvdrill:report:" + VERSION;

    /** Keeps immutable copies. */
    public RunReport {
        publicReports = List.copyOf(publicReports);
        profileChanges = Collections.unmodifiableMap(new LinkedHashMap<>(profileChanges));
        reasons = List.copyOf(reasons);
        statedBreaks = List.copyOf(statedBreaks);
        laws = List.copyOf(laws);
        expectations = List.copyOf(expectations);
        requests = List.copyOf(requests);
        peers = List.copyOf(peers);
        rowsReached = List.copyOf(rowsReached);
        missedMoments = List.copyOf(missedMoments);
        // Reports that were stored before there were any have none.
        limits = limits == null ? List.of() : List.copyOf(limits);
        faults = faults == null ? List.of() : List.copyOf(faults);
        on = on == null ? "sim" : on;
    }

    /** Codes of the laws that broke. */
    public List<String> brokenLaws() {
        return laws.stream()
                .filter(law -> !law.violations().isEmpty())
                .map(Law::law)
                .toList();
    }

    /** All violations, the earliest first: by their times, then by the entries at which they were found, if one is known. */
    public List<BrokenLaw> violations() {
        return laws.stream()
                .flatMap(law ->
                        law.violations().stream().map(violation -> new BrokenLaw(law.law(), law.means(), violation)))
                .sorted(Comparator.<BrokenLaw>comparingLong(
                                one -> one.violation().nanos())
                        .thenComparing(one -> one.violation().foundAt() == 0)
                        .thenComparingLong(one -> one.violation().foundAt()))
                .toList();
    }

    /** Codes of the laws whose premise never held. */
    public List<String> lawsNeverAtStake() {
        return laws.stream().filter(law -> law.atStake() == 0).map(Law::law).toList();
    }

    /** Reached rows whose values nobody published, each once. */
    public List<String> inferredRows() {
        return rowsReached.stream()
                .filter(row -> row.evidence().equals("inferred"))
                .map(RowReached::row)
                .distinct()
                .toList();
    }

    /**
     * How a run ended.
     *
     * @param why {@code quiescent}, {@code time_reached}, {@code stopped}, {@code event_cap}, {@code time_cap}, {@code
     *     livelock}
     * @param detail for people; names the cycle of a livelock
     */
    public record End(String why, String detail) {}

    /**
     * A part of the configuration that bounded the run.
     *
     * @param setting what decides: a path of the scenario, or a row of the profile after {@code profile.}; empty where
     *     none does
     * @param text for people
     */
    public record Limit(String setting, String text) {}

    /**
     * How a law fared.
     *
     * @param law its code
     * @param means what it means that it breaks, in plain words; empty where nobody says
     * @param checked how often it was checked
     * @param atStake how often its premise held
     * @param violations where it broke, the earliest first
     */
    public record Law(String law, String means, long checked, long atStake, List<Violation> violations) {
        /** Keeps an immutable copy. */
        public Law {
            // Reports that were stored before it was said say nothing.
            means = means == null ? "" : means;
            violations = List.copyOf(violations);
        }
    }

    /**
     * A law was broken.
     *
     * @param nanos when
     * @param peers which peers, by name
     * @param request the {@code kv_request_id}; null for none
     * @param job null for none
     * @param round null for none
     * @param what what was wrong
     * @param ledTo entries that led to it, the earliest first
     */
    public record Violation(
            long nanos,
            List<String> peers,
            @Nullable String request,
            @Nullable Long job,
            @Nullable Long round,
            String what,
            List<Entry> ledTo) {
        /** Keeps immutable copies. */
        public Violation {
            peers = List.copyOf(peers);
            ledTo = List.copyOf(ledTo);
        }

        /** The place in the trace of the entry at which it was found; 0 where none is known. */
        public long foundAt() {
            return ledTo.isEmpty() ? 0 : ledTo.get(ledTo.size() - 1).sequence();
        }
    }

    /**
     * Something that goes wrong on purpose.
     *
     * @param fault its name, or its place in the world's list, as the trace calls it
     * @param kind the word for it in a scenario file
     * @param peers names of the peers that it is about; none where it is about all
     * @param message the type of the messages that it is about; null where it is about none or all
     * @param text what it does, in the words of a scenario file
     */
    public record Fault(
            String fault,
            String kind,
            List<String> peers,
            @Nullable String message,
            String text) {
        /** Keeps an immutable copy. */
        public Fault {
            peers = List.copyOf(peers);
        }
    }

    /**
     * An entry of the trace.
     *
     * @param sequence its place in the trace, from 1
     * @param nanos when
     * @param peer whose, by name; empty for the world's own
     * @param kind what kind
     * @param text what it says, for people
     */
    public record Entry(long sequence, long nanos, String peer, String kind, String text) {}

    /**
     * Something that the scenario states.
     *
     * @param stated in words
     * @param met whether it came so
     * @param seen what was seen
     */
    public record Expectation(String stated, boolean met, String seen) {}

    /**
     * What became of a request.
     *
     * @param request its id
     * @param finish {@code remote_kv}, {@code local_prefill}, {@code failed}, {@code given_up}; null if it did not end
     * @param arrivedNanos null if its moment never came
     * @param firstTokenNanos null if there was none
     * @param endedNanos null if it did not end
     * @param remoteBlocks blocks of the answering leg that a peer wrote
     * @param cachedBlocks blocks of that leg that the cache had, the remote ones included
     * @param computedTokens prompt tokens that the answering leg computed
     * @param producedTokens prompt tokens that the producing leg computed
     * @param whyLocal what kept a peer's blocks from it, where it ended by a local prefill: the last load that failed,
     *     or the last lookup that was not answered; null if there was none
     * @param whyFailed why it was not answered, where it failed or was given up; null if it was, or did not end
     */
    public record Request(
            String request,
            @Nullable String finish,
            @Nullable Long arrivedNanos,
            @Nullable Long firstTokenNanos,
            @Nullable Long endedNanos,
            int remoteBlocks,
            int cachedBlocks,
            long computedTokens,
            long producedTokens,
            @Nullable String whyLocal,
            @Nullable String whyFailed) {}

    /**
     * A peer at the end.
     *
     * @param peer its name
     * @param id its identity, {@code host:port}
     * @param lives how many processes it has been
     * @param alive whether it lives
     * @param crash why its engine crashed of itself; null if it did not
     */
    public record Peer(
            String peer,
            String id,
            int lives,
            boolean alive,
            @Nullable String crash) {}

    /**
     * A profile row that mattered at a peer.
     *
     * @param row its name
     * @param value its value
     * @param evidence {@code recorded}, {@code read}, {@code inferred}, {@code chosen}; {@code set} if the user set it
     * @param source the upstream commit, pull request or statement
     * @param peers at which peers
     */
    public record RowReached(String row, String value, String evidence, String source, List<String> peers) {
        /** Keeps an immutable copy. */
        public RowReached {
            peers = List.copyOf(new ArrayList<>(peers));
        }
    }
}

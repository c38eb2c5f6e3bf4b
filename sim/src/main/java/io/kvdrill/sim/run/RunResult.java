package io.kvdrill.sim.run;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.sim.kernel.RunEnd;
import io.kvdrill.sim.trace.TraceRecorder;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What came of a run.
 *
 * @param world what was run
 * @param profile under which profile
 * @param seed with which seed
 * @param verdict what it comes to
 * @param reasons why, where the verdict is not {@link Verdict#AS_STATED}; for people
 * @param end why it ended; names the cycle of a livelock
 * @param fingerprint hash over the whole trace
 * @param traceEntries entries in the trace
 * @param events kernel events that fired
 * @param virtualNanos world time at the end
 * @param expectations each of the world's under this profile, with what was seen
 * @param laws how each law fared
 * @param requests what became of each request
 * @param rowsReached profile rows that mattered, by peer id and over all its lives
 * @param missedMoments what waited for a moment that never came, with the reason
 * @param peers the peers as they were at the end
 * @param trace the recorder, for whoever stores the trace
 */
public record RunResult(
        World world,
        Profile profile,
        long seed,
        Verdict verdict,
        List<String> reasons,
        RunEnd end,
        String fingerprint,
        long traceEntries,
        long events,
        long virtualNanos,
        List<ExpectationOutcome> expectations,
        List<LawReport> laws,
        List<RequestOutcome> requests,
        Map<String, List<Row<?>>> rowsReached,
        List<String> missedMoments,
        List<PeerView> peers,
        TraceRecorder trace) {

    /**
     * The same, with what its runner knows besides.
     *
     * @param told why it ended, and where it ran
     * @param more reasons why it is not as stated; for people
     */
    public RunResult with(RunEnd told, List<String> more) {
        List<String> all = new ArrayList<>(reasons);
        all.addAll(more);
        return new RunResult(
                world,
                profile,
                seed,
                more.isEmpty() || verdict != Verdict.AS_STATED ? verdict : Verdict.UNEXPECTED,
                List.copyOf(all),
                told,
                fingerprint,
                traceEntries,
                events,
                virtualNanos,
                expectations,
                laws,
                requests,
                rowsReached,
                missedMoments,
                peers,
                trace);
    }

    /** All violations, in the order of the laws. */
    public List<Violation> violations() {
        return laws.stream().flatMap(law -> law.violations().stream()).toList();
    }

    /** What became of a request. */
    public RequestOutcome request(String id) {
        return requests.stream()
                .filter(outcome -> outcome.request().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no request is called " + id));
    }
}

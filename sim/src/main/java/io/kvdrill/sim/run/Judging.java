package io.kvdrill.sim.run;

import io.kvdrill.core.profile.Row;
import io.kvdrill.sim.kernel.RunEnd;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.trace.TraceRecorder;
import io.kvdrill.sim.world.Expectation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Watches a run, wherever it happens, and says what it comes to: whether what the world states under the profile came,
 * and what the observers found. Used once.
 */
public final class Judging {
    private final RunView view;
    private final List<RunObserver> observers;
    private final JobLog jobs = new JobLog();
    private final PinLog pins = new PinLog();
    private final SessionLog sessions = new SessionLog();
    private final BoundaryLog boundaries;
    private final List<Expectation> expectations;

    /**
     * A judge of a run that has not begun.
     *
     * @param view the run
     * @param observers who else watches, in this order
     */
    public Judging(RunView view, List<RunObserver> observers) {
        this.view = view;
        this.observers = List.copyOf(observers);
        this.expectations = view.world().expectationsUnder(view.profile().name());
        this.boundaries = new BoundaryLog(view.world(), expectations);
    }

    /** Looks at every entry from now on. */
    public void listen(TraceRecorder recorder) {
        recorder.addListener(jobs);
        recorder.addListener(pins);
        recorder.addListener(sessions);
        recorder.addListener(boundaries);
        recorder.addListener(this::onEntry);
    }

    private void onEntry(TraceEntry entry) {
        for (int i = 0; i < observers.size(); i++) { // without an iterator for each entry
            observers.get(i).onEntry(entry, view);
        }
    }

    /** The world stands; nothing has happened. */
    public void onStart() {
        observers.forEach(observer -> observer.onStart(view));
    }

    /** A peer has finished a step. */
    public void onStepEnd(PeerView peer) {
        for (int i = 0; i < observers.size(); i++) {
            observers.get(i).onStepEnd(peer, view);
        }
    }

    /** The run is over; what was cut off settles nothing. */
    public void onEnd(RunEnd end) {
        observers.forEach(observer -> observer.onEnd(view, !Reasons.cut(end)));
    }

    /**
     * What came of the run; asked after {@link #onEnd}.
     *
     * @param end why it ended
     * @param events kernel events that fired
     * @param rowsReached profile rows that mattered, by peer id
     * @param missed what waited for a moment that never came
     * @param trace what recorded it
     */
    public RunResult result(
            long seed,
            RunEnd end,
            long events,
            Map<String, List<Row<?>>> rowsReached,
            List<String> missed,
            TraceRecorder trace) {
        List<LawReport> laws = new ArrayList<>();
        observers.forEach(observer -> laws.addAll(observer.laws()));
        Judge judge = new Judge(view, jobs, pins, boundaries, sessions, laws);
        List<ExpectationOutcome> outcomes =
                expectations.stream().map(judge::judge).toList();
        Reasons reasons =
                Reasons.of(view.world(), view.profile(), end, judge.broken(), outcomes, checkedLaws(laws), missed);
        return new RunResult(
                view.world(),
                view.profile(),
                seed,
                reasons.verdict(),
                reasons.reasons(),
                end,
                trace.fingerprint(),
                trace.size(),
                events,
                view.nowNanos(),
                outcomes,
                laws,
                view.requests(),
                rowsReached,
                missed,
                view.peers(),
                trace);
    }

    private static Set<String> checkedLaws(List<LawReport> laws) {
        Set<String> names = new TreeSet<>();
        laws.forEach(law -> names.add(law.law()));
        return names;
    }
}

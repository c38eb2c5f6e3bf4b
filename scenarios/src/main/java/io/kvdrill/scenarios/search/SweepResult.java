package io.kvdrill.scenarios.search;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.reports.json.SweepReport;
import io.kvdrill.sim.search.Groups;
import io.kvdrill.sim.search.Signature;
import io.kvdrill.sim.search.coverage.Coverage;
import java.util.ArrayList;
import java.util.List;

/**
 * What a sweep has come to so far. It does not depend on threads; and results of parts of a sweep add up to that of the
 * whole, in any order.
 */
public final class SweepResult {
    private final Groups groups = new Groups();
    private final Coverage coverage = new Coverage();
    private final List<Tally> tallies = new ArrayList<>();
    private final Milestones milestones = new Milestones();
    private final long runsBefore;
    private long runs;
    private long failed;
    private long firstFailedRun;
    private long fingerprint;
    private boolean complete;

    /**
     * How a variant fared.
     *
     * @param runs runs made
     * @param failed those that failed
     */
    public record Tally(long runs, long failed) {
        private Tally and(Tally other) {
            return new Tally(runs + other.runs, failed + other.failed);
        }
    }

    /** Nothing yet. */
    public SweepResult() {
        this(0);
    }

    /**
     * Nothing yet, of a part.
     *
     * @param runsBefore how many runs of the sweep are in parts before
     */
    SweepResult(long runsBefore) {
        this.runsBefore = runsBefore;
    }

    /** How each variant fared, in order; those that were not run may be missing at the end. */
    public List<Tally> tallies() {
        return List.copyOf(tallies);
    }

    /** How it went, at numbers of runs that grow by about a twentieth, and at its end. Of a sweep without parts before. */
    public List<SweepReport.Point> history() {
        List<SweepReport.Point> history = new ArrayList<>();
        List<Long> failures = milestones.failures();
        long failedSoFar = 0;
        long place = 1;
        for (int i = 0; place <= runs; i++) {
            failedSoFar += i < failures.size() ? failures.get(i) : 0;
            history.add(point(place, failedSoFar));
            place = Milestones.after(place);
        }
        if (history.isEmpty() || history.get(history.size() - 1).runs() != runs) {
            history.add(point(runs, failed));
        }
        return history;
    }

    private SweepReport.Point point(long place, long failedSoFar) {
        long groupsSoFar = groups.inOrder().stream()
                .filter(group -> group.firstRun() <= place)
                .count();
        return new SweepReport.Point(place, failedSoFar, groupsSoFar, coverage.reachedBy(place));
    }

    /** How many runs were made. */
    public long runs() {
        return runs;
    }

    /** How many of them failed. */
    public long failed() {
        return failed;
    }

    /** The place of the first run that failed, from 1 and in the order of the sweep; 0 for none. */
    public long firstFailedRun() {
        return firstFailedRun;
    }

    /** Over the fingerprints of all runs, whatever their order: 16 hexadecimal digits. */
    public String fingerprint() {
        return String.format("%016x", fingerprint);
    }

    /** The failures. */
    public Groups groups() {
        return groups;
    }

    /** What was reached. */
    public Coverage coverage() {
        return coverage;
    }

    /** Whether everything that was asked for was run. */
    public boolean complete() {
        return complete;
    }

    void complete(boolean all) {
        complete = all;
    }

    /** Takes the next run; returns how many things it was the first to reach. */
    int merge(RunRecord run) {
        runs++;
        long place = runsBefore + runs;
        SeedOrder.Slot slot = run.slot();
        boolean runFailed = !run.failures().isEmpty();
        fingerprint += new Digest()
                .add(slot.variant())
                .add(slot.seed())
                .add(run.fingerprint())
                .value();
        if (runFailed) {
            failed++;
            firstFailedRun = firstFailedRun == 0 ? place : firstFailedRun;
        }
        for (Signature.Failure failure : run.failures()) {
            groups.add(slot.variant(), failure.signature(), place, slot.seed(), failure.what());
        }
        count(slot.variant(), new Tally(1, runFailed ? 1 : 0));
        milestones.add(place, runFailed);
        return coverage.add(place, run.reached());
    }

    private void count(int variant, Tally tally) {
        while (tallies.size() <= variant) {
            tallies.add(new Tally(0, 0));
        }
        tallies.set(variant, tallies.get(variant).and(tally));
    }

    /** Takes what other runs of the sweep came to. */
    void add(StoredResult other) {
        runs += other.runs();
        failed += other.failed();
        if (other.firstFailedRun() != 0) {
            firstFailedRun =
                    firstFailedRun == 0 ? other.firstFailedRun() : Math.min(firstFailedRun, other.firstFailedRun());
        }
        fingerprint += Long.parseUnsignedLong(other.fingerprint(), 16);
        other.groups().forEach(groups::add);
        for (int i = 0; i < other.tallies().size(); i++) {
            count(i, other.tallies().get(i));
        }
        milestones.add(other.failures());
        other.coverage().forEach(reached -> coverage.add(reached.item(), reached.reach()));
    }

    /** Everything that {@link #add} takes. */
    StoredResult stored() {
        List<StoredResult.Reached> reached = new ArrayList<>();
        coverage.reached().forEach((item, reach) -> reached.add(new StoredResult.Reached(item, reach)));
        return new StoredResult(
                runs,
                failed,
                firstFailedRun,
                fingerprint(),
                groups.inOrder(),
                reached,
                tallies(),
                milestones.failures());
    }
}

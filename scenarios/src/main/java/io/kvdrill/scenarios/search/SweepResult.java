package io.kvdrill.scenarios.search;

import io.kvdrill.reports.json.SweepReport;
import java.util.ArrayList;
import java.util.List;
import io.kvdrill.core.digest.Digest;
import io.kvdrill.sim.search.Groups;
import io.kvdrill.sim.search.Signature;
import io.kvdrill.sim.search.coverage.Coverage;

/** What a sweep has come to so far. Runs are merged in their order, so that it does not depend on threads. */
public final class SweepResult {
    private final Groups groups = new Groups();
    private final Coverage coverage = new Coverage();
    private long runs;
    private long failed;
    private long firstFailedRun;
    private long fingerprint;
    private boolean complete;
    private final List<Tally> tallies = new ArrayList<>();
    private final List<SweepReport.Point> history = new ArrayList<>();
    private long nextPoint = 1;

    /**
     * How a variant fared.
     *
     * @param runs runs made
     * @param failed those that failed
     */
    public record Tally(long runs, long failed) {
        private Tally with(boolean oneFailed) {
            return new Tally(runs + 1, failed + (oneFailed ? 1 : 0));
        }
    }

    /** How each variant fared, in order; those that were not run may be missing at the end. */
    public List<Tally> tallies() {
        return List.copyOf(tallies);
    }

    /** How it went, at numbers of runs that grow by about a twentieth. */
    public List<SweepReport.Point> history() {
        return List.copyOf(history);
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

    /** Over the fingerprints of all runs, 16 hexadecimal digits. */
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

    /** Takes a run; returns how many things it was the first to reach. */
    int merge(RunRecord run) {
        runs++;
        fingerprint = new Digest()
                .add(fingerprint)
                .add(run.slot().seed())
                .add(run.fingerprint())
                .value();
        if (!run.failures().isEmpty()) {
            failed++;
            firstFailedRun = firstFailedRun == 0 ? runs : firstFailedRun;
        }
        for (Signature.Failure failure : run.failures()) {
            groups.add(run.slot().variant(), failure.signature(), run.slot().seed(), failure.what());
        }
        count(run.slot().variant(), !run.failures().isEmpty());
        int reached = coverage.add(run.reached());
        if (runs == nextPoint) {
            history.add(point());
            nextPoint += 1 + runs / 20;
        }
        return reached;
    }

    private void count(int variant, boolean oneFailed) {
        while (tallies.size() <= variant) {
            tallies.add(new Tally(0, 0));
        }
        tallies.set(variant, tallies.get(variant).with(oneFailed));
    }

    /** Where it is now. */
    SweepReport.Point point() {
        return new SweepReport.Point(runs, failed, groups.inOrder().size(), coverage.size());
    }

    /** Goes on from what another sweep came to; this one must be empty. */
    void goOn(SweepFile.Stored stored) {
        runs = stored.runs();
        failed = stored.failed();
        firstFailedRun = stored.firstFailedRun();
        fingerprint = Long.parseUnsignedLong(stored.fingerprint(), 16);
        stored.groups().forEach(groups::add);
        tallies.addAll(stored.tallies());
        history.addAll(stored.history());
        for (SweepReport.Point point : history) {
            nextPoint = point.runs() + 1 + point.runs() / 20;
        }
        stored.coverage().forEach(reached -> coverage.add(reached.item(), reached.runs()));
    }
}

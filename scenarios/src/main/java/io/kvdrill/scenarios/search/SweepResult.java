package io.kvdrill.scenarios.search;

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
        return coverage.add(run.reached());
    }

    /** Goes on from what another sweep came to; this one must be empty. */
    void goOn(SweepFile.Stored stored) {
        runs = stored.runs();
        failed = stored.failed();
        firstFailedRun = stored.firstFailedRun();
        fingerprint = Long.parseUnsignedLong(stored.fingerprint(), 16);
        stored.groups().forEach(groups::add);
        stored.coverage().forEach(reached -> coverage.add(reached.item(), reached.runs()));
    }
}

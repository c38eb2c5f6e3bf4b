package io.kvdrill.scenarios.search;

import io.kvdrill.sim.search.Group;
import io.kvdrill.sim.search.coverage.Coverage;
import io.kvdrill.sim.search.coverage.Item;
import java.util.List;

/**
 * What runs of a sweep have come to, as files hold it. Results of different runs of one sweep add up ({@link
 * SweepResult#add}).
 *
 * @param runs runs made
 * @param failed those that failed
 * @param firstFailedRun the place of the first of them in the sweep, or 0
 * @param fingerprint over all runs, in hexadecimal
 * @param groups the failures
 * @param coverage what was reached
 * @param tallies how each variant fared
 * @param failures failed runs by {@link Milestones}
 */
record StoredResult(
        long runs,
        long failed,
        long firstFailedRun,
        String fingerprint,
        List<Group> groups,
        List<Reached> coverage,
        List<SweepResult.Tally> tallies,
        List<Long> failures) {

    /** Keeps immutable copies. */
    StoredResult {
        groups = List.copyOf(groups);
        coverage = List.copyOf(coverage);
        tallies = List.copyOf(tallies);
        failures = List.copyOf(failures);
    }

    /**
     * Something that was reached.
     *
     * @param item what
     * @param reach how often
     */
    record Reached(Item item, Coverage.Reach reach) {}
}

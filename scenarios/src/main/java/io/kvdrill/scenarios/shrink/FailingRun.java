package io.kvdrill.scenarios.shrink;

import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.search.OwnTier;
import io.kvdrill.sim.search.Signature;
import io.kvdrill.sim.search.shrink.Candidate;
import java.util.List;

/**
 * A run in which a law breaks.
 *
 * @param label what it is, in words: {@code peer-death/in-data under vllm-2026-08, seed 1}
 * @param candidate the run, without what is stated about its outcome
 * @param signature how it fails
 * @param result its run, with the trace
 * @param pinBudgetSlotNanos the budget of law I15; {@link Long#MAX_VALUE} for none
 * @param reports public reports of it
 */
record FailingRun(
        String label,
        Candidate candidate,
        Signature signature,
        RunResult result,
        long pinBudgetSlotNanos,
        List<String> reports) {

    /** Keeps an immutable copy. */
    FailingRun {
        reports = List.copyOf(reports);
    }

    /** What runs it, and others like it. */
    OwnTier tier() {
        return new OwnTier(pinBudgetSlotNanos);
    }
}

package io.kvdrill.scenarios.search;

import io.kvdrill.sim.search.Signature;
import io.kvdrill.sim.search.coverage.Item;
import java.util.Collection;
import java.util.List;

/**
 * What is kept of one run until it is merged.
 *
 * @param slot which run
 * @param fingerprint of its trace
 * @param failures what failed; none if nothing did
 * @param reached what it reached
 */
record RunRecord(SeedOrder.Slot slot, String fingerprint, List<Signature.Failure> failures, Collection<Item> reached) {
    RunRecord {
        failures = List.copyOf(failures);
        reached = List.copyOf(reached);
    }

    /** Whether it came to no end of its own: something was thrown, or a tier in another process ended it. */
    boolean endedEarly() {
        return failures.stream()
                .map(failure -> failure.signature().law())
                .anyMatch(law -> law.equals(Signature.THREW) || law.equals(TierFailure.LAW));
    }
}

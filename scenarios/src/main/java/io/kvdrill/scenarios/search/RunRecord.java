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
}

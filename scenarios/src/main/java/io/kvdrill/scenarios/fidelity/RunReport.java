package io.kvdrill.scenarios.fidelity;

import java.util.List;

/**
 * What came of one run.
 *
 * @param lives of tiers in it
 * @param steps of them
 * @param matched steps that were alike
 * @param cut lives of which the end has no words in the format
 * @param unsupported lives that the other tier does not know how to play to their end
 * @param found the first differences of lives that differ
 */
record RunReport(int lives, long steps, long matched, int cut, int unsupported, List<Found> found) {
    /** Keeps an immutable copy. */
    RunReport {
        found = List.copyOf(found);
    }
}

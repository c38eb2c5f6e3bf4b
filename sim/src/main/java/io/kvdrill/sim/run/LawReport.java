package io.kvdrill.sim.run;

import java.util.List;

/**
 * How one law fared in a run.
 *
 * @param law its stable name
 * @param checked how often it was checked
 * @param atStake how often its premise held; a law that was never at stake was not kept, but untouched
 * @param violations where it broke, the earliest first
 */
public record LawReport(String law, long checked, long atStake, List<Violation> violations) {
    /** Keeps an immutable copy. */
    public LawReport {
        violations = List.copyOf(violations);
    }
}

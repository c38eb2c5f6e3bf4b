package io.kvdrill.sim.search.why;

import io.kvdrill.sim.trace.TraceEntry;
import java.util.List;

/**
 * How likely the failure is, over the time of the run.
 *
 * @param law the law that breaks
 * @param brokenNanos when it does in the failing run
 * @param variation in what futures differ
 * @param cuts by time; the first is the start of the run
 * @param step the place in {@code cuts} before which the likelihood rises most; 0 where it does not rise
 * @param happened what happened from the one cut of the step to the other: what became certain there
 * @param inevitableNanos from when on at least 19 of 20 futures failed; −1 for not before the law broke
 * @param runs how many runs it took
 */
public record Curve(
        String law,
        long brokenNanos,
        Variation variation,
        List<Cut> cuts,
        int step,
        List<TraceEntry> happened,
        long inevitableNanos,
        int runs) {

    /** Keeps immutable copies. */
    public Curve {
        cuts = List.copyOf(cuts);
        happened = List.copyOf(happened);
    }
}

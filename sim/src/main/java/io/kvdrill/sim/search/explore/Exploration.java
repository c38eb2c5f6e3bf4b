package io.kvdrill.sim.search.explore;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an exploration has covered, and found.
 *
 * @param bounds up to which bounds
 * @param states different states that were visited; where equal states are not looked for, all of them
 * @param transitions transitions that were tried
 * @param choices states in which there was a choice
 * @param runs runs that were made
 * @param equalStates runs that came to a state that had been visited
 * @param equalOrders transitions that were left out because another order stands for them
 * @param finals hashes of the states in which nothing was left to happen
 * @param deepest transitions of the longest run
 * @param nanos the latest world time of a run
 * @param ended why the exploration ended
 * @param violation the first that was found; null if none was
 */
public record Exploration(
        Bounds bounds,
        long states,
        long transitions,
        long choices,
        long runs,
        long equalStates,
        long equalOrders,
        Set<Long> finals,
        int deepest,
        long nanos,
        Ended ended,
        @Nullable Found violation) {

    /** Why an exploration ended. */
    public enum Ended {
        /** Every order was covered. */
        EXHAUSTED,
        /** Every order was covered that the bound on deviations allows, and it cut some. */
        DEVIATIONS,
        /** A run was longer than allowed. */
        DEPTH,
        /** There are more states than allowed. */
        STATES,
        /** Whoever asked for it did not want to go on. */
        STOPPED,
        /** A law broke. */
        VIOLATION
    }

    /**
     * A run that breaks a law.
     *
     * @param schedule its choices up to there
     * @param deviations how many of them differ from what comes first of itself
     */
    public record Found(List<String> schedule, int deviations) {
        /** Keeps an immutable copy. */
        public Found {
            schedule = List.copyOf(schedule);
        }
    }

    /** Whether every order within the bounds was covered. */
    public boolean exhausted() {
        return ended == Ended.EXHAUSTED || ended == Ended.DEVIATIONS;
    }
}

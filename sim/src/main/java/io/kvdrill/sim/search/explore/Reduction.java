package io.kvdrill.sim.search.explore;

/**
 * What is left out because it makes no difference.
 *
 * @param equalStates whether what follows from a state is visited once
 * @param equalOrders whether of orders that differ in transitions of different peers only one is visited
 * @param arrivalsWithSteps whether what a peer notices at its next step only comes together with that step
 */
public record Reduction(boolean equalStates, boolean equalOrders, boolean arrivalsWithSteps) {
    /** Everything that can be left out. */
    public static final Reduction ALL = new Reduction(true, true, true);

    /** Every order is visited by itself, but states are remembered: without that, few explorations come to an end. */
    public static final Reduction STATES_ONLY = new Reduction(true, false, false);

    /** Nothing is left out. */
    public static final Reduction NONE = new Reduction(false, false, false);
}

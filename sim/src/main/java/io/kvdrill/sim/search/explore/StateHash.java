package io.kvdrill.sim.search.explore;

import io.kvdrill.sim.run.SimulatedRun;

/**
 * Tells states apart. Equal values are taken for equal states: what follows from them is visited once. So everything must
 * go into it that can make a difference to what may happen later, or to what a law says about it.
 */
@FunctionalInterface
public interface StateHash {

    /** The hash of a run as it is now, between two transitions. */
    long of(SimulatedRun run);
}

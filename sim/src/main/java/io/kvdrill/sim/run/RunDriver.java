package io.kvdrill.sim.run;

import io.kvdrill.sim.fault.OpenMoments;
import io.kvdrill.sim.kernel.EventOrder;

/**
 * Drives a run: decides which event fires next, and when moments come that the world leaves open. Time then follows the
 * order of events, instead of the other way round.
 */
public interface RunDriver extends EventOrder, OpenMoments {

    /** The run begins. Called before anything is asked. */
    void onStart(SimulatedRun run);
}

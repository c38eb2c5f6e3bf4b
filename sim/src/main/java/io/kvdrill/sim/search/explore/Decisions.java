package io.kvdrill.sim.search.explore;

import io.kvdrill.sim.run.SimulatedRun;
import java.util.List;

/** Decides what a driven run does next. */
interface Decisions {
    /** Ends the run as one that was cut off. */
    int CUT = -1;

    /**
     * Picks a transition.
     *
     * @param options all that may happen, what comes first of itself first; none at the end of the run
     * @return an index, or {@link #CUT}; of no options, anything else ends the run
     */
    int choose(List<Transition> options, SimulatedRun run);

    /** Whether a fault strikes in the middle of the step that is being taken, after one more effect on the world. */
    boolean strikes(String moment);
}

package io.kvdrill.sim.search.explore;

import io.kvdrill.sim.run.SimulatedRun;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides what a driven run does next. */
interface Decisions {

    /**
     * Picks a transition. The run may be another afterwards: one that was taken back to where it had been.
     *
     * @param options all that may happen, what comes first of itself first; none at the end of the run
     * @return one of them, or of those that were there where the run is now; one that {@link Transition#ends()} to end the
     *     run, null to cut it off
     */
    @Nullable Transition choose(List<Transition> options, SimulatedRun run);

    /** Whether a fault strikes in the middle of the step that is being taken, after one more effect on the world. */
    boolean strikes(String moment);
}

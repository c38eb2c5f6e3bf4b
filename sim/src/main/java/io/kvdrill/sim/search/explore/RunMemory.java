package io.kvdrill.sim.search.explore;

import io.kvdrill.sim.run.SimulatedRun;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what a run is like between two transitions, to take it back there. That is faster than to begin another run
 * and to repeat all choices up to there, and must come to the same.
 */
@FunctionalInterface
public interface RunMemory {

    /** A run as it was. */
    @FunctionalInterface
    interface Image {
        /** Takes the run back, in place. May be asked for again and again, between transitions. */
        void restore();
    }

    /** What a run is like now; null if it cannot be taken back here. */
    @Nullable Image of(SimulatedRun run);

    /** Remembers nothing: whatever is to be tried elsewhere begins with another run. */
    static RunMemory none() {
        return run -> null;
    }
}

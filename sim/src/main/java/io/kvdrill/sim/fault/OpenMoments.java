package io.kvdrill.sim.fault;

import io.kvdrill.sim.trace.TraceEntry;

/** Decides when moments come that a world leaves open ({@link io.kvdrill.sim.world.Moment.Any}). */
@FunctionalInterface
public interface OpenMoments {

    /**
     * Whether a moment comes now, at once after an entry, in the middle of a step where that is.
     *
     * @param label what waits for the moment
     */
    boolean comesAfter(String label, TraceEntry entry);

    /** Such moments never come: an ordinary run. */
    static OpenMoments never() {
        return (label, entry) -> false;
    }
}

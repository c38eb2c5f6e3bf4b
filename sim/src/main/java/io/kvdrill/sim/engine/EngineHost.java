package io.kvdrill.sim.engine;

import io.kvdrill.core.trace.TraceSink;

/**
 * What an engine needs of the world around it: the virtual one of a simulation, or a real one.
 *
 * <p>Everything happens on the thread that calls the engine.
 */
public interface EngineHost {

    /** The engine's own monotonic clock. */
    long nowNanos();

    /** Where events go. */
    TraceSink trace();
}

package io.kvdrill.sim.engine;

import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.sim.engine.EngineEvent.Leg;
import io.kvdrill.sim.engine.EngineEvent.LegEnd;

/**
 * What an engine needs of the world around it: the virtual one of a simulation, or a real one. Everything happens on the
 * thread that drives the engine.
 */
public interface EngineHost {

    /** Where events go. */
    TraceSink trace();

    /** The bytes behind the primary slots. */
    SlotMemory memory();

    /** Runs {@code action} once this much time has passed, unless the process has ended by then; never at once. */
    void runAfter(long delayNanos, Runnable action);

    /** Something happened outside a step that the next one will see: it should come as soon as it can. */
    void wake();

    /** The engine has shut down: its process ends. */
    void onShutDown();

    /** The prompt of a leg is computed: a producer's answer, or the first token of a consumer's. */
    void onPrefillDone(String request, Leg leg);

    /** A leg has ended. */
    void onLegEnded(LegResult result);

    /**
     * How a leg ended.
     *
     * @param request the request's id in the world
     * @param remoteBlocks blocks of the prompt that a peer wrote
     * @param cachedBlocks blocks of it that the primary cache had, the remote ones included
     * @param computedTokens tokens of it that were computed here, those of failed attempts included
     */
    record LegResult(String request, Leg leg, LegEnd end, int remoteBlocks, int cachedBlocks, long computedTokens) {}
}

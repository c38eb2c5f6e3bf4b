package io.kvdrill.sim.engine;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.sim.engine.EngineEvent.Leg;
import java.util.List;

/**
 * One leg of a request, as a router hands it to an engine.
 *
 * @param request the request's id in the world
 * @param leg what the engine is to do
 * @param kvRequest what peers call it; empty where none is asked
 * @param context the engine's name for it and its transfer parameters
 * @param keys the full blocks of its prompt
 * @param promptTokens all tokens of its prompt
 * @param outputTokens tokens to generate
 */
public record LegSpec(
        String request,
        Leg leg,
        String kvRequest,
        RequestContext context,
        List<BlockKey> keys,
        long promptTokens,
        int outputTokens) {
    /** Keeps an immutable copy of {@code keys}. */
    public LegSpec {
        keys = List.copyOf(keys);
    }

    /** The engine's name for it. */
    public String engineRequest() {
        return context.requestId();
    }
}

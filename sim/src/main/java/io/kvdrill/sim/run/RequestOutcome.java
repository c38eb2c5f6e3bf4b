package io.kvdrill.sim.run;

import io.kvdrill.sim.world.Expectation.Finish;
import org.jspecify.annotations.Nullable;

/**
 * What became of a request.
 *
 * @param request its id in the world
 * @param arrivedNanos when its client sent it; −1 if its moment never came
 * @param firstTokenNanos when the first token of its answer was there; −1 if never
 * @param endedNanos when it ended; −1 if it did not
 * @param finish how it ended; null if it did not
 * @param remoteBlocks blocks of the answering leg that a peer wrote
 * @param cachedBlocks blocks of that leg that the primary cache had, the remote ones included
 * @param computedTokens prompt tokens that the answering leg computed
 * @param producedTokens prompt tokens that the producing leg computed
 * @param workload the workload that it is part of; null for a request that the world lists
 * @param attempts how often its router tried; the numbers above are those of the last attempt, but the tokens, which
 *     are those of all, and the arrival
 */
public record RequestOutcome(
        String request,
        long arrivedNanos,
        long firstTokenNanos,
        long endedNanos,
        @Nullable Finish finish,
        int remoteBlocks,
        int cachedBlocks,
        long computedTokens,
        long producedTokens,
        @Nullable String workload,
        int attempts) {}

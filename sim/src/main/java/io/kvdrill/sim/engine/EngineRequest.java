package io.kvdrill.sim.engine;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.tier.LookupOutcome;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One leg of a request inside an engine. */
final class EngineRequest {

    /** How far it has come. */
    enum Phase {
        /** Its blocks are being looked up, or are on their way. */
        WAITING,
        /** Its cached blocks are being copied to the GPU. */
        COPYING,
        /** The rest of its prompt is being computed. */
        PREFILL,
        /** It generates tokens. */
        DECODE,
        /** It has left. */
        LEFT
    }

    final LegSpec spec;
    final long enteredNanos;
    /** The blocks of its prompt. */
    final Set<BlockKey> ownKeys;

    Phase phase = Phase.WAITING;
    boolean abortRequested;
    boolean copied;

    /** Why it waits, as last reported; null while it does not. */
    @Nullable LookupOutcome deferredFor;

    /** The primary cache's version at which it was deferred on its answers alone; −1 where a tier was asked, too. */
    long deferredAtVersion = -1;

    /** Blocks that a peer wrote for it. */
    final Set<BlockKey> loaded = new LinkedHashSet<>();

    int cachedBlocks;
    int remoteBlocks;
    long tokensToCompute;
    long tokensComputed;
    long tokensInStep;
    int tokensGenerated;
    int blocksStored;

    EngineRequest(LegSpec spec, long enteredNanos) {
        this.spec = spec;
        this.enteredNanos = enteredNanos;
        this.ownKeys = new LinkedHashSet<>(spec.keys());
    }

    /** The blocks that the cache gave it. */
    List<BlockKey> cachedKeys() {
        return spec.keys().subList(0, cachedBlocks);
    }

    /** It gets its first blocks from the cache and computes the rest, one token at least. */
    void schedule(int hits, int tokensPerBlock) {
        cachedBlocks = hits;
        remoteBlocks = 0;
        for (BlockKey key : cachedKeys()) {
            remoteBlocks += loaded.contains(key) ? 1 : 0;
        }
        tokensToCompute = Math.max(1, spec.promptTokens() - (long) hits * tokensPerBlock);
    }

    /** Full blocks of its prompt that will have been computed, or taken from the cache, when this step ends. */
    int fullBlocksAfterStep(int tokensPerBlock) {
        if (tokensComputed + tokensInStep >= tokensToCompute) {
            return spec.keys().size();
        }
        long tokens = (long) cachedBlocks * tokensPerBlock + tokensComputed + tokensInStep;
        return (int) Math.min(spec.keys().size(), tokens / tokensPerBlock);
    }
}

package io.kvdrill.sim.engine;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.sim.engine.EngineRequest.Phase;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * What the GPU does: it computes what a step schedules, and copies blocks from and to the primary cache meanwhile. The
 * bytes of a copy are read or written at its end; the engine finds out in its next step.
 */
final class Gpu {

    /** What one step computes. */
    static final class Batch {
        private long prefillTokens;
        private int decoding;
        private final List<TieringManager.PrimaryStore> stores = new ArrayList<>();
    }

    private final EngineConfig config;
    private final EngineHost host;
    private final PrimaryTier primary;
    private final TieringManager manager;
    private final LegBook legs;
    private final List<TieringManager.PrimaryStore> copied = new ArrayList<>();
    private int seen;
    private int done;
    private int running;

    Gpu(EngineConfig config, EngineHost host, PrimaryTier primary, TieringManager manager, LegBook legs) {
        this.config = config;
        this.host = host;
        this.primary = primary;
        this.manager = manager;
        this.legs = legs;
    }

    /** Whether a copy has ended that no step has seen. */
    boolean hasCopied() {
        return done > seen;
    }

    /** Whether copies run. */
    boolean copying() {
        return running > 0;
    }

    void onStepBegin() {
        seen = done;
    }

    /** The stores whose blocks have reached the primary cache since this was asked last. */
    List<TieringManager.PrimaryStore> takeStores() {
        List<TieringManager.PrimaryStore> taken = List.copyOf(copied);
        copied.clear();
        return taken;
    }

    /** Decides what to compute: a token for each request that decodes, and of prompts as much as fits in a chunk. */
    Batch schedule(Collection<EngineRequest> requests) {
        Batch batch = new Batch();
        long budget = config.prefillChunkTokens();
        for (EngineRequest request : requests) {
            if (request.phase == Phase.DECODE) {
                batch.decoding++;
            } else if (request.phase == Phase.PREFILL && budget > 0) {
                request.tokensInStep = Math.min(budget, request.tokensToCompute - request.tokensComputed);
                budget -= request.tokensInStep;
                batch.prefillTokens += request.tokensInStep;
                prepareStore(request, batch);
            }
        }
        return batch;
    }

    private void prepareStore(EngineRequest request, Batch batch) {
        int full = request.fullBlocksAfterStep(config.tokensPerBlock());
        if (full > request.blocksStored) {
            TieringManager.PrimaryStore store = manager.prepareStore(
                    request.spec.keys().subList(request.blocksStored, full), request.spec.context());
            if (store != null) {
                request.blocksStored = full;
                if (!store.keys().isEmpty()) {
                    batch.stores.add(store);
                }
            }
        }
    }

    /** Computes a batch, and then copies its blocks to the primary cache; answers how long the computation takes. */
    long start(Batch batch) {
        long duration = batch.prefillTokens == 0 ? 0 : config.prefillNanos(batch.prefillTokens);
        duration += batch.decoding == 0 ? 0 : config.decodeStepNanos();
        if (batch.prefillTokens > 0) {
            host.trace().emit(new EngineEvent.PrefillStep(batch.prefillTokens, batch.decoding, duration));
        }
        for (TieringManager.PrimaryStore store : batch.stores) {
            copy(duration, store.keys().size(), () -> {
                for (int i = 0; i < store.keys().size(); i++) {
                    host.memory().write(store.slots().get(i), store.keys().get(i));
                }
                copied.add(store);
            });
        }
        return duration;
    }

    /** Copies a request's cached blocks to the GPU; they are pinned until {@link #endLoad}. */
    void load(EngineRequest request) {
        request.phase = Phase.COPYING;
        List<BlockKey> keys = request.cachedKeys();
        primary.touch(keys);
        keys.forEach(primary::pin);
        SlotList slots = slotsOf(keys);
        host.trace().emit(new EngineEvent.SlotsPinned(0, keys, slots));
        copy(0, keys.size(), () -> {
            legs.read(request, keys, slots);
            request.copied = true;
        });
    }

    /** The request has its blocks. */
    void endLoad(EngineRequest request) {
        List<BlockKey> keys = request.cachedKeys();
        keys.forEach(primary::unpin);
        host.trace().emit(new EngineEvent.SlotsUnpinned(0, slotsOf(keys)));
        request.phase = Phase.PREFILL;
    }

    private void copy(long delayNanos, int blocks, Runnable atEnd) {
        running++;
        host.runAfter(delayNanos + config.copyNanos(blocks), () -> {
            atEnd.run();
            running--;
            done++;
            host.wake();
        });
    }

    private SlotList slotsOf(List<BlockKey> keys) {
        return SlotList.of(keys.stream().map(primary::slotOf).toList());
    }
}

package io.kvdrill.sim.engine;

import static io.kvdrill.sim.engine.TierCalls.call;
import static io.kvdrill.sim.engine.TierCalls.run;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.core.tier.StorePolicy;
import io.kvdrill.core.tier.TierResult;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.sim.engine.EngineEvent.Purpose;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * vLLM's tiering manager (protocol.md section 8): asks the primary cache and then the tiers for blocks, promotes what a
 * tier has, offers what was computed, and owns every job until its slots are free.
 *
 * <p>Within a step: {@link #newRequest}, then {@link #lookup} and {@link #prepareStore}, then {@link #onScheduleEnd}. The
 * tiers are swept once in each step, at its first lookup or else at its end, so that what arrived before the step is seen
 * by its lookups, and peers' queries are answered in the step in which they are received.
 */
final class TieringManager {
    private static final int NO_TIER = -1;

    /** What a request's blocks in a tier are promoted under: one load job of each tier for a request and step. */
    private record PromotionKey(int tier, RequestContext context) {}

    private static final class Promotion {
        final PrimaryTier.Eviction eviction = PrimaryTier.Eviction.none();
        final List<BlockKey> keys = new ArrayList<>();
        final List<Long> slots = new ArrayList<>();
    }

    /** Told how promotions end. */
    interface Listener {
        /** A load of this request has ended; its blocks are ready, or absent. */
        void onLoadEnded(RequestContext context, long job, List<BlockKey> keys, boolean success);
    }

    private final List<SecondaryTier> tiers;
    private final PrimaryTier primary;
    private final JobSlots slots;
    private final TraceSink trace;
    private final Listener listener;
    private final Map<PromotionKey, Promotion> promotions = new LinkedHashMap<>();
    private final Map<RequestContext, StoreState> stores = new LinkedHashMap<>();
    private final Map<RequestContext, BlockKey> skipped = new LinkedHashMap<>();

    private boolean swept;
    private long nowNanos;
    private long tierLookups;
    private final ParentContexts parentContexts = new ParentContexts();

    /** Stores of a request between its GPU and the primary cache. */
    private static final class StoreState {
        final List<StorePolicy> policies;
        int pending;
        boolean finished;

        StoreState(List<StorePolicy> policies) {
            this.policies = policies;
        }
    }

    TieringManager(List<SecondaryTier> tiers, PrimaryTier primary, TraceSink trace, Listener listener) {
        this.tiers = List.copyOf(tiers);
        this.primary = primary;
        this.slots = new JobSlots(primary, trace);
        this.trace = trace;
        this.listener = listener;
    }

    /** A step begins. */
    void onStepBegin(long now) {
        nowNanos = now;
    }

    /** Introduces a request to every tier. */
    void newRequest(RequestContext context) {
        List<StorePolicy> policies = new ArrayList<>();
        for (SecondaryTier tier : tiers) {
            policies.add(call(() -> tier.onNewRequest(nowNanos, context)));
        }
        stores.put(context, new StoreState(policies));
    }

    /**
     * Where a block is; a block of a tier is reserved, and comes.
     *
     * @param kept blocks that must not give up their slots for it
     */
    LookupOutcome lookup(BlockKey key, RequestContext context, Set<BlockKey> kept) {
        return lookup(key, context, kept, NO_TIER);
    }

    /** What tiers have opened on behalf of peers. */
    ParentContexts parentContexts() {
        return parentContexts;
    }

    /** How often a tier was asked so far. */
    long tierLookups() {
        return tierLookups;
    }

    /** As {@link #lookup(BlockKey, RequestContext, Set)}, but for a tier that asks for a peer: itself is left out. */
    LookupOutcome lookup(BlockKey key, RequestContext context, Set<BlockKey> kept, int originTier) {
        sweepOnce();
        LookupOutcome here = primary.lookup(key);
        if (here != LookupOutcome.MISS) {
            return here;
        }
        boolean retry = false;
        for (int i = 0; i < tiers.size(); i++) {
            if (i == originTier) {
                continue;
            }
            SecondaryTier tier = tiers.get(i);
            tierLookups++;
            LookupOutcome there = call(() -> tier.lookup(nowNanos, key, context));
            if (there == LookupOutcome.HIT) {
                return promote(i, key, context, kept);
            }
            retry |= there != LookupOutcome.MISS;
        }
        return retry ? LookupOutcome.RETRY : LookupOutcome.MISS;
    }

    private LookupOutcome promote(int tier, BlockKey key, RequestContext context, Set<BlockKey> kept) {
        Promotion promotion = promotions.computeIfAbsent(new PromotionKey(tier, context), wanted -> new Promotion());
        List<Long> slot = primary.reserve(List.of(key), kept, promotion.eviction);
        if (slot == null) {
            // Said once for each request and block: an engine without room asks again in every step.
            if (!key.equals(skipped.put(context, key))) {
                trace.emit(new EngineEvent.PromotionSkipped(context.requestId(), key));
            }
            return LookupOutcome.MISS;
        }
        promotion.keys.add(key);
        promotion.slots.add(slot.get(0));
        return LookupOutcome.HIT_PENDING;
    }

    /**
     * Takes slots for blocks that are being computed, and offers those of the request that the cache has already to the
     * tiers that want whole requests.
     *
     * @param keys full blocks of the request, in order
     * @return what to copy from the GPU and then to complete; null if there is no room, and then no tier was offered
     *     anything
     */
    @Nullable PrimaryStore prepareStore(List<BlockKey> keys, RequestContext context) {
        StoreState state = stateOf(context);
        List<BlockKey> absent = new ArrayList<>();
        List<BlockKey> ready = new ArrayList<>();
        for (BlockKey key : keys) {
            LookupOutcome here = primary.lookup(key);
            if (here == LookupOutcome.MISS) {
                absent.add(key);
            } else if (here == LookupOutcome.HIT) {
                ready.add(key);
            }
        }
        List<Long> taken = slots.reserve(context.requestId(), Purpose.COMPUTED, absent, keys);
        if (taken == null) {
            trace.emit(new EngineEvent.StoreSkipped(context.requestId(), absent.size()));
            return null;
        }
        for (int i = 0; i < tiers.size() && !ready.isEmpty(); i++) {
            if (state.policies.get(i) == StorePolicy.REQUEST_LEVEL) {
                submitStore(i, ready, context);
            }
        }
        if (!absent.isEmpty()) {
            state.pending++;
        }
        return new PrimaryStore(context, List.copyOf(absent), SlotList.of(taken));
    }

    /** Blocks of a request on their way from the GPU to reserved slots. */
    record PrimaryStore(RequestContext context, List<BlockKey> keys, SlotList slots) {}

    /** The blocks of a store are in the primary cache: every tier is offered them. */
    void completeStore(PrimaryStore store) {
        StoreState state = stateOf(store.context());
        store.keys().forEach(primary::ready);
        trace.emit(new EngineEvent.SlotsReady(store.keys(), store.slots()));
        for (int i = 0; i < tiers.size(); i++) {
            submitStore(i, store.keys(), store.context());
        }
        state.pending--;
        forwardEnd(store.context(), state);
    }

    private void submitStore(int tierIndex, List<BlockKey> keys, RequestContext context) {
        SecondaryTier tier = tiers.get(tierIndex);
        TransferJob job = slots.pin(keys, context, nowNanos);
        run(() -> tier.submitStore(nowNanos, job, context));
    }

    /** A request has left the engine; tiers are told once no store of it can follow. */
    void requestFinished(RequestContext context) {
        StoreState state = stateOf(context);
        state.finished = true;
        forwardEnd(context, state);
    }

    private void forwardEnd(RequestContext context, StoreState state) {
        if (state.finished && state.pending == 0) {
            stores.remove(context);
            skipped.remove(context);
            for (SecondaryTier tier : tiers) {
                run(() -> tier.onRequestFinished(nowNanos, context));
            }
        }
    }

    /** The step's end: peers are served, promotions begin, and what the step asked goes out. */
    void onScheduleEnd() {
        sweepOnce();
        for (int i = 0; i < tiers.size(); i++) {
            SecondaryTier tier = tiers.get(i);
            ParentHandle handle = new ParentHandle(this, i);
            try {
                run(() -> tier.serveExternalRequests(nowNanos, handle));
            } finally {
                handle.close();
            }
        }
        swept = false;
        flushPromotions();
        for (SecondaryTier tier : tiers) {
            run(() -> tier.onScheduleEnd(nowNanos));
        }
    }

    /** Pins those of the blocks that are ready, for a tier that asks for a peer. */
    TransferJob createStoreJob(List<BlockKey> keys, RequestContext context) {
        List<BlockKey> ready = new ArrayList<>();
        for (BlockKey key : keys) {
            if (primary.lookup(key) == LookupOutcome.HIT) {
                ready.add(key);
            }
        }
        return slots.pin(ready, context, nowNanos);
    }

    /** Tells all tiers but one of a context that this one opened, or ended. */
    void forOthers(int origin, ObjLongConsumer<SecondaryTier> call) {
        for (int i = 0; i < tiers.size(); i++) {
            if (i != origin) {
                SecondaryTier tier = tiers.get(i);
                run(() -> call.accept(tier, nowNanos));
            }
        }
    }

    private void flushPromotions() {
        List<Map.Entry<PromotionKey, Promotion>> queued = new ArrayList<>(promotions.entrySet());
        promotions.clear();
        for (Map.Entry<PromotionKey, Promotion> entry : queued) {
            PromotionKey key = entry.getKey();
            if (entry.getValue().keys.isEmpty()) {
                continue;
            }
            slots.tellOfPromotion(
                    key.context().requestId(),
                    entry.getValue().eviction,
                    entry.getValue().keys,
                    entry.getValue().slots);
            SecondaryTier tier = tiers.get(key.tier());
            TransferJob job = slots.open(
                    Direction.LOAD,
                    key.context(),
                    entry.getValue().keys,
                    SlotList.of(entry.getValue().slots),
                    nowNanos);
            run(() -> tier.submitLoad(nowNanos, job, key.context()));
        }
    }

    /** When a tier must be swept next even if nothing happens. */
    long nextDeadlineNanos() {
        long next = SecondaryTier.NO_DEADLINE;
        for (SecondaryTier tier : tiers) {
            next = Math.min(next, tier.nextDeadlineNanos());
        }
        return next;
    }

    /** One step of a drain of all tiers. */
    SecondaryTier.StepOutcome drainStep() {
        return stepAll(tier -> tier.drainStep(nowNanos));
    }

    /** One step of the shutdown of all tiers. */
    SecondaryTier.StepOutcome shutdownStep() {
        return stepAll(tier -> tier.shutdownStep(nowNanos));
    }

    private SecondaryTier.StepOutcome stepAll(Function<SecondaryTier, SecondaryTier.StepOutcome> step) {
        SecondaryTier.StepOutcome all = SecondaryTier.StepOutcome.DONE;
        for (SecondaryTier tier : tiers) {
            if (call(() -> step.apply(tier)) == SecondaryTier.StepOutcome.AGAIN) {
                all = SecondaryTier.StepOutcome.AGAIN;
            }
        }
        return all;
    }

    /** Takes what the tiers have finished, outside of a step. */
    void takeResults() {
        swept = false;
        sweepOnce();
        swept = false;
    }

    JobTable jobs() {
        return slots.jobs();
    }

    JobSlots slots() {
        return slots;
    }

    /** Takes what the tiers have finished, at the first lookup of a step or at its end. */
    void sweepOnce() {
        if (swept) {
            return;
        }
        swept = true;
        for (SecondaryTier tier : tiers) {
            for (TierResult result : call(() -> tier.getFinishedJobs(nowNanos))) {
                if (result instanceof TierResult.JobFinished finished) {
                    finish(finished);
                } else if (result instanceof TierResult.SlotsReleased released) {
                    slots.release(released, nowNanos);
                }
            }
        }
    }

    private void finish(TierResult.JobFinished result) {
        JobTable.Job job = slots.finish(result, nowNanos);
        if (result.direction() == Direction.LOAD) {
            listener.onLoadEnded(job.context(), result.job(), job.transfer().keys(), result.success());
        }
    }

    private StoreState stateOf(RequestContext context) {
        StoreState state = stores.get(context);
        if (state == null) {
            throw new IllegalStateException("request " + context + " is not in the engine");
        }
        return state;
    }
}

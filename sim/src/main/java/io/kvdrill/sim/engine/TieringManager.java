package io.kvdrill.sim.engine;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.ParentTier;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.core.tier.StorePolicy;
import io.kvdrill.core.tier.TierFailure;
import io.kvdrill.core.tier.TierResult;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.sim.engine.EngineEvent.Purpose;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
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
    /** What a request's blocks in a tier are promoted under: one load job of each tier for a request and step. */
    private record PromotionKey(int tier, RequestContext context) {}

    private static final class Promotion {
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
    private final TraceSink trace;
    private final Listener listener;
    private final JobTable jobs = new JobTable();
    private final Map<PromotionKey, Promotion> promotions = new LinkedHashMap<>();
    private final Map<RequestContext, StoreState> stores = new LinkedHashMap<>();

    private boolean swept;
    private long nowNanos;

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

    /** Where a block is; a block of a tier is reserved, and comes. */
    LookupOutcome lookup(BlockKey key, RequestContext context) {
        return lookup(key, context, -1);
    }

    private LookupOutcome lookup(BlockKey key, RequestContext context, int originTier) {
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
            LookupOutcome there = call(() -> tier.lookup(nowNanos, key, context));
            if (there == LookupOutcome.HIT) {
                return promote(i, key, context);
            }
            retry |= there != LookupOutcome.MISS;
        }
        return retry ? LookupOutcome.RETRY : LookupOutcome.MISS;
    }

    private LookupOutcome promote(int tier, BlockKey key, RequestContext context) {
        List<Long> slot = reserve(context.requestId(), Purpose.PROMOTION, List.of(key), List.of());
        if (slot == null) {
            trace.emit(new EngineEvent.PromotionSkipped(context.requestId(), key));
            return LookupOutcome.MISS;
        }
        Promotion promotion = promotions.computeIfAbsent(new PromotionKey(tier, context), wanted -> new Promotion());
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
        List<Long> slots = reserve(context.requestId(), Purpose.COMPUTED, absent, keys);
        if (slots == null) {
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
        return new PrimaryStore(context, List.copyOf(absent), SlotList.of(slots));
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
        TransferJob job = pinned(keys, context);
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
            ParentHandle handle = new ParentHandle(i);
            try {
                run(() -> tier.serveExternalRequests(nowNanos, handle));
            } finally {
                handle.open = false;
            }
        }
        swept = false;
        flushPromotions();
        for (SecondaryTier tier : tiers) {
            run(() -> tier.onScheduleEnd(nowNanos));
        }
    }

    private void flushPromotions() {
        List<Map.Entry<PromotionKey, Promotion>> queued = new ArrayList<>(promotions.entrySet());
        promotions.clear();
        for (Map.Entry<PromotionKey, Promotion> entry : queued) {
            PromotionKey key = entry.getKey();
            SecondaryTier tier = tiers.get(key.tier());
            TransferJob job =
                    open(Direction.LOAD, key.context(), entry.getValue().keys, SlotList.of(entry.getValue().slots));
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

    /** Forgets every ready block that nothing reads. */
    void clear(PrimaryTier cache) {
        PrimaryTier.Eviction eviction = new PrimaryTier.Eviction(new ArrayList<>(), new ArrayList<>());
        cache.clear(eviction);
        tellOf(eviction);
    }

    private void tellOf(PrimaryTier.Eviction eviction) {
        if (!eviction.keys().isEmpty()) {
            trace.emit(new EngineEvent.SlotsEvicted(
                    Collections.unmodifiableList(eviction.keys()), SlotList.of(eviction.slots())));
        }
    }

    JobTable jobs() {
        return jobs;
    }

    // ---- results
    // -----------------------------------------------------------------------------------------------------

    private void sweepOnce() {
        if (swept) {
            return;
        }
        swept = true;
        for (SecondaryTier tier : tiers) {
            for (TierResult result : call(() -> tier.getFinishedJobs(nowNanos))) {
                if (result instanceof TierResult.JobFinished finished) {
                    finish(jobs.finish(finished), finished);
                } else if (result instanceof TierResult.SlotsReleased released) {
                    release(jobs.release(released));
                }
            }
        }
    }

    private void finish(JobTable.Job job, TierResult.JobFinished result) {
        TransferJob transfer = job.transfer();
        trace.emit(new EngineEvent.JobEnded(
                transfer.id(),
                job.direction(),
                job.context().requestId(),
                result.success(),
                result.slotsHeld(),
                nowNanos - job.openedNanos()));
        if (result.slotsHeld()) {
            job.holdSince(nowNanos);
            if (result.direction() == Direction.LOAD) {
                transfer.keys().forEach(key -> primary.quarantine(key, transfer.id()));
            }
            trace.emit(new EngineEvent.SlotsQuarantined(transfer.id(), result.direction(), transfer.slots()));
        } else if (result.direction() == Direction.STORE) {
            unpin(transfer);
        } else if (result.success()) {
            transfer.keys().forEach(primary::ready);
            trace.emit(new EngineEvent.SlotsReady(transfer.keys(), transfer.slots()));
        } else {
            transfer.keys().forEach(primary::discard);
            trace.emit(new EngineEvent.SlotsFreed(transfer.id(), transfer.slots(), "load failed"));
        }
        if (result.direction() == Direction.LOAD) {
            listener.onLoadEnded(job.context(), transfer.id(), transfer.keys(), result.success());
        }
    }

    private void release(JobTable.Job job) {
        TransferJob transfer = job.transfer();
        trace.emit(new EngineEvent.QuarantineLifted(
                transfer.id(), job.direction(), transfer.slots(), nowNanos - job.heldSinceNanos()));
        if (job.direction() == Direction.STORE) {
            unpin(transfer);
        } else {
            for (int i = 0; i < transfer.slots().size(); i++) {
                primary.liftQuarantine(transfer.slots().get(i));
            }
        }
    }

    // ---- slots
    // -------------------------------------------------------------------------------------------------------

    private TransferJob pinned(List<BlockKey> keys, RequestContext context) {
        List<Long> slots = new ArrayList<>();
        for (BlockKey key : keys) {
            primary.pin(key);
            slots.add(primary.slotOf(key));
        }
        TransferJob job = open(Direction.STORE, context, keys, SlotList.of(slots));
        trace.emit(new EngineEvent.SlotsPinned(job.id(), job.keys(), job.slots()));
        return job;
    }

    private TransferJob open(Direction direction, RequestContext context, List<BlockKey> keys, SlotList slots) {
        TransferJob job = jobs.open(direction, context, keys, slots, nowNanos);
        trace.emit(new EngineEvent.JobOpened(job.id(), direction, context.requestId(), job.keys(), slots));
        return job;
    }

    private void unpin(TransferJob transfer) {
        transfer.keys().forEach(primary::unpin);
        trace.emit(new EngineEvent.SlotsUnpinned(transfer.id(), transfer.slots()));
    }

    /** Reserves slots, telling of what had to be evicted for them. */
    @Nullable List<Long> reserve(String engineRequest, Purpose purpose, List<BlockKey> keys, List<BlockKey> kept) {
        PrimaryTier.Eviction eviction = new PrimaryTier.Eviction(new ArrayList<>(), new ArrayList<>());
        List<Long> slots = primary.reserve(keys, kept, eviction);
        tellOf(eviction);
        if (slots != null && !slots.isEmpty()) {
            trace.emit(new EngineEvent.SlotsReserved(engineRequest, purpose, List.copyOf(keys), SlotList.of(slots)));
        }
        return slots;
    }

    private StoreState stateOf(RequestContext context) {
        StoreState state = stores.get(context);
        if (state == null) {
            throw new IllegalStateException("request " + context + " is not in the engine");
        }
        return state;
    }

    // ---- calls into a tier
    // -------------------------------------------------------------------------------------------

    private static void run(Runnable call) {
        call(() -> {
            call.run();
            return Boolean.TRUE;
        });
    }

    private static <T> T call(Supplier<T> call) {
        try {
            return call.get();
        } catch (TierFailure failure) {
            throw new EngineAssertion("the tier threw " + failure.kind() + ": " + failure.getMessage(), failure);
        } catch (IllegalArgumentException failure) {
            // A transport's, for an identity that cannot be parsed: older rules let it pass through the tier.
            throw new EngineAssertion("an error passed through the tier: " + failure.getMessage(), failure);
        }
    }

    /** The engine's cache as a tier may ask it for a peer, during one call. */
    private final class ParentHandle implements ParentTier {
        private final int origin;
        private boolean open = true;

        ParentHandle(int origin) {
            this.origin = origin;
        }

        @Override
        public void newRequest(RequestContext context) {
            use();
            forOthers(tier -> tier.onNewRequest(nowNanos, context));
        }

        @Override
        public LookupOutcome lookup(BlockKey key, RequestContext context) {
            use();
            return TieringManager.this.lookup(key, context, origin);
        }

        @Override
        public TransferJob createStoreJob(List<BlockKey> keys, RequestContext context) {
            use();
            List<BlockKey> ready = new ArrayList<>();
            for (BlockKey key : keys) {
                if (primary.lookup(key) == LookupOutcome.HIT) {
                    ready.add(key);
                }
            }
            return pinned(ready, context);
        }

        @Override
        public void requestFinished(RequestContext context) {
            use();
            forOthers(tier -> tier.onRequestFinished(nowNanos, context));
        }

        private void forOthers(Consumer<SecondaryTier> call) {
            for (int i = 0; i < tiers.size(); i++) {
                if (i != origin) {
                    SecondaryTier tier = tiers.get(i);
                    run(() -> call.accept(tier));
                }
            }
        }

        private void use() {
            if (!open) {
                throw new EngineAssertion("the parent handle was used outside of serveExternalRequests");
            }
        }
    }
}

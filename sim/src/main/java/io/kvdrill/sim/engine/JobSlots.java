package io.kvdrill.sim.engine;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TierResult;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.sim.engine.EngineEvent.Purpose;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What jobs do to the primary slots, and what the trace is told of it. */
final class JobSlots {
    private final PrimaryTier primary;
    private final TraceSink trace;
    private final JobTable jobs = new JobTable();

    JobSlots(PrimaryTier primary, TraceSink trace) {
        this.primary = primary;
        this.trace = trace;
    }

    JobTable jobs() {
        return jobs;
    }

    /** Reserves a slot for each of these absent blocks, evicting others but {@code kept}; null if there are too few. */
    @Nullable List<Long> reserve(String engineRequest, Purpose purpose, List<BlockKey> keys, List<BlockKey> kept) {
        PrimaryTier.Eviction eviction = PrimaryTier.Eviction.none();
        List<Long> slots = primary.reserve(keys, kept, eviction);
        tellOf(eviction);
        if (slots != null && !slots.isEmpty()) {
            trace.emit(new EngineEvent.SlotsReserved(engineRequest, purpose, List.copyOf(keys), SlotList.of(slots)));
        }
        return slots;
    }

    /** Tells of the slots that a request's promotion took in this step. */
    void tellOfPromotion(String engineRequest, PrimaryTier.Eviction eviction, List<BlockKey> keys, List<Long> slots) {
        tellOf(eviction);
        trace.emit(
                new EngineEvent.SlotsReserved(engineRequest, Purpose.PROMOTION, List.copyOf(keys), SlotList.of(slots)));
    }

    /** Forgets every ready block that nothing reads. */
    void clear() {
        PrimaryTier.Eviction eviction = PrimaryTier.Eviction.none();
        primary.clear(eviction);
        tellOf(eviction);
    }

    private void tellOf(PrimaryTier.Eviction eviction) {
        if (!eviction.keys().isEmpty()) {
            trace.emit(new EngineEvent.SlotsEvicted(
                    Collections.unmodifiableList(eviction.keys()), SlotList.of(eviction.slots())));
        }
    }

    /** Opens a store job of ready blocks, which it pins. */
    TransferJob pin(List<BlockKey> keys, RequestContext context, long nowNanos) {
        List<Long> slots = new ArrayList<>();
        for (BlockKey key : keys) {
            primary.pin(key);
            slots.add(primary.slotOf(key));
        }
        TransferJob job = open(Direction.STORE, context, keys, SlotList.of(slots), nowNanos);
        trace.emit(new EngineEvent.SlotsPinned(job.id(), job.keys(), job.slots()));
        return job;
    }

    /** Opens a job over slots that are pinned or reserved for it. */
    TransferJob open(Direction direction, RequestContext context, List<BlockKey> keys, SlotList slots, long nowNanos) {
        TransferJob job = jobs.open(direction, context, keys, slots, nowNanos);
        trace.emit(new EngineEvent.JobOpened(job.id(), direction, context.requestId(), job.keys(), slots));
        return job;
    }

    /**
     * A job has its result.
     *
     * @throws EngineAssertion if it does not wait for one
     */
    JobTable.Job finish(TierResult.JobFinished result, long nowNanos) {
        JobTable.Job job = jobs.finish(result);
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
        return job;
    }

    /**
     * The slots of a job that has its result are released.
     *
     * @throws EngineAssertion if it holds none
     */
    void release(TierResult.SlotsReleased result, long nowNanos) {
        JobTable.Job job = jobs.release(result);
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

    private void unpin(TransferJob transfer) {
        transfer.keys().forEach(primary::unpin);
        trace.emit(new EngineEvent.SlotsUnpinned(transfer.id(), transfer.slots()));
    }
}

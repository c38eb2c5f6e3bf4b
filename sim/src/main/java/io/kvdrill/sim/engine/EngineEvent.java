package io.kvdrill.sim.engine;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.trace.TraceEvent;
import java.util.List;

/**
 * Events of the engine model. {@code request} is the request's id in the world, {@code engineRequest} that of one of its
 * legs; both empty where a slot is moved on a peer's behalf.
 */
public sealed interface EngineEvent extends TraceEvent {

    // ---- process ---------------------------------------------------------------------------------------------------

    /** A process has started. {@code incarnation} counts the lives of this peer, from 1. */
    record EngineStarted(int incarnation) implements EngineEvent {}

    /** The process crashed of itself: an assertion of the engine, or an error that escaped from the tier. */
    record EngineCrashed(int incarnation, String reason) implements EngineEvent {}

    /** The engine stands still until its tiers have no open job. */
    record CacheResetBegan(int openJobs) implements EngineEvent {}

    /** The tiers are drained and the cache is empty. */
    record CacheReset(long tookNanos) implements EngineEvent {}

    /** The engine shuts its tiers down and takes no more requests. */
    record ShutdownBegan(int openJobs) implements EngineEvent {}

    /** The tiers are shut down; the process ends. */
    record ShutdownDone(long tookNanos) implements EngineEvent {}

    /** A step that computes prompts: until its end the engine looks at nothing. */
    record PrefillStep(long tokens, int decoding, long durationNanos) implements EngineEvent {}

    // ---- requests --------------------------------------------------------------------------------------------------

    /** What an engine does for a request. */
    enum Leg {
        /** Computes the prompt for a peer. */
        PRODUCE,
        /** Answers the client. */
        CONSUME
    }

    /** A leg of a request entered the engine. */
    record RequestEntered(String request, String engineRequest, Leg leg, String kvRequest, long promptTokens)
            implements EngineEvent {}

    /** The request waits: some of its blocks are {@code RETRY} or {@code HIT_PENDING}. Said once for each wait. */
    record RequestDeferred(String engineRequest, LookupOutcome why, int hitBlocks) implements EngineEvent {}

    /** A request that waited for a load found it failed and goes through its lookups again. */
    record RequestRescheduled(String engineRequest, long job, int lostBlocks) implements EngineEvent {}

    /** The request runs: its first blocks come from the primary cache, the rest of the prompt is computed. */
    record RequestScheduled(
            String engineRequest, int cachedBlocks, int remoteBlocks, long computedTokens, long waitedNanos)
            implements EngineEvent {}

    /** The prompt of a request is computed. */
    record PrefillDone(String engineRequest, long computedTokens) implements EngineEvent {}

    /** How a leg ended. */
    enum LegEnd {
        /** All its tokens were generated. */
        DONE,
        /** The client gave up. */
        ABORTED,
        /** The process died, or was dead. */
        LOST
    }

    /**
     * A leg of a request ended.
     *
     * @param remoteBlocks blocks of it that a peer wrote
     * @param cachedBlocks blocks of it that the primary cache had, the remote ones included
     * @param computedTokens tokens of its prompt that were computed here
     */
    record RequestLeft(
            String request,
            String engineRequest,
            Leg leg,
            LegEnd end,
            int remoteBlocks,
            int cachedBlocks,
            long computedTokens,
            long ageNanos)
            implements EngineEvent {}

    // ---- jobs ------------------------------------------------------------------------------------------------------

    /** A job was given to a tier, which owes it one result. A peer's lookup opens store jobs, too, under the tier's name. */
    record JobOpened(long job, Direction direction, String engineRequest, List<BlockKey> keys, SlotList slots)
            implements EngineEvent {}

    /** A job has its result. */
    record JobEnded(
            long job, Direction direction, String engineRequest, boolean success, boolean slotsHeld, long ageNanos)
            implements EngineEvent {}

    // ---- slots -----------------------------------------------------------------------------------------------------

    /** Why a slot is reserved. */
    enum Purpose {
        /** For blocks computed here. */
        COMPUTED,
        /** For blocks that a tier loads. */
        PROMOTION,
        /** For blocks that were there at the start. */
        WARM
    }

    /** Slots were taken for blocks that are about to be written to them: their last content is gone. */
    record SlotsReserved(String engineRequest, Purpose purpose, List<BlockKey> keys, SlotList slots)
            implements EngineEvent {}

    /** Ready blocks gave their slots up. */
    record SlotsEvicted(List<BlockKey> keys, SlotList slots) implements EngineEvent {}

    /** The blocks are in place: lookups hit. */
    record SlotsReady(List<BlockKey> keys, SlotList slots) implements EngineEvent {}

    /** A transfer holds ready blocks. {@code job} is 0 for a copy to the GPU. */
    record SlotsPinned(long job, List<BlockKey> keys, SlotList slots) implements EngineEvent {}

    /** A transfer no longer holds slots that it pinned. */
    record SlotsUnpinned(long job, SlotList slots) implements EngineEvent {}

    /** Reserved slots are free again, their blocks absent. {@code job} is 0 where none was submitted. */
    record SlotsFreed(long job, SlotList slots, String reason) implements EngineEvent {}

    /** The slots of a job that has ended must not be reused yet. */
    record SlotsQuarantined(long job, Direction direction, SlotList slots) implements EngineEvent {}

    /** Slots that were quarantined may be reused. */
    record QuarantineLifted(long job, Direction direction, SlotList slots, long heldNanos) implements EngineEvent {}

    /** A store was refused: not enough slots could be freed. */
    record StoreSkipped(String engineRequest, int blocks) implements EngineEvent {}

    /** A promotion found no slot, so a block that a tier has is computed instead. */
    record PromotionSkipped(String engineRequest, BlockKey key) implements EngineEvent {}

    // ---- content ---------------------------------------------------------------------------------------------------

    /**
     * The GPU read blocks from the primary cache: law I11.
     *
     * @param wanted the blocks, by their keys
     * @param wrongSlots those of {@code slots} that hold something else
     * @param found what each of them holds, in words
     */
    record BlocksRead(
            String engineRequest, SlotList slots, List<BlockKey> wanted, SlotList wrongSlots, List<String> found)
            implements EngineEvent {}
}

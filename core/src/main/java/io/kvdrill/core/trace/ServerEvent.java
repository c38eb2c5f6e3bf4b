package io.kvdrill.core.trace;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.TierResult.ReleaseProof;
import java.util.List;

/** Events of the server role: answering a peer's lookups and writing to it (protocol.md section 5). */
public sealed interface ServerEvent extends TraceEvent {

    /** The remote peer's id. */
    String peer();

    /** The {@code kv_request_id}. */
    String request();

    /** A lookup waits for the next serve window. {@code lookup} numbers a session's lookups, from 1. */
    record LookupEnqueued(String peer, String request, long lookup, long round, int keys) implements ServerEvent {}

    /** The engine's cache was asked for a key on the peer's behalf. */
    record ParentAsked(String peer, String request, long lookup, BlockKey key, LookupOutcome outcome)
            implements ServerEvent {}

    /** Blocks that a lookup hit are pinned by a store job. */
    record HitsPinned(
            String peer, String request, long lookup, long job, long round, List<BlockKey> keys, SlotList slots)
            implements ServerEvent {}

    /** A lookup was answered. */
    record LookupAnswered(String peer, String request, long lookup, long round, int hits, int misses, long ageNanos)
            implements ServerEvent {}

    /** Keys of a lookup were still pending at its deadline and count as misses. */
    record LookupPendingTimedOut(String peer, String request, long lookup, int keys, long ageNanos)
            implements ServerEvent {}

    /** A lookup was dropped unanswered: its request ended. */
    record LookupDropped(String peer, String request, long lookup, String reason) implements ServerEvent {}

    /** Blocks were filed for a peer to fetch. */
    record SupplyFiled(
            String peer,
            String request,
            long job,
            long round,
            List<BlockKey> keys,
            SlotList slots,
            boolean pinnedByLookup)
            implements ServerEvent {}

    /** Supply was withdrawn from matching. */
    record SupplyRemoved(String peer, String request, long job, int keys, String reason) implements ServerEvent {}

    /** A peer's demand was taken; {@code matched} blocks of it could be written at once. */
    record DemandReceived(String peer, String request, long round, int keys, int matched) implements ServerEvent {}

    /** A peer wants nothing more under an id. */
    record TerminalFetchReceived(String peer, String request, long round) implements ServerEvent {}

    /** A write was started. {@code jobs} are the store jobs whose slots it reads. */
    record WriteStarted(
            String peer,
            String request,
            long round,
            long transfer,
            List<Long> jobs,
            List<BlockKey> keys,
            SlotList local,
            SlotList remote,
            long generation)
            implements ServerEvent {}

    /** The data transport did not start a write. */
    record WriteRefused(String peer, String request, long round, int blocks, String reason) implements ServerEvent {}

    /** A write has ended. */
    record WriteEnded(String peer, String request, long round, long transfer, boolean success, long ageNanos)
            implements ServerEvent {}

    /** Writes were given up while they might still run. */
    record WritesCancelled(String peer, String request, long round, List<Long> transfers, String reason)
            implements ServerEvent {}

    /** A completion came for a write that nobody waits for. */
    record UnknownCompletion(String peer, String request, long transfer, boolean success) implements ServerEvent {}

    /** A write made no progress; the peer is faulted. */
    record WriteStalled(String peer, String request, long round, long transfer, long ageNanos, long bytesWritten)
            implements ServerEvent {}

    /** A round is over; {@code answered} says whether the peer is told. */
    record RoundEnded(String peer, String request, long round, boolean success, boolean answered, String reason)
            implements ServerEvent {}

    /** A store job has its result; {@code slotsHeld} says whether a write may still read its slots. */
    record StoreEnded(
            String peer, String request, long job, boolean success, boolean slotsHeld, String reason, long ageNanos)
            implements ServerEvent {}

    /** The source slots of a store job may be reused. */
    record StoreSlotsReleased(String peer, String request, long job, ReleaseProof proof, long heldNanos)
            implements ServerEvent {}

    /** An abort waits for the writes of its round. */
    record AbortParked(String peer, String request, long round, int transfers) implements ServerEvent {}

    /** An abort was acknowledged. */
    record AbortAcknowledged(String peer, String request, long round, boolean forced, long ageNanos)
            implements ServerEvent {}

    /** The writes of an aborted round did not end in time. */
    record AbortDrainTimedOut(String peer, String request, long round, int transfers, long ageNanos)
            implements ServerEvent {}

    /** Demand waited too long for supply. */
    record ParkedDemandTimedOut(String peer, String request, long round, int keys, long ageNanos)
            implements ServerEvent {}
}

package io.kvdrill.core.trace;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.TierResult.ReleaseProof;
import java.util.List;

/** Events of the client role: probing and loading from a peer (protocol.md section 4). */
public sealed interface ClientEvent extends TraceEvent {

    /** The remote peer's id. */
    String peer();

    /** The {@code kv_request_id}. */
    String request();

    /** How a consumer finds out what the producer has. */
    enum LoadMode {
        /** It assumes that the producer has everything. */
        PD,
        /** It asks first. */
        SYMMETRIC
    }

    /** A key was asked for the first time since the last fetch. */
    record ProbeRegistered(String peer, String request, BlockKey key) implements ClientEvent {}

    /** The answer to a probe. */
    record ProbeResolved(String peer, String request, BlockKey key, boolean hit, long round) implements ClientEvent {}

    /** Probes were dropped unanswered. */
    record ProbesDropped(String peer, String request, int unanswered) implements ClientEvent {}

    /** A load was submitted to the session. */
    record LoadStarted(
            String peer, String request, long job, long round, LoadMode mode, List<BlockKey> keys, SlotList slots)
            implements ClientEvent {}

    /** A load was refused before anything was sent. */
    record LoadRefused(String peer, String request, long job, String reason) implements ClientEvent {}

    /** A load reached its deadline; an abort follows. This is the line that operators look for. */
    record LoadTimedOut(
            String peer, String request, long job, long round, LoadMode mode, long ageNanos, long limitNanos)
            implements ClientEvent {
        /** The line for a log: peer, job, round, mode, age and the limit that applied. */
        public String line() {
            return "load timed out: peer " + peer + ", request " + request + ", job " + job + ", round "
                    + Long.toUnsignedString(round) + ", mode " + (mode == LoadMode.PD ? "pd" : "symmetric") + ", age "
                    + ageNanos / 1_000_000 + " ms (limit " + limitNanos / 1_000_000 + " ms)";
        }
    }

    /**
     * A load went without a block that landed for as long as {@code load_progress_timeout} allows; an abort follows. {@code
     * blocksLanded} is what had landed until then.
     */
    record LoadStalled(
            String peer,
            String request,
            long job,
            long round,
            LoadMode mode,
            long ageNanos,
            long limitNanos,
            long blocksLanded)
            implements ClientEvent {}

    /** A load is being aborted, for whichever reason. */
    record LoadAborting(String peer, String request, long job, long round, String reason) implements ClientEvent {}

    /** An abort was not acknowledged in time. */
    record AbortAckTimedOut(String peer, String request, long job, long round, long ageNanos) implements ClientEvent {}

    /** A load has its result; {@code slotsHeld} says whether its slots are still dangerous. */
    record LoadEnded(
            String peer,
            String request,
            long job,
            long round,
            LoadMode mode,
            boolean success,
            boolean slotsHeld,
            String reason,
            long ageNanos)
            implements ClientEvent {}

    /** A load vanished without a result: only under older rules. */
    record LoadForgotten(String peer, String request, long job, long round) implements ClientEvent {}

    /** The destination slots of a load may be reused. */
    record LoadSlotsReleased(String peer, String request, long job, long round, ReleaseProof proof, long heldNanos)
            implements ClientEvent {}

    /** A terminal arrived that no load waits for. */
    record TerminalIgnored(String peer, String request, long round, String message) implements ClientEvent {}

    /** A request's lookups made no progress; the session ends. */
    record LookupTimedOut(String peer, String request, int unanswered, long ageNanos) implements ClientEvent {}
}

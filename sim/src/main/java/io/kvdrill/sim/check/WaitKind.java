package io.kvdrill.sim.check;

import io.kvdrill.core.profile.Row.TimeRow;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import org.jspecify.annotations.Nullable;

/** The waits that law I3 is about: where each begins, and what bounds it. */
enum WaitKind {
    /** From the opening of a session to its end, or the peer's acknowledgement. Includes the dial. */
    HANDSHAKE("handshake", "the opening of the session", 34, Rows.HANDSHAKE_TIMEOUT),
    /** From a lookup's leaving, or the last answer that brought something new, to the last answer. */
    LOOKUP("lookup", "its leaving or the last progress", 20, Rows.LOOKUP_PROGRESS_TIMEOUT),
    /** From a load's submission to its result, where the consumer assumes that the producer has everything. */
    LOAD_PD("load", "its submission", 1, Rows.LOAD_TIMEOUT_PD),
    /** The same where it asked first. */
    LOAD_SYMMETRIC("load", "its submission", 1, Rows.LOAD_TIMEOUT_SYMMETRIC),
    /** From an abort to its acknowledgement, or to what follows if none comes. */
    ABORT("abort", "its leaving", 0, Rows.ABORT_ACK_TIMEOUT),
    /** From the filing of a store with a session to its result. */
    STORE("store", "its filing", 2, Rows.STORE_TIMEOUT),
    /** From the parking of a store to its binding or its failure. */
    PARK("parked store", "its parking", 24, Rows.UNBOUND_STORE_TIMEOUT),
    /** From a fetch that could not be met in full to the end of its round, or to its last write's start. */
    DEMAND("parked demand", "the fetch", 10, Rows.PARKED_DEMAND_TIMEOUT),
    /** The same where it is known that nothing will come: the id was reaped, or its producer has finished. */
    HOPELESS_DEMAND("hopeless demand", "the moment from which nothing could meet it", 49, null),
    /** From an abort's arrival, where writes run, to its acknowledgement. */
    DRAIN("drain of an aborted round", "the abort's arrival", 11, Rows.CANCEL_DRAIN_TIMEOUT),
    /** From a lookup's arrival to its answer. */
    ANSWER("answer to a lookup", "its arrival", 13, Rows.LOOKUP_PENDING_TIMEOUT),
    /** From the first {@code RETRY} of a request to anything else. */
    DEFERRAL("deferred request", "its first RETRY", 20, null),
    /** From the first step of a drain of all tiers to the end of its last. */
    TIER_DRAIN("drain of the tiers", "its first step", 0, Rows.DRAIN_TIMEOUT),
    /** From the first step of a shutdown of all tiers to the end of its last. */
    TIER_SHUTDOWN("shutdown of the tiers", "its first step", 0, Rows.SHUTDOWN_DRAIN_TIMEOUT);

    private final String text;
    private final String start;
    private final int statement;
    private final @Nullable TimeRow row;

    WaitKind(String text, String start, int statement, @Nullable TimeRow row) {
        this.text = text;
        this.start = start;
        this.statement = statement;
        this.row = row;
    }

    /** What it is called. */
    String text() {
        return text;
    }

    /** What it is counted from. */
    String start() {
        return start;
    }

    /** The statement of invariants.md that it belongs to, or 0. */
    int statement() {
        return statement;
    }

    /** Whether the profile sets it no limit. */
    boolean unlimited(Limits limits) {
        return row != null && !limits.limited(row);
    }

    /** How long it may last. */
    long limitNanos(Limits limits) {
        return switch (this) {
            // A session dies when it is older than the limit, not when it is as old.
            case HANDSHAKE -> limits.of(Rows.HANDSHAKE_TIMEOUT) + 1;
            case LOAD_PD -> limits.load(LoadMode.PD);
            case LOAD_SYMMETRIC -> limits.load(LoadMode.SYMMETRIC);
            case DEMAND -> limits.of(Rows.PARKED_DEMAND_TIMEOUT);
            case HOPELESS_DEMAND -> 0;
            case DEFERRAL -> 2 * limits.patienceNanos();
            case LOOKUP -> limits.of(Rows.LOOKUP_PROGRESS_TIMEOUT);
            case ABORT -> limits.of(Rows.ABORT_ACK_TIMEOUT);
            case STORE -> limits.of(Rows.STORE_TIMEOUT);
            case PARK -> limits.of(Rows.UNBOUND_STORE_TIMEOUT);
            case DRAIN -> limits.of(Rows.CANCEL_DRAIN_TIMEOUT);
            case ANSWER -> limits.of(Rows.LOOKUP_PENDING_TIMEOUT);
            case TIER_DRAIN -> limits.of(Rows.DRAIN_TIMEOUT);
            case TIER_SHUTDOWN -> limits.of(Rows.SHUTDOWN_DRAIN_TIMEOUT);
        };
    }
}

package io.kvdrill.reports.timeline;

/**
 * Something that lasted.
 *
 * @param peer at which peer, by id
 * @param kind what
 * @param label for people
 * @param beginNanos from when
 * @param endNanos to when; the end of the trace where it did not end
 * @param outcome how it ended
 * @param request the {@code kv_request_id}, or the request's name for {@link Kind#REQUEST}; empty for none
 * @param job the job; −1 for none
 * @param beginSequence the entry that began it
 * @param endSequence the entry that ended it; 0 where it did not end
 */
public record Span(
        String peer,
        Kind kind,
        String label,
        long beginNanos,
        long endNanos,
        Outcome outcome,
        String request,
        long job,
        long beginSequence,
        long endSequence) {

    /** What lasted. */
    public enum Kind {
        /** The process does not live. */
        DOWN,
        /** The process stands still. */
        PAUSED,
        /** The engine's thread is held up. */
        BLOCKED,
        /** A step that computes a prompt. */
        PREFILL,
        /** A leg of a request at an engine. */
        REQUEST,
        /** A session, from its opening to its readiness. */
        HANDSHAKE,
        /** A ready session. */
        SESSION,
        /** The client role's load. */
        LOAD,
        /** Slots that an ended load still holds. */
        LOAD_SLOTS_HELD,
        /** A store, from its job to its end. */
        STORE,
        /** Slots that an ended store still holds. */
        STORE_SLOTS_HELD
    }

    /** How it ended. */
    public enum Outcome {
        /** As it should. */
        OK,
        /** Otherwise. */
        FAILED,
        /** Not before the trace did. */
        OPEN
    }

    /** How long it lasted. */
    public long nanos() {
        return endNanos - beginNanos;
    }
}

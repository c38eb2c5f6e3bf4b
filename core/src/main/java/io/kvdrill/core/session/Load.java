package io.kvdrill.core.session;

import static io.kvdrill.core.session.Load.Event.ABORT_ACK;
import static io.kvdrill.core.session.Load.Event.ACK_DEADLINE;
import static io.kvdrill.core.session.Load.Event.DEADLINE;
import static io.kvdrill.core.session.Load.Event.REQUEST_FINISHED;
import static io.kvdrill.core.session.Load.Event.SESSION_CLOSED;
import static io.kvdrill.core.session.Load.Event.TRANSFER_DONE;
import static io.kvdrill.core.session.Load.State.ABORTING;
import static io.kvdrill.core.session.Load.State.ENDED;
import static io.kvdrill.core.session.Load.State.HELD;
import static io.kvdrill.core.session.Load.State.LOADING;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import org.jspecify.annotations.Nullable;

/** One load of one request: a fetch, and what becomes of it (protocol.md section 4). */
final class Load {

    /** Where a load stands. */
    enum State {
        /** Fetched; the peer may be writing. */
        LOADING,
        /** Aborted, and its result waits for the peer. */
        ABORTING,
        /** Its result is out, and its slots wait for proof that no write can land in them. */
        HELD,
        /** Over. */
        ENDED
    }

    /** What moves it. */
    enum Event {
        /** The peer ended the round. */
        TRANSFER_DONE,
        /** The peer acknowledged the abort. */
        ABORT_ACK,
        /** The load is too old. */
        DEADLINE,
        /** The abort was not acknowledged. */
        ACK_DEADLINE,
        /** The engine's request is over. */
        REQUEST_FINISHED,
        /** The session is gone. */
        SESSION_CLOSED
    }

    static final TransitionTable<State, Event> TABLE = new TransitionTable.Builder<State, Event>("load")
            .on(LOADING, TRANSFER_DONE, ENDED)
            .on(LOADING, ABORT_ACK, ENDED)
            .on(LOADING, DEADLINE, ABORTING, "load_timeout_result: after abort ack")
            .on(LOADING, DEADLINE, HELD, "load_timeout_result: at once")
            .on(LOADING, DEADLINE, ENDED, "the fetch never left")
            .on(LOADING, REQUEST_FINISHED, ENDED, "finish_with_live_load: forget, or the fetch never left")
            .on(LOADING, REQUEST_FINISHED, ABORTING, "finish_with_live_load: one failure at ack")
            .on(LOADING, REQUEST_FINISHED, HELD, "finish_with_live_load: one failure at once")
            .on(ABORTING, REQUEST_FINISHED, ENDED, "finish_with_live_load: forget")
            .on(ABORTING, TRANSFER_DONE, ENDED)
            .on(ABORTING, ABORT_ACK, ENDED)
            .on(ABORTING, ACK_DEADLINE, ENDED, "abort_ack_timeout_action: release the slots")
            .on(ABORTING, ACK_DEADLINE, HELD, "abort_ack_timeout_action: hold them")
            .on(HELD, TRANSFER_DONE, ENDED)
            .on(HELD, ABORT_ACK, ENDED)
            .on(HELD, ACK_DEADLINE, ENDED, "abort_ack_timeout_action: release the slots")
            .on(HELD, ACK_DEADLINE, HELD, "abort_ack_timeout_action: hold them, and fault the session")
            .on(LOADING, SESSION_CLOSED, ENDED, "abort_ack_timeout_action: release the slots, or the fetch never left")
            .on(LOADING, SESSION_CLOSED, HELD, "abort_ack_timeout_action: hold them until the fence")
            .on(ABORTING, SESSION_CLOSED, ENDED, "abort_ack_timeout_action: release the slots")
            .on(ABORTING, SESSION_CLOSED, HELD, "abort_ack_timeout_action: hold them until the fence")
            .on(HELD, SESSION_CLOSED, ENDED, "abort_ack_timeout_action: release the slots")
            .on(HELD, SESSION_CLOSED, HELD, "abort_ack_timeout_action: hold them until the fence")
            .build();

    final long job;
    final String request;
    final long round;
    final LoadMode mode;
    final long submittedNanos;
    private State state = LOADING;
    private boolean requestFinished;
    private long abortedNanos;
    private long heldSinceNanos;
    Outbox.@Nullable Ticket fetch;

    @Nullable SessionDeadline deadline;

    /** Where loads must make progress: when it is looked for next. */
    @Nullable SessionDeadline progressDeadline;

    long landedBefore;
    long landedSeen;

    Load(long job, String request, long round, LoadMode mode, long submittedNanos) {
        this.job = job;
        this.request = request;
        this.round = round;
        this.mode = mode;
        this.submittedNanos = submittedNanos;
    }

    State state() {
        return state;
    }

    /** Whether it still owes a result. */
    boolean live() {
        return state == LOADING || state == ABORTING;
    }

    void move(Event event, State to) {
        state = TABLE.move(state, event, to);
    }

    void hold(long nowNanos) {
        heldSinceNanos = nowNanos;
    }

    void abort(long nowNanos) {
        abortedNanos = nowNanos;
    }

    long abortedNanos() {
        return abortedNanos;
    }

    long heldNanos(long nowNanos) {
        return nowNanos - heldSinceNanos;
    }

    /** Whether the request has finished, so that the result is a failure whatever the peer says. */
    boolean requestFinished() {
        return requestFinished;
    }

    void finishRequest() {
        requestFinished = true;
    }

    boolean fetchLeft() {
        return fetch == null || fetch.sent();
    }

    void digest(Digest digest, long nowNanos) {
        digest.add(job)
                .add(request)
                .add(round)
                .add(mode)
                .add(state)
                .add(requestFinished)
                .add(fetchLeft());
        digest.add(deadline != null && deadline.armed() ? deadline.dueNanos() - nowNanos : -1);
        if (progressDeadline != null && progressDeadline.armed()) {
            digest.add(progressDeadline.dueNanos() - nowNanos).add(landedSeen - landedBefore);
        }
    }

    HeldLoad heldAfterClose() {
        return new HeldLoad(job, request, round, heldSinceNanos);
    }
}

package io.kvdrill.core.session;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.profile.Choices.AbortAckTimeoutAction;
import io.kvdrill.core.profile.Choices.FinishWithLiveLoad;
import io.kvdrill.core.profile.Choices.LoadTimeoutResult;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row.TimeRow;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.Message.AbortFetch;
import io.kvdrill.core.protocol.Message.Fetch;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.session.SessionDeadline.Phase;
import io.kvdrill.core.tier.TierResult;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.tier.TierResult.JobFinished;
import io.kvdrill.core.tier.TierResult.ReleaseProof;
import io.kvdrill.core.tier.TierResult.SlotsReleased;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.trace.ClientEvent.AbortAckTimedOut;
import io.kvdrill.core.trace.ClientEvent.LoadAborting;
import io.kvdrill.core.trace.ClientEvent.LoadEnded;
import io.kvdrill.core.trace.ClientEvent.LoadForgotten;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import io.kvdrill.core.trace.ClientEvent.LoadSlotsReleased;
import io.kvdrill.core.trace.ClientEvent.LoadStalled;
import io.kvdrill.core.trace.ClientEvent.LoadStarted;
import io.kvdrill.core.trace.ClientEvent.LoadTimedOut;
import io.kvdrill.core.trace.ClientEvent.TerminalIgnored;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The loads of one session, from fetch to result, and on to the proof that their slots are safe (protocol.md section 4). */
final class Loads {
    private final Session session;
    private final TierContext context;
    private final Rules rules;
    private final Outbox outbox;
    private final ClientRequests requests;
    private final List<Settled> settled = new ArrayList<>();
    private int liveLoads;

    Loads(Session session, TierContext context, Outbox outbox, ClientRequests requests) {
        this.session = session;
        this.context = context;
        this.rules = context.rules();
        this.outbox = outbox;
        this.requests = requests;
    }

    /** Fetches blocks under a round. */
    void start(long nowNanos, ClientRequest request, TransferJob job, LoadMode mode, long round) {
        Load load = new Load(job.id(), request.id, round, mode, nowNanos);
        request.loads.put(round, load);
        liveLoads++;
        armLoadDeadline(nowNanos, load);
        armProgressDeadline(nowNanos, load, job.slots());
        context.trace()
                .emit(new LoadStarted(session.peer(), request.id, job.id(), round, mode, job.keys(), job.slots()));
        load.fetch = outbox.send(nowNanos, new Fetch(request.id, job.keys(), job.slots(), round));
    }

    void onTransferDone(long nowNanos, Message.TransferDone done) {
        Load load = fetchedLoadOf(done.request(), done.round());
        if (load == null) {
            context.trace().emit(new TerminalIgnored(session.peer(), done.request(), done.round(), "transfer_done"));
            return;
        }
        boolean success = done.success() && !load.requestFinished();
        endByPeer(nowNanos, load, Load.Event.TRANSFER_DONE, success, done.success() ? "done" : "peer reported failure");
    }

    void onAbortAck(long nowNanos, Message.AbortAck ack) {
        Load load = fetchedLoadOf(ack.request(), ack.round());
        if (load == null) {
            context.trace().emit(new TerminalIgnored(session.peer(), ack.request(), ack.round(), "abort_ack"));
            return;
        }
        endByPeer(nowNanos, load, Load.Event.ABORT_ACK, false, "aborted");
    }

    /** The session is gone. */
    void close(long nowNanos, Load load, String reason, List<HeldLoad> held) {
        disarm(load);
        boolean endangered =
                load.fetchLeft() && rules.is(Rows.ABORT_ACK_TIMEOUT_ACTION, AbortAckTimeoutAction.HOLD_UNTIL_FENCED);
        boolean live = load.live();
        if (live) {
            report(nowNanos, load, false, endangered, reason);
        }
        if (endangered) {
            if (live) {
                load.hold(nowNanos);
            }
            load.move(Load.Event.SESSION_CLOSED, Load.State.HELD);
            held.add(load.heldAfterClose());
        } else {
            load.move(Load.Event.SESSION_CLOSED, Load.State.ENDED);
            if (!live) {
                release(nowNanos, load, ReleaseProof.TIMEOUT);
            }
        }
    }

    /** The request of a live load is over. */
    void finish(long nowNanos, ClientRequest request, Load load) {
        FinishWithLiveLoad rule = rules.choice(Rows.FINISH_WITH_LIVE_LOAD);
        load.finishRequest();
        if (withdraw(nowNanos, load, Load.Event.REQUEST_FINISHED, "request finished")) {
            return;
        }
        boolean aborted = load.state() != Load.State.LOADING;
        if (!aborted) {
            sendAbort(nowNanos, load, "request finished");
        }
        switch (rule) {
            case FORGET -> {
                context.trace().emit(new LoadForgotten(session.peer(), load.request, load.job, load.round));
                liveLoads--;
                load.move(Load.Event.REQUEST_FINISHED, Load.State.ENDED);
                remove(request, load);
            }
            case FAIL_AT_ACK -> {
                if (!aborted) {
                    load.move(Load.Event.REQUEST_FINISHED, Load.State.ABORTING);
                    armAckDeadline(nowNanos, load);
                }
            }
            case FAIL_AT_ONCE_SLOTS_HELD -> {
                if (!aborted) {
                    fail(nowNanos, load, Load.Event.REQUEST_FINISHED, "request finished");
                    armAckDeadline(nowNanos, load);
                }
            }
        }
    }

    private void onLoadDeadline(long nowNanos, Load load) {
        TimeRow row = timeoutRow(load.mode);
        rules.reach(row);
        context.trace()
                .emit(new LoadTimedOut(
                        session.peer(),
                        load.request,
                        load.job,
                        load.round,
                        load.mode,
                        nowNanos - load.submittedNanos,
                        rules.nanos(row)));
        giveUp(nowNanos, load, "load timeout");
    }

    private void giveUp(long nowNanos, Load load, String reason) {
        if (withdraw(nowNanos, load, Load.Event.DEADLINE, reason)) {
            return;
        }
        sendAbort(nowNanos, load, reason);
        if (rules.is(Rows.LOAD_TIMEOUT_RESULT, LoadTimeoutResult.AT_ONCE_SLOTS_HELD)) {
            fail(nowNanos, load, Load.Event.DEADLINE, reason);
        } else {
            load.move(Load.Event.DEADLINE, Load.State.ABORTING);
        }
        armAckDeadline(nowNanos, load);
    }

    private void onAckDeadline(long nowNanos, Load load) {
        rules.reach(Rows.ABORT_ACK_TIMEOUT);
        context.trace()
                .emit(new AbortAckTimedOut(
                        session.peer(), load.request, load.job, load.round, nowNanos - load.abortedNanos()));
        if (rules.is(Rows.ABORT_ACK_TIMEOUT_ACTION, AbortAckTimeoutAction.HOLD_UNTIL_FENCED)) {
            if (load.live()) {
                fail(nowNanos, load, Load.Event.ACK_DEADLINE, "abort not acknowledged");
            } else {
                load.move(Load.Event.ACK_DEADLINE, Load.State.HELD);
            }
            session.lifecycle().fault(nowNanos, "abort of request " + load.request + " not acknowledged");
            return;
        }
        boolean live = load.live();
        if (live) {
            report(nowNanos, load, false, false, "abort not acknowledged");
        }
        load.move(Load.Event.ACK_DEADLINE, Load.State.ENDED);
        if (!live) {
            release(nowNanos, load, ReleaseProof.TIMEOUT);
        }
        removeEnded(load);
    }

    private void endByPeer(long nowNanos, Load load, Load.Event event, boolean success, String reason) {
        boolean live = load.live();
        if (live) {
            report(nowNanos, load, success, false, reason);
        }
        load.move(event, Load.State.ENDED);
        if (!live) {
            release(
                    nowNanos,
                    load,
                    session.peerSpeaksExtensions() ? ReleaseProof.PEER_CONFIRMED : ReleaseProof.PEER_TRUSTED);
        }
        removeEnded(load);
    }

    /** Ends a load whose fetch is still queued, where slots are released on proof: nobody knows of it. */
    private boolean withdraw(long nowNanos, Load load, Load.Event event, String reason) {
        Outbox.Ticket fetch = load.fetch;
        if (load.state() != Load.State.LOADING
                || fetch == null
                || fetch.sent()
                || !rules.is(Rows.ABORT_ACK_TIMEOUT_ACTION, AbortAckTimeoutAction.HOLD_UNTIL_FENCED)) {
            return false;
        }
        outbox.withdraw(fetch);
        report(nowNanos, load, false, false, reason + ", before the fetch left");
        load.move(event, Load.State.ENDED);
        removeEnded(load);
        return true;
    }

    private void sendAbort(long nowNanos, Load load, String reason) {
        disarm(load);
        load.abort(nowNanos);
        context.trace().emit(new LoadAborting(session.peer(), load.request, load.job, load.round, reason));
        outbox.send(nowNanos, new AbortFetch(load.request, load.round));
    }

    /** Reports the failure now; the slots stay held. */
    private void fail(long nowNanos, Load load, Load.Event event, String reason) {
        report(nowNanos, load, false, true, reason);
        load.hold(nowNanos);
        load.move(event, Load.State.HELD);
    }

    /** Gives a live load its one result. */
    private void report(long nowNanos, Load load, boolean success, boolean slotsHeld, String reason) {
        liveLoads--;
        context.trace()
                .emit(new LoadEnded(
                        session.peer(),
                        load.request,
                        load.job,
                        load.round,
                        load.mode,
                        success,
                        slotsHeld,
                        reason,
                        nowNanos - load.submittedNanos));
        settle(new JobFinished(load.job, Direction.LOAD, success, slotsHeld), load.request);
    }

    private void release(long nowNanos, Load load, ReleaseProof proof) {
        context.trace()
                .emit(new LoadSlotsReleased(
                        session.peer(), load.request, load.job, load.round, proof, load.heldNanos(nowNanos)));
        settle(new SlotsReleased(load.job, Direction.LOAD, proof), load.request);
    }

    /** Hands a result over. */
    void settle(TierResult result, String id) {
        settled.add(new Settled(result, id));
        session.wake();
    }

    private void removeEnded(Load load) {
        ClientRequest request = requests.get(load.request);
        if (request != null) {
            remove(request, load);
            requests.prune(request);
        }
    }

    private void remove(ClientRequest request, Load load) {
        disarm(load);
        request.loads.remove(load.round);
    }

    /**
     * The load that a peer may end. Where slots are released on proof, that is one whose fetch has left: a peer cannot have
     * ended what it was never asked for, and the fetch would still leave.
     */
    private @Nullable Load fetchedLoadOf(String id, long round) {
        ClientRequest request = requests.get(id);
        Load load = request == null ? null : request.loads.get(round);
        boolean unasked = load != null
                && !load.fetchLeft()
                && rules.is(Rows.ABORT_ACK_TIMEOUT_ACTION, AbortAckTimeoutAction.HOLD_UNTIL_FENCED);
        return unasked ? null : load;
    }

    private void armLoadDeadline(long nowNanos, Load load) {
        load.deadline = new SessionDeadline(session, Phase.CLIENT) {
            @Override
            void expire(long now) {
                onLoadDeadline(now, load);
            }
        };
        context.deadlines().arm(load.deadline, nowNanos, rules.nanos(timeoutRow(load.mode)));
    }

    /** Looks for progress where the profile asks for it, and the transport can tell what has landed. */
    private void armProgressDeadline(long nowNanos, Load load, SlotList slots) {
        long patience = rules.nanos(Rows.LOAD_PROGRESS_TIMEOUT);
        long landed = patience == Profile.NO_LIMIT ? -1 : context.data().blocksLanded(slots);
        if (landed < 0) {
            return;
        }
        load.landedBefore = landed;
        load.landedSeen = landed;
        load.progressDeadline = new SessionDeadline(session, Phase.CLIENT) {
            @Override
            void expire(long now) {
                onProgressDeadline(now, load, slots);
            }
        };
        context.deadlines().arm(load.progressDeadline, nowNanos, patience);
    }

    private void onProgressDeadline(long nowNanos, Load load, SlotList slots) {
        long patience = rules.nanos(Rows.LOAD_PROGRESS_TIMEOUT);
        long landed = context.data().blocksLanded(slots);
        SessionDeadline deadline = load.progressDeadline;
        if (landed > load.landedSeen && deadline != null) {
            load.landedSeen = landed;
            context.deadlines().arm(deadline, nowNanos, patience);
            return;
        }
        rules.reach(Rows.LOAD_PROGRESS_TIMEOUT);
        context.trace()
                .emit(new LoadStalled(
                        session.peer(),
                        load.request,
                        load.job,
                        load.round,
                        load.mode,
                        nowNanos - load.submittedNanos,
                        patience,
                        landed - load.landedBefore));
        giveUp(nowNanos, load, "no progress");
    }

    private void armAckDeadline(long nowNanos, Load load) {
        load.deadline = new SessionDeadline(session, Phase.CLIENT) {
            @Override
            void expire(long now) {
                onAckDeadline(now, load);
            }
        };
        context.deadlines().arm(load.deadline, nowNanos, rules.nanos(Rows.ABORT_ACK_TIMEOUT));
    }

    private void disarm(Load load) {
        if (load.deadline != null) {
            context.deadlines().disarm(load.deadline);
        }
        if (load.progressDeadline != null) {
            context.deadlines().disarm(load.progressDeadline);
        }
    }

    private static TimeRow timeoutRow(LoadMode mode) {
        return mode == LoadMode.PD ? Rows.LOAD_TIMEOUT_PD : Rows.LOAD_TIMEOUT_SYMMETRIC;
    }

    boolean hasActiveLoads() {
        return liveLoads > 0;
    }

    List<Settled> drain() {
        List<Settled> taken = List.copyOf(settled);
        settled.clear();
        return taken;
    }

    void digest(Digest digest) {
        digest.add(!settled.isEmpty());
    }
}

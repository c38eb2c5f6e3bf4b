package io.kvdrill.core.session;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.profile.Choices.AbortAckTimeoutAction;
import io.kvdrill.core.profile.Choices.FinishWithLiveLoad;
import io.kvdrill.core.profile.Choices.LoadTimeoutResult;
import io.kvdrill.core.profile.Choices.LookupResponseRound;
import io.kvdrill.core.profile.Choices.RoundScope;
import io.kvdrill.core.profile.Choices.UnconfirmedKeyInFetch;
import io.kvdrill.core.profile.Row.TimeRow;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.Message.AbortFetch;
import io.kvdrill.core.protocol.Message.Fetch;
import io.kvdrill.core.protocol.Message.Lookup;
import io.kvdrill.core.protocol.Message.LookupResponse;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.session.ClientRequest.Answer;
import io.kvdrill.core.session.SessionDeadline.Phase;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.TierFailure;
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
import io.kvdrill.core.trace.ClientEvent.LoadRefused;
import io.kvdrill.core.trace.ClientEvent.LoadSlotsReleased;
import io.kvdrill.core.trace.ClientEvent.LoadStarted;
import io.kvdrill.core.trace.ClientEvent.LoadTimedOut;
import io.kvdrill.core.trace.ClientEvent.LookupTimedOut;
import io.kvdrill.core.trace.ClientEvent.ProbeRegistered;
import io.kvdrill.core.trace.ClientEvent.ProbeResolved;
import io.kvdrill.core.trace.ClientEvent.ProbesDropped;
import io.kvdrill.core.trace.ClientEvent.TerminalIgnored;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The client role of a session: it asks the peer which blocks it has, and fetches them (protocol.md section 4). Rounds are
 * allocated at an id's first lookup since its last fetch, else at the fetch.
 */
final class ClientRole {
    private final Session session;
    private final TierContext context;
    private final Rules rules;
    private final Outbox outbox;
    private final Map<String, ClientRequest> requests = new LinkedHashMap<>();
    private final Set<ClientRequest> unflushed = new LinkedHashSet<>();
    private final List<Settled> settled = new ArrayList<>();
    private int liveLoads;
    private long sessionRounds;

    ClientRole(Session session, TierContext context, Outbox outbox) {
        this.session = session;
        this.context = context;
        this.rules = context.rules();
        this.outbox = outbox;
    }

    // ---- what the engine asks for --------------------------------------------------------------------------------

    /** Registers or looks up a probe. */
    LookupOutcome probe(String id, BlockKey key) {
        ClientRequest request = requests.computeIfAbsent(id, ClientRequest::new);
        Answer answer = request.probe(key);
        if (answer == null) {
            request.register(key);
            unflushed.add(request);
            session.wakeForScheduleEnd();
            context.trace().emit(new ProbeRegistered(session.peer(), id, key));
            return LookupOutcome.RETRY;
        }
        return switch (answer) {
            case UNKNOWN -> LookupOutcome.RETRY;
            case HIT -> LookupOutcome.HIT;
            case MISS -> LookupOutcome.MISS;
        };
    }

    /** Sends what was probed since the last call, one lookup for each request. */
    void flushLookups(long nowNanos) {
        List<ClientRequest> due = List.copyOf(unflushed);
        unflushed.clear();
        for (ClientRequest request : due) {
            if (request.hasUnsent()) {
                List<BlockKey> keys = request.takeUnsent();
                request.lookupOpen = true;
                outbox.send(nowNanos, new Lookup(request.id, keys, currentRound(request)));
            }
        }
    }

    /** Fetches blocks. */
    void load(long nowNanos, String id, TransferJob job, LoadMode mode) {
        ClientRequest request = requests.computeIfAbsent(id, ClientRequest::new);
        boolean unconfirmed = request.probed && !job.keys().isEmpty() && !request.confirmed(job.keys());
        if (unconfirmed && rules.is(Rows.UNCONFIRMED_KEY_IN_FETCH, UnconfirmedKeyInFetch.REFUSED_BEFORE_SEND)) {
            context.trace()
                    .emit(new LoadRefused(
                            session.peer(), id, job.id(), "it names a key that the peer did not confirm"));
            settle(new JobFinished(job.id(), Direction.LOAD, false, false), id);
            prune(request);
            return;
        }
        long round = currentRound(request);
        request.nextRound();
        Load load = new Load(job.id(), id, round, mode, nowNanos);
        request.loads.put(round, load);
        liveLoads++;
        request.lookupOpen = false;
        armLoadDeadline(nowNanos, load);
        context.trace().emit(new LoadStarted(session.peer(), id, job.id(), round, mode, job.keys(), job.slots()));
        load.fetch = outbox.send(nowNanos, new Fetch(id, job.keys(), job.slots(), round));
        request.clearProbes();
        disarmProgress(request);
        if (unconfirmed) {
            throw new TierFailure(
                    TierFailure.Kind.INVARIANT,
                    "fetch of request " + id + " names a key that the peer did not confirm");
        }
    }

    /** The engine's request is over. */
    void finish(long nowNanos, String id) {
        ClientRequest request = requests.get(id);
        if (request == null) {
            return;
        }
        for (Load load : List.copyOf(request.loads.values())) {
            if (load.live()) {
                finishLoad(nowNanos, request, load);
            }
        }
        if (request.lookupOpen) {
            request.lookupOpen = false;
            outbox.send(nowNanos, new Fetch(id, List.of(), SlotList.empty(), currentRound(request)));
        }
        if (request.unanswered() > 0) {
            context.trace().emit(new ProbesDropped(session.peer(), id, request.unanswered()));
        }
        request.clearProbes();
        request.dropUnsent();
        request.forgetOutstanding();
        unflushed.remove(request);
        disarmProgress(request);
        prune(request);
    }

    // ---- what the peer says --------------------------------------------------------------------------------------

    void onLookupResponse(long nowNanos, LookupResponse response) {
        ClientRequest request = requests.get(response.request());
        if (request == null) {
            return;
        }
        Long round = response.round();
        boolean judges = rules.is(Rows.LOOKUP_RESPONSE_ROUND, LookupResponseRound.OPTIONAL);
        boolean stale = judges && round != null && round != request.allocatedRound();
        boolean judgeByCount = judges && round == null;
        boolean progress = false;
        for (int i = 0; i < response.keys().size(); i++) {
            BlockKey key = response.keys().get(i);
            boolean last = request.lookupAnswered(key);
            if (stale || (judgeByCount && !last) || request.probe(key) == null) {
                continue;
            }
            boolean hit = response.hits().get(i);
            progress |= request.resolve(key, hit);
            context.trace().emit(new ProbeResolved(session.peer(), request.id, key, hit, request.allocatedRound()));
        }
        if (request.unanswered() == 0) {
            disarmProgress(request);
        } else if (progress) {
            armProgress(nowNanos, request);
        }
        prune(request);
    }

    void onTransferDone(long nowNanos, Message.TransferDone done) {
        Load load = loadOf(done.request(), done.round());
        if (load == null) {
            context.trace().emit(new TerminalIgnored(session.peer(), done.request(), done.round(), "transfer_done"));
            return;
        }
        boolean success = done.success() && !load.requestFinished();
        endByPeer(nowNanos, load, Load.Event.TRANSFER_DONE, success, done.success() ? "done" : "peer reported failure");
    }

    void onAbortAck(long nowNanos, Message.AbortAck ack) {
        Load load = loadOf(ack.request(), ack.round());
        if (load == null) {
            context.trace().emit(new TerminalIgnored(session.peer(), ack.request(), ack.round(), "abort_ack"));
            return;
        }
        endByPeer(nowNanos, load, Load.Event.ABORT_ACK, false, "aborted");
    }

    void onLookupSent(long nowNanos, Lookup lookup) {
        ClientRequest request = requests.get(lookup.request());
        if (request == null) {
            return;
        }
        if (rules.profile().choice(Rows.LOOKUP_RESPONSE_ROUND) == LookupResponseRound.OPTIONAL) {
            request.lookupSent(lookup.keys());
        }
        if (request.unanswered() > 0 && (request.progressDeadline == null || !request.progressDeadline.armed())) {
            armProgress(nowNanos, request);
        }
    }

    // ---- end of the session --------------------------------------------------------------------------------------

    /** Loads that have not ended; some may still hold slots after their results. */
    record Closed(List<Settled> results, List<String> failedRequests, List<HeldLoad> held, int failedLoads) {}

    Closed close(long nowNanos, String reason) {
        List<String> failedRequests = new ArrayList<>();
        List<HeldLoad> held = new ArrayList<>();
        int failed = 0;
        for (ClientRequest request : requests.values()) {
            if (request.hasLiveLoad() || request.unanswered() > 0) {
                failedRequests.add(request.id);
            }
            for (Load load : request.loads.values()) {
                failed += load.live() ? 1 : 0;
                closeLoad(nowNanos, load, reason, held);
            }
            disarmProgress(request);
        }
        requests.clear();
        unflushed.clear();
        liveLoads = 0;
        return new Closed(drain(), failedRequests, held, failed);
    }

    private void closeLoad(long nowNanos, Load load, String reason, List<HeldLoad> held) {
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

    // ---- loads ---------------------------------------------------------------------------------------------------

    private void finishLoad(long nowNanos, ClientRequest request, Load load) {
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
        if (withdraw(nowNanos, load, Load.Event.DEADLINE, "load timeout")) {
            return;
        }
        sendAbort(nowNanos, load, "load timeout");
        if (rules.is(Rows.LOAD_TIMEOUT_RESULT, LoadTimeoutResult.AT_ONCE_SLOTS_HELD)) {
            fail(nowNanos, load, Load.Event.DEADLINE, "load timeout");
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
            session.fault("abort of request " + load.request + " not acknowledged");
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

    private void settle(TierResult result, String id) {
        settled.add(new Settled(result, id));
        session.wake();
    }

    private void removeEnded(Load load) {
        ClientRequest request = requests.get(load.request);
        if (request != null) {
            remove(request, load);
            prune(request);
        }
    }

    private void remove(ClientRequest request, Load load) {
        disarm(load);
        request.loads.remove(load.round);
    }

    private @Nullable Load loadOf(String id, long round) {
        ClientRequest request = requests.get(id);
        return request == null ? null : request.loads.get(round);
    }

    // ---- deadlines -----------------------------------------------------------------------------------------------

    private void armLoadDeadline(long nowNanos, Load load) {
        load.deadline = new SessionDeadline(session, Phase.CLIENT) {
            @Override
            void expire(long now) {
                onLoadDeadline(now, load);
            }
        };
        context.deadlines().arm(load.deadline, nowNanos, rules.nanos(timeoutRow(load.mode)));
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
    }

    private void armProgress(long nowNanos, ClientRequest request) {
        if (request.progressDeadline == null) {
            request.progressDeadline = new SessionDeadline(session, Phase.CLIENT) {
                @Override
                void expire(long now) {
                    onNoProgress(now, request);
                }
            };
        }
        request.progressSinceNanos = nowNanos;
        context.deadlines().arm(request.progressDeadline, nowNanos, rules.nanos(Rows.LOOKUP_PROGRESS_TIMEOUT));
    }

    private void disarmProgress(ClientRequest request) {
        if (request.progressDeadline != null) {
            context.deadlines().disarm(request.progressDeadline);
        }
    }

    private void onNoProgress(long nowNanos, ClientRequest request) {
        rules.reach(Rows.LOOKUP_PROGRESS_TIMEOUT);
        context.trace()
                .emit(new LookupTimedOut(
                        session.peer(), request.id, request.unanswered(), nowNanos - request.progressSinceNanos));
        session.die("lookups of request " + request.id + " made no progress");
    }

    private static TimeRow timeoutRow(LoadMode mode) {
        return mode == LoadMode.PD ? Rows.LOAD_TIMEOUT_PD : Rows.LOAD_TIMEOUT_SYMMETRIC;
    }

    // ---- state ---------------------------------------------------------------------------------------------------

    private long currentRound(ClientRequest request) {
        return request.round(this::nextRound);
    }

    private long nextRound(ClientRequest request) {
        return rules.is(Rows.ROUND_SCOPE, RoundScope.PER_SESSION) ? sessionRounds++ : request.takeOwnRound();
    }

    boolean hasActiveLoads() {
        return liveLoads > 0;
    }

    boolean hasUnflushedLookups() {
        return !unflushed.isEmpty();
    }

    /** Whether anything is asked, wanted or held. */
    boolean idle() {
        return requests.isEmpty();
    }

    boolean hasSettled() {
        return !settled.isEmpty();
    }

    List<Settled> drain() {
        if (settled.isEmpty()) {
            return List.of();
        }
        List<Settled> taken = List.copyOf(settled);
        settled.clear();
        return taken;
    }

    private void prune(ClientRequest request) {
        if (request.loads.isEmpty() && request.probes.isEmpty() && !request.hasUnsent() && !request.hasOutstanding()) {
            requests.remove(request.id);
            disarmProgress(request);
        }
    }

    void digest(Digest digest, long nowNanos) {
        digest.add(sessionRounds).add((long) settled.size());
        long sum = 0;
        for (ClientRequest request : requests.values()) {
            Digest one = new Digest();
            request.digest(one, nowNanos);
            sum += one.value();
        }
        digest.add(sum);
    }
}

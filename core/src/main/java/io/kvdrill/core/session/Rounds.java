package io.kvdrill.core.session;

import io.kvdrill.core.protocol.Message.TransferDone;
import io.kvdrill.core.session.StoreJobs.Delivery;
import io.kvdrill.core.tier.TierResult.ReleaseProof;
import io.kvdrill.core.trace.ServerEvent.RoundEnded;

/** How rounds end: their jobs get their results, their supply goes, and the peer is told if it waits. */
final class Rounds {
    private final Session session;
    private final TierContext context;
    private final Outbox outbox;
    private final StoreJobs jobs;
    private final ServerRequests requests;
    private int demanded;

    Rounds(Session session, TierContext context, Outbox outbox, StoreJobs jobs, ServerRequests requests) {
        this.session = session;
        this.context = context;
        this.outbox = outbox;
        this.jobs = jobs;
        this.requests = requests;
    }

    /** How many rounds the peer has fetched and was not answered for. */
    int demanded() {
        return demanded;
    }

    /** One more. */
    void onDemanded() {
        demanded++;
    }

    /** Ends a closing round if nothing of it runs. */
    void endIfQuiet(long nowNanos, ServerRequest request, Round round, String reason) {
        if (round.closing() && round.running == 0) {
            settle(nowNanos, request, round, round.remaining == 0, reason);
        }
    }

    /** Ends a round, and tells the peer if it waits for it. */
    void settle(long nowNanos, ServerRequest request, Round round, boolean success, String reason) {
        settle(nowNanos, request, round, success, reason, Delivery.DEFERRED);
    }

    /** Ends a round whose write failed: the results of its other jobs are not put off. */
    void fail(long nowNanos, ServerRequest request, Round round, String reason) {
        settle(nowNanos, request, round, false, reason, Delivery.NOW);
    }

    private void settle(
            long nowNanos, ServerRequest request, Round round, boolean success, String reason, Delivery delivery) {
        end(nowNanos, request, round, Round.Event.SETTLED, success, reason, delivery);
        requests.prune(request);
    }

    /** Ends a round by an event of its own. */
    void end(
            long nowNanos,
            ServerRequest request,
            Round round,
            Round.Event event,
            boolean success,
            String reason,
            Delivery delivery) {
        boolean answered = round.demandReceived() && !round.unanswered;
        round.end(event);
        detach(nowNanos, request, round, success, reason, delivery);
        context.trace().emit(new RoundEnded(session.peer(), request.id, round.number, success, answered, reason));
        if (answered) {
            answer(nowNanos, request, new TransferDone(request.id, success, round.number));
        }
    }

    /** The peer takes it for an answer to whatever has this number: it must wait for the writes of an aborted life, too. */
    private void answer(long nowNanos, ServerRequest request, TransferDone done) {
        if (request.draining.contains(done.round())) {
            request.heldAnswers.put(done.round(), done);
        } else {
            outbox.send(nowNanos, done);
        }
    }

    /** Takes a round that has ended out of its request: its jobs get their results, its supply goes. */
    void detach(long nowNanos, ServerRequest request, Round round, boolean success, String reason, Delivery delivery) {
        request.rounds.remove(round.number);
        demanded -= round.demandReceived() ? 1 : 0;
        round.demanded.clear();
        demandMet(round);
        for (Supply supply : round.available.values()) {
            supply.job().unsupply();
        }
        for (StoreJob job : round.jobs) {
            if (!job.supplied()) {
                jobs.settle(nowNanos, job, success, reason, delivery);
            }
            jobs.releaseIfUnread(nowNanos, job, ReleaseProof.TRANSFERS_TERMINAL);
        }
    }

    /** Stops waiting for supply once all demand is met. */
    void demandMet(Round round) {
        if (round.demanded.isEmpty() && round.demandDeadline != null) {
            context.deadlines().disarm(round.demandDeadline);
        }
    }

    /** The round of this number, new where there was none. */
    Round open(ServerRequest request, long number) {
        return request.rounds.computeIfAbsent(number, missing -> new Round(request.id, missing));
    }
}

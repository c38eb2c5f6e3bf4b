package io.kvdrill.core.session;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.profile.Choices.CancelDrainExpiry;
import io.kvdrill.core.profile.Choices.RefetchWhileAborting;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.Message.AbortAck;
import io.kvdrill.core.protocol.Message.TransferDone;
import io.kvdrill.core.session.StoreJobs.Delivery;
import io.kvdrill.core.trace.ServerEvent.AbortAcknowledged;
import io.kvdrill.core.trace.ServerEvent.AbortDrainTimedOut;
import io.kvdrill.core.trace.ServerEvent.AbortParked;
import io.kvdrill.core.trace.ServerEvent.RoundEnded;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Aborts that the peer asked for, until the writes of their rounds have ended and they are acknowledged. */
final class AbortDrain {

    private record RoundId(String request, long round) {}

    private static final class Parked {
        final ServerRequest request;
        final long round;
        final long startedNanos;
        /** The writes that it waits for; null where it takes whatever runs under its round. */
        final @Nullable Set<RunningWrite> writes;

        boolean announced;

        Parked(ServerRequest request, long round, long startedNanos, @Nullable Set<RunningWrite> writes) {
            this.request = request;
            this.round = round;
            this.startedNanos = startedNanos;
            this.writes = writes;
        }
    }

    private final Session session;
    private final TierContext context;
    private final Rules rules;
    private final Outbox outbox;
    private final Rounds rounds;
    private final Writes writes;
    private final ServerRequests requests;
    private final Map<RoundId, Parked> parked = new LinkedHashMap<>();

    AbortDrain(
            Session session,
            TierContext context,
            Outbox outbox,
            Rounds rounds,
            Writes writes,
            ServerRequests requests) {
        this.session = session;
        this.context = context;
        this.rules = context.rules();
        this.outbox = outbox;
        this.rounds = rounds;
        this.writes = writes;
        this.requests = requests;
    }

    /** Takes an abort; a repeated one keeps the first one's deadline. */
    void onAbort(long nowNanos, ServerRequest request, long round) {
        RoundId id = new RoundId(request.id, round);
        Parked abort = parked.get(id);
        if (abort == null) {
            boolean ownWrites = rules.profile().choice(Rows.REFETCH_WHILE_ABORTING) == RefetchWhileAborting.NEW_LIFE;
            abort = new Parked(
                    request, round, nowNanos, ownWrites ? new LinkedHashSet<>(writes.of(request, round)) : null);
            parked.put(id, abort);
            request.aborts++;
            detachRound(nowNanos, abort);
        } else if (abort.writes != null) {
            request.heldAnswers.remove(round);
            joinNewLife(nowNanos, abort);
        }
        drain(nowNanos, id, abort);
    }

    /** A round that was fetched again after its abort is aborted, too: one acknowledgement answers for both. */
    private void joinNewLife(long nowNanos, Parked abort) {
        if (abort.request.rounds.containsKey(abort.round) && abort.writes != null) {
            detachRound(nowNanos, abort);
            abort.writes.addAll(writes.of(abort.request, abort.round));
        }
    }

    /** Tries again to end what is being aborted, in every sweep. */
    void drive(long nowNanos) {
        for (Map.Entry<RoundId, Parked> entry : List.copyOf(parked.entrySet())) {
            if (session.alive() || entry.getValue().writes == null) {
                drain(nowNanos, entry.getKey(), entry.getValue());
            }
        }
        if (!parked.isEmpty()) {
            session.wake();
        }
    }

    private void drain(long nowNanos, RoundId id, Parked abort) {
        if (abort.request.rounds.containsKey(abort.round)) {
            rules.reach(Rows.REFETCH_WHILE_ABORTING);
            if (abort.writes == null) {
                detachRound(nowNanos, abort);
            }
        }
        List<RunningWrite> running = running(abort);
        long age = nowNanos - abort.startedNanos;
        if (!running.isEmpty() && age >= rules.nanos(Rows.CANCEL_DRAIN_TIMEOUT)) {
            rules.reach(Rows.CANCEL_DRAIN_TIMEOUT);
            context.trace().emit(new AbortDrainTimedOut(session.peer(), id.request(), id.round(), running.size(), age));
            if (rules.is(Rows.CANCEL_DRAIN_EXPIRY, CancelDrainExpiry.FAULT_SESSION)) {
                session.lifecycle()
                        .fault(nowNanos, "the writes of an aborted round of request " + id.request() + " do not end");
                return;
            }
            writes.cancelAtOnce(abort.request, abort.round, running, "abort drain timeout");
            acknowledge(nowNanos, id, abort, true);
            return;
        }
        if (!running.isEmpty()) {
            running = writes.withdraw(nowNanos, running);
        }
        if (running.isEmpty()) {
            acknowledge(nowNanos, id, abort, false);
        } else if (!abort.announced) {
            abort.announced = true;
            if (abort.writes != null) {
                abort.request.draining.add(abort.round);
            }
            context.trace().emit(new AbortParked(session.peer(), id.request(), id.round(), running.size()));
        }
    }

    private List<RunningWrite> running(Parked abort) {
        List<RunningWrite> now = writes.of(abort.request, abort.round);
        if (abort.writes != null) {
            now.retainAll(abort.writes);
        }
        return now;
    }

    private void detachRound(long nowNanos, Parked abort) {
        Round round = abort.request.rounds.get(abort.round);
        if (round != null) {
            round.end(Round.Event.ABORTED);
            rounds.detach(nowNanos, abort.request, round, false, "aborted by the peer", Delivery.DEFERRED);
            context.trace()
                    .emit(new RoundEnded(
                            session.peer(), abort.request.id, abort.round, false, false, "aborted by the peer"));
        }
    }

    private void acknowledge(long nowNanos, RoundId id, Parked abort, boolean forced) {
        parked.remove(id);
        abort.request.aborts--;
        context.trace()
                .emit(new AbortAcknowledged(
                        session.peer(), id.request(), id.round(), forced, nowNanos - abort.startedNanos));
        outbox.send(nowNanos, new AbortAck(id.request(), id.round()));
        abort.request.draining.remove(abort.round);
        TransferDone held = abort.request.heldAnswers.remove(abort.round);
        if (held != null) {
            outbox.send(nowNanos, held);
        }
        requests.prune(abort.request);
    }

    void digest(Digest digest, long nowNanos) {
        for (Map.Entry<RoundId, Parked> entry : parked.entrySet()) {
            digest.add(entry.getKey().request())
                    .add(entry.getKey().round())
                    .add(nowNanos - entry.getValue().startedNanos);
        }
    }
}

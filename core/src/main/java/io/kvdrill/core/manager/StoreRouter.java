package io.kvdrill.core.manager;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.manager.ParkedStores.Batches;
import io.kvdrill.core.manager.TransferParams.Destination;
import io.kvdrill.core.profile.Choices;
import io.kvdrill.core.profile.Choices.FinishBeforeBind;
import io.kvdrill.core.profile.Choices.ReapedIds;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.session.Session;
import io.kvdrill.core.tier.TierResult;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.tier.TierResult.JobFinished;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.time.Deadlines;
import io.kvdrill.core.trace.ManagerEvent.ParkedStoresFailed;
import io.kvdrill.core.trace.ManagerEvent.ParkedStoresReaped;
import io.kvdrill.core.trace.ManagerEvent.ReapedIdRefused;
import io.kvdrill.core.trace.ManagerEvent.StoreParked;
import io.kvdrill.core.trace.TraceSink;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Brings stores and fetches of one id together: an id is bound to the session that fetches it, and what was stored before
 * is parked until then (protocol.md sections 6.1 to 6.3).
 */
final class StoreRouter {
    private final Rules rules;
    private final TraceSink trace;
    private final LiveRequests requests;
    private final FailedRequests failed;
    private final Consumer<TierResult> results;
    private Bindings bindings;
    private final ParkedStores parked;
    private final io.kvdrill.core.manager.ReapedIds reaped;

    StoreRouter(
            Rules rules,
            Deadlines deadlines,
            TraceSink trace,
            LiveRequests requests,
            FailedRequests failed,
            Consumer<TierResult> results) {
        this.rules = rules;
        this.trace = trace;
        this.requests = requests;
        this.failed = failed;
        this.results = results;
        this.bindings = new Bindings(trace);
        this.parked = new ParkedStores(rules, deadlines, this::onExpiry);
        this.reaped = new io.kvdrill.core.manager.ReapedIds(rules, deadlines, trace);
    }

    void submit(long nowNanos, TransferJob job, @Nullable Destination destination) {
        if (destination == null) {
            end(job, true);
            return;
        }
        String request = destination.request();
        if (request == null) {
            end(job, false);
            return;
        }
        if (reaped.contains(request)) {
            trace.emit(new ReapedIdRefused(request, "store"));
            end(job, false);
            return;
        }
        Session session = bindings.get(request);
        if (session != null) {
            session.store(nowNanos, request, job);
            return;
        }
        parked.park(nowNanos, request, job);
        trace.emit(new StoreParked(request, job.id(), job.keys().size()));
    }

    /** A peer has fetched an id: late fetches are refused, others are served from what is parked. */
    void onFetched(long nowNanos, Session session, String request) {
        if (session.dead() && rules.is(Rows.BINDINGS, Choices.Bindings.BOUNDED)) {
            return; // what is parked waits for somebody who lives
        }
        if (reaped.contains(request)) {
            refuse(nowNanos, session, request);
            return;
        }
        Batches batches = parked.get(request);
        if (!worthBinding(session, request, batches)) {
            return;
        }
        parked.take(request);
        bindings.bind(request, session, batches == null ? 0 : batches.jobs.size());
        if (batches != null) {
            for (TransferJob job : batches.jobs) {
                session.store(nowNanos, request, job);
            }
            if (batches.producerFinished && !requests.anyStoring(request)) {
                session.finishProducer(nowNanos, request);
            }
        }
        onRequestIdle(session, request);
    }

    private boolean worthBinding(Session session, String request, @Nullable Batches batches) {
        return batches != null
                || requests.anyStoring(request)
                || session.needsBinding(request)
                || !rules.is(Rows.BINDINGS, Choices.Bindings.BOUNDED);
    }

    private void refuse(long nowNanos, Session session, String request) {
        boolean sparePinned = rules.is(Rows.REAPED_IDS, ReapedIds.REFUSED_UNLESS_PINNED);
        if (sparePinned && session.servesPinned(request)) {
            return;
        }
        trace.emit(new ReapedIdRefused(request, "fetch"));
        if (sparePinned) {
            session.finishProducer(nowNanos, request);
        } else {
            session.finish(nowNanos, request);
        }
    }

    /** A bound id may have lost its last reason to be bound. */
    void onRequestIdle(Session session, String request) {
        if (bindings.get(request) == session
                && !requests.anyStoring(request)
                && !session.needsBinding(request)
                && rules.is(Rows.BINDINGS, Choices.Bindings.BOUNDED)) {
            bindings.remove(request, "nothing open");
        }
    }

    /** A producer's request has ended. */
    void finishProducer(long nowNanos, String request, boolean bothRoles) {
        Session session = bindings.remove(request, "producer finished");
        if (session == null) {
            Batches batches = parked.get(request);
            if (batches != null && rules.is(Rows.FINISH_BEFORE_BIND, FinishBeforeBind.REMEMBERED)) {
                batches.producerFinished = true;
            }
            return;
        }
        if (bothRoles) {
            session.finish(nowNanos, request);
        } else {
            session.finishProducer(nowNanos, request);
        }
    }

    private void onExpiry(Batches batches, long nowNanos) {
        List<Long> jobs = batches.jobs.stream().map(TransferJob::id).toList();
        trace.emit(new ParkedStoresReaped(batches.request, jobs, nowNanos - batches.oldestNanos));
        batches.jobs.forEach(job -> end(job, false));
        if (rules.is(Rows.REAPED_IDS, ReapedIds.FAILED_ID)) {
            failed.mark(batches.request, "its parked stores expired");
        } else {
            reaped.add(nowNanos, batches.request);
        }
    }

    /** Fails everything that is parked. */
    void failParked(String reason) {
        for (Batches batches : parked.takeAll()) {
            List<Long> ids = batches.jobs.stream().map(TransferJob::id).toList();
            trace.emit(new ParkedStoresFailed(batches.request, ids, reason));
            batches.jobs.forEach(job -> end(job, false));
        }
    }

    void purge(Session session) {
        bindings.purge(session);
    }

    private void end(TransferJob job, boolean success) {
        results.accept(new JobFinished(job.id(), Direction.STORE, success, false));
    }

    void forgetAll() {
        bindings = new Bindings(trace);
        reaped.clear();
    }

    int bindings() {
        return bindings.size();
    }

    int parkedIds() {
        return parked.size();
    }

    int reapedIds() {
        return reaped.size();
    }

    void digest(Digest digest, long nowNanos) {
        bindings.digest(digest);
        parked.digest(digest, nowNanos);
        reaped.digest(digest, nowNanos);
    }
}

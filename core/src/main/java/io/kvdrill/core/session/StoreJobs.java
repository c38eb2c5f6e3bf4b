package io.kvdrill.core.session;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.profile.Choices.SourcePinRelease;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.tier.TierResult.JobFinished;
import io.kvdrill.core.tier.TierResult.ReleaseProof;
import io.kvdrill.core.tier.TierResult.SlotsReleased;
import io.kvdrill.core.trace.ServerEvent.StoreEnded;
import io.kvdrill.core.trace.ServerEvent.StoreSlotsReleased;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The store jobs of one session: each gets one result, and its slots are released when no write can read them any more
 * (where {@code source_pin_release} asks for that).
 */
final class StoreJobs {

    /** When a result is handed over. */
    enum Delivery {
        /** By the poll that it arose in. */
        NOW,
        /** By the next poll that comes to deferred results; discarded by a close before, under older rules. */
        DEFERRED
    }

    private final String peer;
    private final TierContext context;
    private final Runnable wake;
    private final Map<Long, StoreJob> jobs = new LinkedHashMap<>();
    private final Map<String, Integer> openByRequest = new LinkedHashMap<>();
    private final List<Settled> settled = new ArrayList<>();
    private final List<Settled> deferred = new ArrayList<>();

    StoreJobs(String peer, TierContext context, Runnable wake) {
        this.peer = peer;
        this.context = context;
        this.wake = wake;
    }

    void add(StoreJob job) {
        jobs.put(job.id, job);
        openByRequest.merge(job.request, 1, Integer::sum);
    }

    /** Gives a job its result, unless it has one. */
    void settle(long nowNanos, StoreJob job, boolean success, String reason, Delivery delivery) {
        if (job.reported()) {
            return;
        }
        boolean endangered = job.beingRead() || job.supplied();
        boolean held = endangered && context.rules().is(Rows.SOURCE_PIN_RELEASE, SourcePinRelease.WHEN_UNREAD);
        if (!held || !job.supplied()) {
            disarm(job);
        } // else what is left of its supply still ends by its deadline
        job.report(nowNanos, held);
        openByRequest.computeIfPresent(job.request, (request, open) -> open == 1 ? null : Integer.valueOf(open - 1));
        context.trace()
                .emit(new StoreEnded(peer, job.request, job.id, success, held, reason, nowNanos - job.filedNanos));
        deliver(new Settled(new JobFinished(job.id, Direction.STORE, success, held), job.request), delivery);
        if (!held) {
            jobs.remove(job.id);
        }
    }

    /** Releases the slots of a job whose result is out, if nothing reads or may read them any more. */
    void releaseIfUnread(long nowNanos, StoreJob job, ReleaseProof proof) {
        if (job.held() && !job.beingRead() && !job.supplied()) {
            job.release();
            disarm(job);
            jobs.remove(job.id);
            context.trace().emit(new StoreSlotsReleased(peer, job.request, job.id, proof, job.heldNanos(nowNanos)));
            // Never before the result that said that they are held.
            boolean resultWaits =
                    deferred.stream().anyMatch(each -> each.result().job() == job.id);
            deliver(
                    new Settled(new SlotsReleased(job.id, Direction.STORE, proof), job.request),
                    resultWaits ? Delivery.DEFERRED : Delivery.NOW);
        }
    }

    /** The session is gone, and with it every supply: releases what nothing reads, and waits for no deadline. */
    void close(long nowNanos) {
        for (StoreJob job : List.copyOf(jobs.values())) {
            disarm(job);
            releaseIfUnread(nowNanos, job, ReleaseProof.TRANSFERS_TERMINAL);
        }
    }

    private void disarm(StoreJob job) {
        if (job.deadline != null) {
            context.deadlines().disarm(job.deadline);
        }
    }

    private void deliver(Settled result, Delivery delivery) {
        (delivery == Delivery.NOW ? settled : deferred).add(result);
        wake.run();
    }

    /** Whether a job of this request has no result yet. */
    boolean anyOpen(String request) {
        return openByRequest.containsKey(request);
    }

    /** The jobs that have no result yet, in the order in which they were filed. */
    List<StoreJob> open() {
        List<StoreJob> open = new ArrayList<>();
        for (StoreJob job : jobs.values()) {
            if (!job.reported()) {
                open.add(job);
            }
        }
        return open;
    }

    void undefer() {
        settled.addAll(deferred);
        deferred.clear();
    }

    boolean hasDeferred() {
        return !deferred.isEmpty();
    }

    List<Settled> drain() {
        List<Settled> taken = List.copyOf(settled);
        settled.clear();
        return taken;
    }

    void digest(Digest digest, long nowNanos) {
        digest.add((long) settled.size()).add((long) deferred.size());
        long sum = 0;
        for (StoreJob job : jobs.values()) {
            Digest one = new Digest();
            job.digest(one, nowNanos);
            sum += one.value();
        }
        digest.add(sum);
    }
}

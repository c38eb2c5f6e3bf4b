package io.kvdrill.core.session;

import io.kvdrill.core.profile.Choices.RoundScope;
import io.kvdrill.core.profile.Choices.StoreTimeoutSupply;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.session.SessionDeadline.Phase;
import io.kvdrill.core.session.StoreJobs.Delivery;
import io.kvdrill.core.tier.TierResult.ReleaseProof;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.trace.ServerEvent.SupplyFiled;
import io.kvdrill.core.trace.ServerEvent.SupplyRemoved;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is stored for a peer to fetch. Supply of a producer's request is filed under round 0, or where rounds count within
 * the session under the request, for whichever round fetches it; blocks that a lookup pinned belong to its round.
 */
final class Supplies {
    private final Session session;
    private final TierContext context;
    private final Rules rules;
    private final StoreJobs jobs;
    private final ServerRequests requests;
    private final Rounds rounds;
    private final Writes writes;

    Supplies(
            Session session,
            TierContext context,
            StoreJobs jobs,
            ServerRequests requests,
            Rounds rounds,
            Writes writes) {
        this.session = session;
        this.context = context;
        this.rules = context.rules();
        this.jobs = jobs;
        this.requests = requests;
        this.rounds = rounds;
        this.writes = writes;
    }

    /** Files the blocks of a producer's request. */
    void store(long nowNanos, String id, TransferJob job) {
        if (rules.is(Rows.ROUND_SCOPE, RoundScope.PER_SESSION)) {
            storeForRequest(nowNanos, requests.open(id), job);
        } else {
            ServerRequest request = requests.open(id);
            fileInto(nowNanos, request, rounds.open(request, 0), job, false);
        }
    }

    /** Files blocks that a lookup has pinned. */
    StoreJob pin(long nowNanos, String id, long roundNumber, TransferJob job) {
        ServerRequest request = requests.open(id);
        Round round = rounds.open(request, roundNumber);
        round.suppliedByLookup = true;
        return fileInto(nowNanos, request, round, job, true);
    }

    private StoreJob fileInto(
            long nowNanos, ServerRequest request, Round round, TransferJob job, boolean pinnedByLookup) {
        StoreJob stored = openJob(nowNanos, request.id, job);
        traceFiled(request, job, round.number, pinnedByLookup);
        round.supplied();
        round.jobs.add(stored);
        Pairs pairs = new Pairs();
        for (int i = 0; i < job.keys().size(); i++) {
            BlockKey key = job.keys().get(i);
            Supply supply = new Supply(stored, job.slots().get(i));
            Long wanted = round.judgedInServeWindow ? null : round.demanded.remove(key);
            if (wanted != null) {
                pairs.add(key, supply, wanted);
            } else {
                offer(nowNanos, round.available, key, supply);
            }
        }
        rounds.demandMet(round);
        if (!pairs.isEmpty()) {
            writes.start(nowNanos, request, round, pairs);
        }
        return stored;
    }

    private void storeForRequest(long nowNanos, ServerRequest request, TransferJob job) {
        request.producerFinished = false; // a finished producer stores nothing: this is another one under the id
        StoreJob stored = openJob(nowNanos, request.id, job);
        traceFiled(request, job, 0, false);
        Map<Round, Pairs> matched = new LinkedHashMap<>();
        for (int i = 0; i < job.keys().size(); i++) {
            BlockKey key = job.keys().get(i);
            Supply supply = new Supply(stored, job.slots().get(i));
            Round wanting = roundDemanding(request, key);
            Long wanted = wanting == null ? null : wanting.demanded.remove(key);
            if (wanting != null && wanted != null) {
                wanting.jobs.add(stored);
                stored.read(); // until its write has started, or was refused
                matched.computeIfAbsent(wanting, round -> new Pairs()).add(key, supply, wanted);
            } else {
                offer(nowNanos, request.pdSupply, key, supply);
            }
        }
        if (job.keys().isEmpty()) {
            jobs.settle(nowNanos, stored, true, "no blocks", Delivery.DEFERRED);
        }
        for (Map.Entry<Round, Pairs> entry : matched.entrySet()) {
            rounds.demandMet(entry.getKey());
            for (int i = 0; i < entry.getValue().size(); i++) {
                stored.unread();
            }
            writes.start(nowNanos, request, entry.getKey(), entry.getValue());
        }
    }

    private static @Nullable Round roundDemanding(ServerRequest request, BlockKey key) {
        for (Round round : request.rounds.values()) {
            if (!round.suppliedByLookup && !round.judgedInServeWindow && round.demanded.containsKey(key)) {
                return round;
            }
        }
        return null;
    }

    private void offer(long nowNanos, Map<BlockKey, Supply> shelf, BlockKey key, Supply supply) {
        supply.job().supply();
        Supply replaced = shelf.put(key, supply);
        if (replaced != null) {
            replaced.job().unsupply();
            if (rules.profile().choice(Rows.ROUND_SCOPE) == RoundScope.PER_SESSION
                    && !replaced.job().supplied()
                    && !replaced.job().beingRead()) {
                jobs.settle(nowNanos, replaced.job(), true, "stored again", Delivery.DEFERRED);
            }
            jobs.releaseIfUnread(nowNanos, replaced.job(), ReleaseProof.TRANSFERS_TERMINAL);
        }
    }

    private StoreJob openJob(long nowNanos, String id, TransferJob job) {
        StoreJob stored = new StoreJob(job.id(), id, job.keys(), nowNanos);
        stored.deadline = new SessionDeadline(session, Phase.STORE) {
            @Override
            void expire(long now) {
                onStoreDeadline(now, stored);
            }
        };
        context.deadlines().arm(stored.deadline, nowNanos, rules.nanos(Rows.STORE_TIMEOUT));
        jobs.add(stored);
        return stored;
    }

    private void traceFiled(ServerRequest request, TransferJob job, long round, boolean pinnedByLookup) {
        context.trace()
                .emit(new SupplyFiled(
                        session.peer(), request.id, job.id(), round, job.keys(), job.slots(), pinnedByLookup));
    }

    private void onStoreDeadline(long nowNanos, StoreJob job) {
        rules.reach(Rows.STORE_TIMEOUT);
        if (rules.is(Rows.STORE_TIMEOUT_SUPPLY, StoreTimeoutSupply.REMOVE)) {
            removeSupply(job, "store timeout");
        }
        jobs.settle(nowNanos, job, false, "store timeout", Delivery.NOW);
        jobs.releaseIfUnread(nowNanos, job, ReleaseProof.TRANSFERS_TERMINAL);
        ServerRequest request = requests.get(job.request);
        if (request != null) {
            dropEmptyOffers(request);
            requests.prune(request);
        }
    }

    private void removeSupply(StoreJob job, String reason) {
        ServerRequest request = requests.get(job.request);
        if (request == null || !job.supplied()) {
            return;
        }
        int removed = removeFrom(request.pdSupply, job);
        for (Round round : request.rounds.values()) {
            removed += removeFrom(round.available, job);
        }
        context.trace().emit(new SupplyRemoved(session.peer(), request.id, job.id, removed, reason));
    }

    private static int removeFrom(Map<BlockKey, Supply> shelf, StoreJob job) {
        int removed = 0;
        for (BlockKey key : job.keys) {
            Supply supply = shelf.get(key);
            if (supply != null && supply.job() == job) {
                shelf.remove(key);
                job.unsupply();
                removed++;
            }
        }
        return removed;
    }

    /** Rounds that nobody fetched and that hold nothing any more, where supply ends with its job. */
    private void dropEmptyOffers(ServerRequest request) {
        if (rules.profile().choice(Rows.STORE_TIMEOUT_SUPPLY) != StoreTimeoutSupply.REMOVE) {
            return;
        }
        for (Round round : List.copyOf(request.rounds.values())) {
            if (!round.demandReceived() && round.available.isEmpty()) {
                round.end(Round.Event.ABORTED);
                request.rounds.remove(round.number);
            }
        }
    }

    /** Takes what a round may use for a key off the shelf, or answers null. */
    @Nullable Supply take(ServerRequest request, Round round, BlockKey key) {
        Supply supply = round.available.remove(key);
        if (supply == null && !round.suppliedByLookup) {
            supply = request.pdSupply.remove(key);
        }
        if (supply != null) {
            supply.job().unsupply();
            round.jobs.add(supply.job());
        }
        return supply;
    }

    /** Takes everything off a request's shelf that no round owns. */
    void dropPdSupply(long nowNanos, ServerRequest request, boolean success, String reason) {
        for (Supply supply : List.copyOf(request.pdSupply.values())) {
            StoreJob job = supply.job();
            removeSupply(job, reason);
            if (!job.beingRead()) {
                jobs.settle(nowNanos, job, success, reason, Delivery.DEFERRED);
            }
            jobs.releaseIfUnread(nowNanos, job, ReleaseProof.TRANSFERS_TERMINAL);
        }
    }
}

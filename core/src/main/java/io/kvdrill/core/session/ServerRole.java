package io.kvdrill.core.session;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.profile.Choices.FinishBeforeBind;
import io.kvdrill.core.profile.Choices.StoreDeadlineOrder;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message.AbortFetch;
import io.kvdrill.core.protocol.Message.Fetch;
import io.kvdrill.core.protocol.Message.Lookup;
import io.kvdrill.core.session.SessionDeadline.Phase;
import io.kvdrill.core.session.StoreJobs.Delivery;
import io.kvdrill.core.tier.ParentTier;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.transport.Registration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The server role of a session: it matches what the peer fetches with what is stored for it, and writes (protocol.md
 * section 5). {@link LookupServer} answers the peer's lookups, {@link Writes} knows what runs, {@link AbortDrain} ends
 * rounds that the peer aborts.
 */
final class ServerRole {
    private final Rules rules;
    private final ServerRequests requests;
    private final StoreJobs jobs;
    private final Rounds rounds;
    private final Writes writes;
    private final Supplies supplies;
    private final LookupServer lookups;
    private final Demands demands;
    private final AbortDrain aborts;

    ServerRole(Session session, TierContext context, Outbox outbox) {
        this.rules = context.rules();
        this.requests = new ServerRequests(session, rules);
        this.jobs = new StoreJobs(session.peer(), context, session::wake);
        this.rounds = new Rounds(session, context, outbox, jobs, requests);
        this.writes = new Writes(session, context, jobs, rounds, requests);
        this.supplies = new Supplies(session, context, jobs, requests, rounds, writes);
        this.lookups = new LookupServer(session, context, outbox, supplies, requests);
        this.demands = new Demands(session, context, requests, rounds, supplies, writes, lookups);
        this.aborts = new AbortDrain(session, context, outbox, rounds, writes, requests);
    }

    // ---- what the engine asks for --------------------------------------------------------------------------------

    /** Files the blocks of a producer's request. */
    void store(long nowNanos, String id, TransferJob job) {
        supplies.store(nowNanos, id, job);
    }

    /** The engine's request is over: demand that cannot be met any more fails. */
    void finish(long nowNanos, String id) {
        ServerRequest request = requests.get(id);
        if (request == null) {
            return;
        }
        if (rules.is(Rows.FINISH_BEFORE_BIND, FinishBeforeBind.REMEMBERED)) {
            lookups.refuse(nowNanos, request);
        } else {
            lookups.drop(request, "request finished");
        }
        if (!request.pdSupply.isEmpty()) {
            request.producerFinished = true;
        }
        for (Round round : List.copyOf(request.rounds.values())) {
            round.producerFinished();
            rounds.endIfQuiet(nowNanos, request, round, "producer finished");
        }
        requests.prune(request);
    }

    // ---- what the peer says --------------------------------------------------------------------------------------

    void onFetch(long nowNanos, Fetch fetch) {
        demands.onFetch(nowNanos, fetch);
    }

    void onLookup(long nowNanos, Lookup lookup) {
        lookups.enqueue(nowNanos, requests.openForPeer(lookup.request()), lookup);
    }

    void onAbortFetch(long nowNanos, AbortFetch abort) {
        aborts.onAbort(nowNanos, requests.openForPeer(abort.request()), abort.round());
    }

    // ---- what the data transport says ----------------------------------------------------------------------------

    /** A registration of this session has something to collect. */
    void onCompletions(Registration registration) {
        writes.onCompletions(registration);
    }

    // ---- the poll ------------------------------------------------------------------------------------------------

    void serve(long nowNanos, ParentTier parent) {
        for (ServerRequest request : lookups.serve(nowNanos, parent)) {
            demands.judgeOvertakenFetches(nowNanos, request);
        }
    }

    /** Judges deadlines and collects completions in the order that the profile asks for. */
    void poll(long nowNanos, List<SessionDeadline> storeDeadlines, List<SessionDeadline> otherDeadlines) {
        boolean deadlinesFirst =
                rules.profile().choice(Rows.STORE_DEADLINE_ORDER) == StoreDeadlineOrder.BEFORE_COMPLETIONS;
        if (deadlinesFirst) {
            expire(nowNanos, storeDeadlines);
            jobs.undefer();
        }
        writes.collect(nowNanos);
        if (!deadlinesFirst) {
            expire(nowNanos, storeDeadlines);
        }
        expire(nowNanos, otherDeadlines);
        aborts.drive(nowNanos);
        if (!deadlinesFirst) {
            jobs.undefer();
        }
    }

    private void expire(long nowNanos, List<SessionDeadline> deadlines) {
        for (SessionDeadline deadline : deadlines) {
            if (deadline.takeDue()) {
                if (deadline.phase() == Phase.STORE) {
                    rules.choice(Rows.STORE_DEADLINE_ORDER);
                }
                deadline.expire(nowNanos);
            }
        }
    }

    List<Settled> drain() {
        return jobs.drain();
    }

    // ---- state ---------------------------------------------------------------------------------------------------

    boolean hasRunningWrites() {
        return writes.any();
    }

    List<Long> runningTransfers() {
        return writes.transfers();
    }

    /** Ids that a peer has asked for, or that something is filed under. */
    int size() {
        return requests.size();
    }

    boolean idle() {
        return requests.isEmpty() && lookups.idle();
    }

    /** Whether a fetch of this id is being served from pins, every block of it, or the next serve window will judge that. */
    boolean servesPinned(String id) {
        ServerRequest request = requests.get(id);
        if (request == null) {
            return false;
        }
        for (Round round : request.rounds.values()) {
            boolean served = round.suppliedByLookup && round.demanded.isEmpty();
            if (round.demandReceived() && (served || round.judgedInServeWindow)) {
                return true;
            }
        }
        return false;
    }

    /** Whether this id still has unmet demand, or a store job without a result. */
    boolean needsBinding(String id) {
        ServerRequest request = requests.get(id);
        if (request != null && request.hasUnmetDemand()) {
            return true;
        }
        return jobs.anyOpen(id);
    }

    /** Everything that a drain must settle: pins that nobody has fetched. */
    void settleUnfetched(long nowNanos) {
        for (ServerRequest request : requests.all()) {
            if (request.lookups > 0) {
                lookups.refuse(nowNanos, request);
                demands.judgeOvertakenFetches(nowNanos, request);
            }
            supplies.dropPdSupply(nowNanos, request, false, "drain");
            for (Round round : List.copyOf(request.rounds.values())) {
                if (!round.demandReceived()) {
                    rounds.end(nowNanos, request, round, Round.Event.ABORTED, false, "drain", Delivery.DEFERRED);
                }
            }
            requests.prune(request);
        }
    }

    boolean hasOpenJobs() {
        return !jobs.open().isEmpty();
    }

    // ---- end of the session --------------------------------------------------------------------------------------

    /** What is left of the server role. */
    record Closed(
            List<Settled> results,
            List<RequestContext> contexts,
            @Nullable RetainedWrites retained,
            int failedStores) {}

    Closed close(long nowNanos, String reason) {
        List<RequestContext> contexts = lookups.close();
        for (ServerRequest request : requests.all()) {
            dropShelf(request.pdSupply);
            for (Round round : request.rounds.values()) {
                round.demanded.clear();
                rounds.demandMet(round);
                dropShelf(round.available);
                round.end(Round.Event.SESSION_CLOSED);
            }
        }
        int failed = jobs.open().size();
        RetainedWrites retained = writes.close(nowNanos, reason);
        return new Closed(jobs.drain(), contexts, retained, failed);
    }

    private static void dropShelf(Map<BlockKey, Supply> shelf) {
        for (Supply supply : shelf.values()) {
            supply.job().unsupply();
        }
    }

    void digest(Digest digest, long nowNanos) {
        jobs.digest(digest, nowNanos);
        requests.digest(digest, nowNanos);
        writes.digest(digest, nowNanos);
        aborts.digest(digest, nowNanos);
        lookups.digest(digest, nowNanos);
    }
}

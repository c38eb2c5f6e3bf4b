package io.kvdrill.core.session;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.profile.Choices.DuplicateKeysInFetch;
import io.kvdrill.core.profile.Choices.RoundScope;
import io.kvdrill.core.profile.Choices.StoreDeadlineOrder;
import io.kvdrill.core.profile.Choices.StoreTimeoutSupply;
import io.kvdrill.core.profile.Choices.TerminalFetchDuringWrite;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message.AbortFetch;
import io.kvdrill.core.protocol.Message.Fetch;
import io.kvdrill.core.protocol.Message.Lookup;
import io.kvdrill.core.protocol.Message.TransferDone;
import io.kvdrill.core.session.SessionDeadline.Phase;
import io.kvdrill.core.session.StoreJobs.Delivery;
import io.kvdrill.core.tier.ParentTier;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TierResult.ReleaseProof;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.trace.ServerEvent.DemandReceived;
import io.kvdrill.core.trace.ServerEvent.ParkedDemandTimedOut;
import io.kvdrill.core.trace.ServerEvent.RoundEnded;
import io.kvdrill.core.trace.ServerEvent.SupplyFiled;
import io.kvdrill.core.trace.ServerEvent.SupplyRemoved;
import io.kvdrill.core.trace.ServerEvent.TerminalFetchReceived;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The server role of a session: it matches what the peer fetches with what is stored for it, and writes (protocol.md
 * section 5). {@link LookupServer} answers the peer's lookups, {@link Writes} knows what runs, {@link AbortDrain} ends
 * rounds that the peer aborts.
 */
final class ServerRole {
    private final Session session;
    private final TierContext context;
    private final Rules rules;
    private final Outbox outbox;
    private final StoreJobs jobs;
    private final Writes writes;
    private final AbortDrain aborts;
    private final LookupServer lookups;
    private final Map<String, ServerRequest> requests = new LinkedHashMap<>();

    ServerRole(Session session, TierContext context, Outbox outbox) {
        this.session = session;
        this.context = context;
        this.rules = context.rules();
        this.outbox = outbox;
        this.jobs = new StoreJobs(session.peer(), context, session::wake);
        this.writes = new Writes(session, context, jobs, this);
        this.aborts = new AbortDrain(session, context, outbox, this, writes);
        this.lookups = new LookupServer(session, context, outbox, this);
    }

    // ---- supply --------------------------------------------------------------------------------------------------

    /** Files the blocks of a producer's request. */
    void store(long nowNanos, String id, TransferJob job) {
        if (rules.is(Rows.ROUND_SCOPE, RoundScope.PER_SESSION)) {
            storeForRequest(nowNanos, request(id), job);
        } else {
            ServerRequest request = request(id);
            fileInto(nowNanos, request, round(request, 0), job, false);
        }
    }

    /** Files blocks that a lookup has pinned. */
    void pin(long nowNanos, String id, long roundNumber, TransferJob job) {
        ServerRequest request = request(id);
        Round round = round(request, roundNumber);
        round.suppliedByLookup = true;
        fileInto(nowNanos, request, round, job, true);
    }

    private void fileInto(long nowNanos, ServerRequest request, Round round, TransferJob job, boolean pinnedByLookup) {
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
        demandMet(round);
        if (!pairs.isEmpty()) {
            writes.start(nowNanos, request, round, pairs);
        }
    }

    private void storeForRequest(long nowNanos, ServerRequest request, TransferJob job) {
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
                matched.computeIfAbsent(wanting, round -> new Pairs()).add(key, supply, wanted);
            } else {
                offer(nowNanos, request.pdSupply, key, supply);
            }
        }
        if (job.keys().isEmpty()) {
            jobs.settle(nowNanos, stored, true, "no blocks", Delivery.DEFERRED);
        }
        for (Map.Entry<Round, Pairs> entry : matched.entrySet()) {
            demandMet(entry.getKey());
            if (!entry.getKey().ended()) {
                writes.start(nowNanos, request, entry.getKey(), entry.getValue());
            }
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
            prune(request);
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
        if (removed > 0) {
            context.trace().emit(new SupplyRemoved(session.peer(), request.id, job.id, removed, reason));
        }
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
            boolean open = round.jobs.stream().anyMatch(job -> !job.reported());
            if (!round.demandReceived() && round.available.isEmpty() && !open) {
                round.end(Round.Event.ABORTED);
                request.rounds.remove(round.number);
            }
        }
    }

    // ---- demand --------------------------------------------------------------------------------------------------

    /**
     * Takes a fetch.
     *
     * @throws ProtocolViolation if the round has demand already
     */
    void onFetch(long nowNanos, Fetch fetch) {
        ServerRequest known = requests.get(fetch.request());
        Round before = known == null ? null : known.rounds.get(fetch.round());
        if (before != null && before.demandReceived()) {
            throw new ProtocolViolation("round " + Long.toUnsignedString(fetch.round()) + " of request "
                    + fetch.request() + " was fetched before");
        }
        if (fetch.terminal()) {
            onTerminalFetch(nowNanos, fetch);
            return;
        }
        if (rules.profile().choice(Rows.DUPLICATE_KEYS_IN_FETCH) == DuplicateKeysInFetch.PROTOCOL_VIOLATION
                && hasDuplicates(fetch.keys())) {
            rules.choice(Rows.DUPLICATE_KEYS_IN_FETCH);
            throw new ProtocolViolation("fetch of request " + fetch.request() + " names a key twice");
        }
        ServerRequest request = peerRequest(fetch.request());
        Round round = round(request, fetch.round());
        if (request.producerFinished && !round.suppliedByLookup) {
            round.producerFinished();
        }
        if (lookups.overtaken(request, round)) {
            round.judgedInServeWindow = true;
        }
        round.fetched(fetch.keys().size());
        Pairs pairs = match(request, round, fetch);
        context.trace()
                .emit(new DemandReceived(
                        session.peer(),
                        fetch.request(),
                        fetch.round(),
                        fetch.keys().size(),
                        pairs.size()));
        if (round.judgedInServeWindow) {
            session.wakeForServe();
            return;
        }
        settleDemand(nowNanos, request, round, pairs);
    }

    private Pairs match(ServerRequest request, Round round, Fetch fetch) {
        Pairs pairs = new Pairs();
        for (int i = 0; i < fetch.keys().size(); i++) {
            BlockKey key = fetch.keys().get(i);
            long slot = fetch.blockIndexes().get(i);
            Supply supply = round.judgedInServeWindow ? null : take(request, round, key);
            if (supply != null) {
                pairs.add(key, supply, slot);
            } else {
                round.demanded.put(key, slot);
            }
        }
        return pairs;
    }

    private @Nullable Supply take(ServerRequest request, Round round, BlockKey key) {
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

    private void settleDemand(long nowNanos, ServerRequest request, Round round, Pairs pairs) {
        if (round.suppliedByLookup && !round.demanded.isEmpty()) {
            finalizeRound(nowNanos, request, round, false, "a key was never confirmed");
            releaseTaken(nowNanos, pairs);
            return;
        }
        if (!pairs.isEmpty()) {
            writes.start(nowNanos, request, round, pairs);
        }
        if (round.closing() && round.running == 0) {
            finalizeRound(nowNanos, request, round, round.remaining == 0, "producer finished");
        } else if (!round.ended() && !round.demanded.isEmpty()) {
            armDemandDeadline(nowNanos, request, round);
        }
    }

    private void releaseTaken(long nowNanos, Pairs pairs) {
        for (StoreJob job : pairs.jobs()) {
            jobs.releaseIfUnread(nowNanos, job, ReleaseProof.TRANSFERS_TERMINAL);
        }
    }

    /** Judges a symmetric fetch that had overtaken its pins, now that its lookups were served. */
    void judgeOvertakenFetches(long nowNanos, ServerRequest request) {
        for (Round round : List.copyOf(request.rounds.values())) {
            if (!round.judgedInServeWindow || round.ended()) {
                continue;
            }
            if (lookups.overtaken(request, round)) {
                session.wakeForServe();
                continue;
            }
            round.judgedInServeWindow = false;
            Pairs pairs = new Pairs();
            for (Map.Entry<BlockKey, Long> wanted : List.copyOf(round.demanded.entrySet())) {
                Supply supply = take(request, round, wanted.getKey());
                if (supply != null) {
                    round.demanded.remove(wanted.getKey());
                    pairs.add(wanted.getKey(), supply, wanted.getValue());
                }
            }
            round.suppliedByLookup = true;
            settleDemand(nowNanos, request, round, pairs);
        }
    }

    private static boolean hasDuplicates(List<BlockKey> keys) {
        return keys.stream().distinct().count() < keys.size();
    }

    private void onTerminalFetch(long nowNanos, Fetch fetch) {
        context.trace().emit(new TerminalFetchReceived(session.peer(), fetch.request(), fetch.round()));
        ServerRequest request = requests.get(fetch.request());
        if (request == null) {
            return;
        }
        lookups.drop(request, "terminal fetch");
        for (Round round : List.copyOf(request.rounds.values())) {
            if (round.running > 0
                    && rules.is(Rows.TERMINAL_FETCH_DURING_WRITE, TerminalFetchDuringWrite.WAITS_FOR_QUIESCENCE)) {
                round.demanded.clear();
                demandMet(round);
                round.closeOnTerminalFetch();
                continue;
            }
            boolean success = round.number == fetch.round() || (round.demandReceived() && round.remaining == 0);
            round.unanswered = true;
            endRound(
                    nowNanos,
                    request,
                    round,
                    Round.Event.TERMINAL_FETCHED,
                    success,
                    "terminal fetch",
                    Delivery.DEFERRED);
        }
        dropPdSupply(nowNanos, request, true, "terminal fetch");
        prune(request);
    }

    private void dropPdSupply(long nowNanos, ServerRequest request, boolean success, String reason) {
        for (Supply supply : List.copyOf(request.pdSupply.values())) {
            StoreJob job = supply.job();
            removeSupply(job, reason);
            if (!job.beingRead()) {
                jobs.settle(nowNanos, job, success, reason, Delivery.DEFERRED);
            }
            jobs.releaseIfUnread(nowNanos, job, ReleaseProof.TRANSFERS_TERMINAL);
        }
    }

    private void armDemandDeadline(long nowNanos, ServerRequest request, Round round) {
        round.demandSinceNanos = nowNanos;
        round.demandDeadline = new SessionDeadline(session, Phase.SERVER) {
            @Override
            void expire(long now) {
                onDemandDeadline(now, request, round);
            }
        };
        context.deadlines().arm(round.demandDeadline, nowNanos, rules.nanos(Rows.PARKED_DEMAND_TIMEOUT));
    }

    private void onDemandDeadline(long nowNanos, ServerRequest request, Round round) {
        if (round.ended() || round.demanded.isEmpty()) {
            return;
        }
        rules.reach(Rows.PARKED_DEMAND_TIMEOUT);
        context.trace()
                .emit(new ParkedDemandTimedOut(
                        session.peer(),
                        request.id,
                        round.number,
                        round.demanded.size(),
                        nowNanos - round.demandSinceNanos));
        round.demanded.clear();
        round.trouble();
        round.failed = true;
        endIfQuiet(nowNanos, request, round, "demand timed out");
    }

    private void demandMet(Round round) {
        if (round.demanded.isEmpty() && round.demandDeadline != null) {
            context.deadlines().disarm(round.demandDeadline);
        }
    }

    // ---- ends of rounds ------------------------------------------------------------------------------------------

    /** Ends a closing round if nothing of it runs. */
    void endIfQuiet(long nowNanos, ServerRequest request, Round round, String reason) {
        if (!round.ended() && round.closing() && round.running == 0) {
            finalizeRound(nowNanos, request, round, !round.failed && round.remaining == 0, reason);
        }
    }

    /** Ends a round, and tells the peer if it waits for it. */
    void finalizeRound(long nowNanos, ServerRequest request, Round round, boolean success, String reason) {
        finalizeRound(nowNanos, request, round, success, reason, Delivery.DEFERRED);
    }

    /** Ends a round whose write failed: the results of its other jobs are not put off. */
    void failRound(long nowNanos, ServerRequest request, Round round, String reason) {
        finalizeRound(nowNanos, request, round, false, reason, Delivery.NOW);
    }

    private void finalizeRound(
            long nowNanos, ServerRequest request, Round round, boolean success, String reason, Delivery delivery) {
        Round.Event event = round.unanswered ? Round.Event.TERMINAL_FETCHED : Round.Event.SETTLED;
        endRound(nowNanos, request, round, event, success, reason, delivery);
        prune(request);
    }

    private void endRound(
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
            outbox.send(nowNanos, new TransferDone(request.id, success, round.number));
        }
    }

    /** Takes a round that has ended out of its request: its jobs get their results, its supply goes. */
    void detach(long nowNanos, ServerRequest request, Round round, boolean success, String reason, Delivery delivery) {
        request.rounds.remove(round.number);
        round.demanded.clear();
        demandMet(round);
        for (Supply supply : round.available.values()) {
            supply.job().unsupply();
        }
        round.available.clear();
        for (StoreJob job : round.jobs) {
            if (!job.supplied()) {
                jobs.settle(nowNanos, job, success, reason, delivery);
            }
            jobs.releaseIfUnread(nowNanos, job, ReleaseProof.TRANSFERS_TERMINAL);
        }
    }

    /** The engine's request is over: demand that cannot be met any more fails. */
    void finish(long nowNanos, String id) {
        ServerRequest request = requests.get(id);
        if (request == null) {
            return;
        }
        lookups.drop(request, "request finished");
        if (!request.pdSupply.isEmpty()) {
            request.producerFinished = true;
        }
        for (Round round : List.copyOf(request.rounds.values())) {
            round.producerFinished();
            endIfQuiet(nowNanos, request, round, "producer finished");
        }
        prune(request);
    }

    // ---- what the peer says --------------------------------------------------------------------------------------

    void onLookup(long nowNanos, Lookup lookup) {
        lookups.enqueue(nowNanos, peerRequest(lookup.request()), lookup);
    }

    void onAbortFetch(long nowNanos, AbortFetch abort) {
        aborts.onAbort(nowNanos, peerRequest(abort.request()), abort.round());
    }

    // ---- the poll ------------------------------------------------------------------------------------------------

    void serve(long nowNanos, ParentTier parent) {
        lookups.serve(nowNanos, parent);
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

    ServerRequest request(String id) {
        return requests.computeIfAbsent(id, ServerRequest::new);
    }

    /**
     * The request that a peer's message opens or continues.
     *
     * @throws ProtocolViolation if the peer keeps too many open
     */
    private ServerRequest peerRequest(String id) {
        ServerRequest request = requests.get(id);
        if (request == null && requests.size() >= rules.amount(Rows.MAX_OPEN_IDS_PER_PEER)) {
            rules.reach(Rows.MAX_OPEN_IDS_PER_PEER);
            throw new ProtocolViolation("more than " + requests.size() + " request ids open");
        }
        return request(id);
    }

    @Nullable ServerRequest known(String id) {
        return requests.get(id);
    }

    private Round round(ServerRequest request, long number) {
        return request.rounds.computeIfAbsent(number, missing -> new Round(request.id, missing));
    }

    void prune(ServerRequest request) {
        if (request.idle() && requests.remove(request.id) != null) {
            session.onServerRequestIdle(request.id);
        }
    }

    boolean hasRunningWrites() {
        return writes.any();
    }

    List<Long> runningTransfers() {
        return writes.transfers();
    }

    boolean hasDrainingAborts() {
        return aborts.any();
    }

    boolean hasDeferred() {
        return jobs.hasDeferred();
    }

    boolean hasSettled() {
        return jobs.hasSettled();
    }

    boolean idle() {
        return requests.isEmpty() && lookups.idle();
    }

    /** Whether a fetch of this id is being served from pins, every block of it. */
    boolean servesPinned(String id) {
        ServerRequest request = requests.get(id);
        if (request == null) {
            return false;
        }
        for (Round round : request.rounds.values()) {
            if (round.demandReceived() && round.suppliedByLookup && round.demanded.isEmpty()) {
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
        return jobs.open().stream().anyMatch(job -> job.request.equals(id));
    }

    /** Everything that a drain must settle: pins that nobody has fetched. */
    void settleUnfetched(long nowNanos) {
        for (ServerRequest request : List.copyOf(requests.values())) {
            dropPdSupply(nowNanos, request, false, "drain");
            for (Round round : List.copyOf(request.rounds.values())) {
                if (!round.demandReceived()) {
                    endRound(nowNanos, request, round, Round.Event.ABORTED, false, "drain", Delivery.DEFERRED);
                }
            }
            prune(request);
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
        aborts.close();
        for (ServerRequest request : requests.values()) {
            dropShelf(request.pdSupply);
            for (Round round : request.rounds.values()) {
                round.demanded.clear();
                demandMet(round);
                dropShelf(round.available);
                round.end(Round.Event.SESSION_CLOSED);
            }
        }
        requests.clear();
        int failed = jobs.open().size();
        RetainedWrites retained = writes.close(nowNanos, reason);
        return new Closed(jobs.drain(), contexts, retained, failed);
    }

    private static void dropShelf(Map<BlockKey, Supply> shelf) {
        for (Supply supply : shelf.values()) {
            supply.job().unsupply();
        }
        shelf.clear();
    }

    void digest(Digest digest, long nowNanos) {
        jobs.digest(digest, nowNanos);
        long sum = 0;
        for (ServerRequest request : requests.values()) {
            Digest one = new Digest();
            request.digest(one, nowNanos);
            sum += one.value();
        }
        digest.add(sum);
        writes.digest(digest, nowNanos);
        aborts.digest(digest, nowNanos);
        lookups.digest(digest, nowNanos);
    }
}

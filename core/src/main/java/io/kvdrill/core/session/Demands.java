package io.kvdrill.core.session;

import io.kvdrill.core.profile.Choices.DuplicateKeysInFetch;
import io.kvdrill.core.profile.Choices.TerminalFetchDuringWrite;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message.Fetch;
import io.kvdrill.core.session.SessionDeadline.Phase;
import io.kvdrill.core.session.StoreJobs.Delivery;
import io.kvdrill.core.trace.ServerEvent.DemandReceived;
import io.kvdrill.core.trace.ServerEvent.ParkedDemandTimedOut;
import io.kvdrill.core.trace.ServerEvent.TerminalFetchReceived;
import java.util.List;
import java.util.Map;

/** What a peer fetches: demand that is matched with supply at once, or waits for it (protocol.md section 5). */
final class Demands {
    private final Session session;
    private final TierContext context;
    private final Rules rules;
    private final ServerRequests requests;
    private final Rounds rounds;
    private final Supplies supplies;
    private final Writes writes;
    private final LookupServer lookups;

    Demands(
            Session session,
            TierContext context,
            ServerRequests requests,
            Rounds rounds,
            Supplies supplies,
            Writes writes,
            LookupServer lookups) {
        this.session = session;
        this.context = context;
        this.rules = context.rules();
        this.requests = requests;
        this.rounds = rounds;
        this.supplies = supplies;
        this.writes = writes;
        this.lookups = lookups;
    }

    /**
     * Takes a fetch.
     *
     * @throws ProtocolViolation if the round has demand already
     */
    void onFetch(long nowNanos, Fetch fetch) {
        ServerRequest known = requests.get(fetch.request());
        Round before = known == null ? null : known.rounds.get(fetch.round());
        boolean unanswered = known != null && known.heldAnswers.containsKey(fetch.round());
        if (unanswered || (before != null && before.demandReceived())) {
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
        if (rounds.demanded() >= rules.amount(Rows.MAX_QUEUED_MESSAGES_PER_PEER)) {
            rules.reach(Rows.MAX_QUEUED_MESSAGES_PER_PEER);
            throw new ProtocolViolation("more than " + rounds.demanded() + " fetches wait");
        }
        ServerRequest request = requests.openForPeer(fetch.request());
        Round round = rounds.open(request, fetch.round());
        if (request.producerFinished && !round.suppliedByLookup) {
            round.producerFinished();
        }
        if (lookups.overtaken(request, round)) {
            round.judgedInServeWindow = true;
        }
        round.fetched(fetch.keys().size());
        rounds.onDemanded();
        Pairs pairs = match(request, round, fetch);
        context.trace()
                .emit(new DemandReceived(
                        session.peer(),
                        fetch.request(),
                        fetch.round(),
                        fetch.keys().size(),
                        pairs.size()));
        if (round.judgedInServeWindow) {
            return;
        }
        settleDemand(nowNanos, request, round, pairs);
    }

    private Pairs match(ServerRequest request, Round round, Fetch fetch) {
        Pairs pairs = new Pairs();
        for (int i = 0; i < fetch.keys().size(); i++) {
            BlockKey key = fetch.keys().get(i);
            long slot = fetch.blockIndexes().get(i);
            Supply supply = round.judgedInServeWindow ? null : supplies.take(request, round, key);
            if (supply != null) {
                pairs.add(key, supply, slot);
            } else {
                round.demanded.put(key, slot);
            }
        }
        return pairs;
    }

    private void settleDemand(long nowNanos, ServerRequest request, Round round, Pairs pairs) {
        if (round.suppliedByLookup && !round.demanded.isEmpty()) {
            rounds.settle(nowNanos, request, round, false, "a key was never confirmed");
            return;
        }
        if (!pairs.isEmpty()) {
            writes.start(nowNanos, request, round, pairs);
        }
        if (round.closing() && round.running == 0) {
            rounds.settle(nowNanos, request, round, round.remaining == 0, "producer finished");
        } else if (!round.demanded.isEmpty()) {
            armDemandDeadline(nowNanos, request, round);
        }
    }

    /** Judges a symmetric fetch that had overtaken its pins, now that its lookups were served. */
    void judgeOvertakenFetches(long nowNanos, ServerRequest request) {
        for (Round round : List.copyOf(request.rounds.values())) {
            if (!round.judgedInServeWindow || lookups.overtaken(request, round)) {
                continue;
            }
            round.judgedInServeWindow = false;
            Pairs pairs = new Pairs();
            for (Map.Entry<BlockKey, Long> wanted : List.copyOf(round.demanded.entrySet())) {
                Supply supply = supplies.take(request, round, wanted.getKey());
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
                rounds.demandMet(round);
                round.closeOnTerminalFetch();
                continue;
            }
            round.unanswered = true;
            rounds.end(
                    nowNanos,
                    request,
                    round,
                    Round.Event.TERMINAL_FETCHED,
                    round.number == fetch.round(),
                    "terminal fetch",
                    Delivery.DEFERRED);
        }
        supplies.dropPdSupply(nowNanos, request, true, "terminal fetch");
        requests.prune(request);
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
        rounds.endIfQuiet(nowNanos, request, round, "demand timed out");
    }
}

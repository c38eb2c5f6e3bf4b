package io.kvdrill.core.session;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.profile.Choices.EarlySymmetricFetch;
import io.kvdrill.core.profile.Choices.LookupResponseRound;
import io.kvdrill.core.profile.Choices.StoreTimeoutSupply;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message.Lookup;
import io.kvdrill.core.protocol.Message.LookupResponse;
import io.kvdrill.core.session.SessionDeadline.Phase;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.ParentTier;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.trace.ServerEvent.HitsPinned;
import io.kvdrill.core.trace.ServerEvent.LookupAnswered;
import io.kvdrill.core.trace.ServerEvent.LookupDropped;
import io.kvdrill.core.trace.ServerEvent.LookupEnqueued;
import io.kvdrill.core.trace.ServerEvent.LookupPendingTimedOut;
import io.kvdrill.core.trace.ServerEvent.ParentAsked;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Answers a peer's lookups from the engine's cache, one serve window at a time (protocol.md section 5.3). Each lookup has
 * a context of its own with the parent; keys that hit are pinned at once, and the answer goes out when none is pending.
 */
final class LookupServer {

    /** One lookup of the peer, from its arrival to its answer. */
    private static final class Served {
        final long number;
        final ServerRequest request;
        final Lookup lookup;
        final long arrivedNanos;
        final Map<BlockKey, Boolean> resolved = new LinkedHashMap<>();
        final Map<BlockKey, LookupOutcome> pending = new LinkedHashMap<>();
        final Map<BlockKey, StoreJob> pins = new LinkedHashMap<>();

        @Nullable RequestContext context;

        @Nullable SessionDeadline deadline;

        Served(long number, ServerRequest request, Lookup lookup, long arrivedNanos) {
            this.number = number;
            this.request = request;
            this.lookup = lookup;
            this.arrivedNanos = arrivedNanos;
        }
    }

    private final Session session;
    private final TierContext tier;
    private final Rules rules;
    private final Outbox outbox;
    private final Supplies supplies;
    private final ServerRequests requests;
    private final List<Served> waiting = new ArrayList<>();
    private final List<Served> parked = new ArrayList<>();
    private final List<RequestContext> finishOwed = new ArrayList<>();
    private long numbers;

    LookupServer(Session session, TierContext tier, Outbox outbox, Supplies supplies, ServerRequests requests) {
        this.session = session;
        this.tier = tier;
        this.rules = tier.rules();
        this.outbox = outbox;
        this.supplies = supplies;
        this.requests = requests;
    }

    /**
     * Takes a lookup; the next serve window looks at it.
     *
     * @throws ProtocolViolation if too many of the peer's wait
     */
    void enqueue(long nowNanos, ServerRequest request, Lookup lookup) {
        if (waiting.size() + parked.size() >= rules.amount(Rows.MAX_QUEUED_MESSAGES_PER_PEER)) {
            rules.reach(Rows.MAX_QUEUED_MESSAGES_PER_PEER);
            throw new ProtocolViolation("more than " + (waiting.size() + parked.size()) + " lookups wait");
        }
        Served entry = new Served(++numbers, request, lookup, nowNanos);
        waiting.add(entry);
        request.lookups++;
        tier.trace()
                .emit(new LookupEnqueued(
                        session.peer(),
                        request.id,
                        entry.number,
                        lookup.round(),
                        lookup.keys().size()));
        session.wakeForServe();
    }

    /** Drops what waits or is parked for a request, unanswered. */
    void drop(ServerRequest request, String reason) {
        if (request.lookups == 0) {
            return;
        }
        dropFrom(waiting, request, reason);
        dropFrom(parked, request, reason);
    }

    /** Answers what waits or is parked for a request with misses only: no serve window will look at it. */
    void refuse(long nowNanos, ServerRequest request) {
        if (request.lookups == 0) {
            return;
        }
        List<Served> refused = new ArrayList<>();
        for (List<Served> entries : List.of(waiting, parked)) {
            for (Served entry : entries) {
                if (entry.request == request) {
                    refused.add(entry);
                }
            }
        }
        for (Served entry : refused) {
            waiting.remove(entry);
            parked.remove(entry);
            disarm(entry);
            entry.resolved.clear();
            answer(nowNanos, entry);
            if (entry.context != null) {
                finishOwed.add(entry.context);
                session.wakeForServe();
            }
        }
    }

    private void dropFrom(List<Served> entries, ServerRequest request, String reason) {
        for (Served entry : List.copyOf(entries)) {
            if (entry.request == request) {
                entries.remove(entry);
                request.lookups--;
                disarm(entry);
                tier.trace().emit(new LookupDropped(session.peer(), request.id, entry.number, reason));
                if (entry.context != null) {
                    finishOwed.add(entry.context);
                    session.wakeForServe();
                }
            }
        }
    }

    /**
     * Whether a fetch of this round has come before a lookup of the same round was answered, so that its supply may still
     * be pinned.
     */
    boolean overtaken(ServerRequest request, Round round) {
        return request.lookups > 0
                && (anyOf(waiting, request, round) || anyOf(parked, request, round))
                && rules.is(Rows.EARLY_SYMMETRIC_FETCH, EarlySymmetricFetch.JUDGED_IN_SERVE_WINDOW);
    }

    private static boolean anyOf(List<Served> entries, ServerRequest request, Round round) {
        for (Served entry : entries) {
            if (entry.request == request && entry.lookup.round() == round.number) {
                return true;
            }
        }
        return false;
    }

    // ---- the serve window ----------------------------------------------------------------------------------------

    /** Serves what waits and what is parked; answers the requests that it did something for. */
    List<ServerRequest> serve(long nowNanos, ParentTier parent) {
        Set<ServerRequest> served = new LinkedHashSet<>();
        List<Served> arrived = List.copyOf(waiting);
        waiting.clear();
        for (Served entry : arrived) {
            begin(nowNanos, entry, parent);
            served.add(entry.request);
        }
        for (Served entry : List.copyOf(parked)) {
            if (parked.contains(entry) && resume(nowNanos, entry, parent)) {
                served.add(entry.request);
            }
        }
        for (RequestContext context : List.copyOf(finishOwed)) {
            parent.requestFinished(context);
        }
        finishOwed.clear();
        if (!parked.isEmpty()) {
            session.joinNextServe();
        }
        return List.copyOf(served);
    }

    private void begin(long nowNanos, Served entry, ParentTier parent) {
        RequestContext context =
                new RequestContext("p2p:" + session.peer() + ":" + entry.request.id + ":lu" + (entry.number - 1), null);
        entry.context = context;
        parent.newRequest(context);
        for (BlockKey key : entry.lookup.keys()) {
            entry.pending.put(key, LookupOutcome.RETRY);
        }
        ask(nowNanos, entry, context, parent, true);
        if (entry.pending.isEmpty()) {
            complete(nowNanos, entry, parent);
            return;
        }
        parked.add(entry);
        entry.deadline = new SessionDeadline(session, Phase.SERVE_WINDOW) {
            @Override
            void expire(long now) {
                // The serve window looks at the age itself: a hit in it wins over the deadline.
                session.wakeForServe();
            }
        };
        long left = rules.nanos(Rows.LOOKUP_PENDING_TIMEOUT) - (nowNanos - entry.arrivedNanos);
        tier.deadlines().armAt(entry.deadline, nowNanos + Math.max(0, left));
    }

    /** Asks again for what pends; answers whether the lookup is answered now. */
    private boolean resume(long nowNanos, Served entry, ParentTier parent) {
        RequestContext context = entry.context;
        if (context == null) {
            return false;
        }
        ask(nowNanos, entry, context, parent, false);
        long age = nowNanos - entry.arrivedNanos;
        if (!entry.pending.isEmpty() && age >= rules.nanos(Rows.LOOKUP_PENDING_TIMEOUT)) {
            rules.reach(Rows.LOOKUP_PENDING_TIMEOUT);
            tier.trace()
                    .emit(new LookupPendingTimedOut(
                            session.peer(), entry.request.id, entry.number, entry.pending.size(), age));
            for (BlockKey key : entry.pending.keySet()) {
                entry.resolved.put(key, false);
            }
            entry.pending.clear();
        }
        if (!entry.pending.isEmpty()) {
            return false;
        }
        parked.remove(entry);
        disarm(entry);
        complete(nowNanos, entry, parent);
        return true;
    }

    /** Asks for every pending key once, and pins those that hit. */
    private void ask(long nowNanos, Served entry, RequestContext context, ParentTier parent, boolean firstTime) {
        List<BlockKey> hits = new ArrayList<>();
        for (BlockKey key : List.copyOf(entry.pending.keySet())) {
            LookupOutcome outcome = parent.lookup(key, context);
            LookupOutcome before = entry.pending.get(key);
            if (firstTime || outcome != before) {
                tier.trace().emit(new ParentAsked(session.peer(), entry.request.id, entry.number, key, outcome));
            }
            switch (outcome) {
                case HIT -> {
                    entry.pending.remove(key);
                    hits.add(key);
                }
                case MISS -> {
                    entry.pending.remove(key);
                    entry.resolved.put(key, false);
                }
                case HIT_PENDING, RETRY -> entry.pending.put(key, outcome);
            }
        }
        if (!hits.isEmpty()) {
            pin(nowNanos, entry, context, parent, hits);
        }
    }

    private void pin(long nowNanos, Served entry, RequestContext context, ParentTier parent, List<BlockKey> hits) {
        TransferJob job = parent.createStoreJob(hits, context);
        for (BlockKey key : hits) {
            entry.resolved.put(key, false);
        }
        tier.trace()
                .emit(new HitsPinned(
                        session.peer(),
                        entry.request.id,
                        entry.number,
                        job.id(),
                        entry.lookup.round(),
                        job.keys(),
                        job.slots()));
        StoreJob pinned = supplies.pin(nowNanos, entry.request.id, entry.lookup.round(), job);
        for (BlockKey key : job.keys()) {
            entry.resolved.put(key, true);
            entry.pins.put(key, pinned);
        }
    }

    /** A pin may have expired while other keys of the same lookup were pending. */
    private boolean stillPinned(Served entry, BlockKey key) {
        StoreJob pin = entry.pins.get(key);
        boolean released = pin != null && pin.reported() && !pin.held();
        return !released || !rules.is(Rows.STORE_TIMEOUT_SUPPLY, StoreTimeoutSupply.REMOVE);
    }

    private void complete(long nowNanos, Served entry, ParentTier parent) {
        answer(nowNanos, entry);
        if (entry.context != null) {
            parent.requestFinished(entry.context);
        }
        requests.prune(entry.request);
    }

    private void answer(long nowNanos, Served entry) {
        entry.request.lookups--;
        List<BlockKey> keys = entry.lookup.keys();
        if (!keys.isEmpty()) {
            List<Boolean> hits = new ArrayList<>();
            int count = 0;
            for (BlockKey key : keys) {
                boolean hit = Boolean.TRUE.equals(entry.resolved.get(key)) && stillPinned(entry, key);
                hits.add(hit);
                count += hit ? 1 : 0;
            }
            tier.trace()
                    .emit(new LookupAnswered(
                            session.peer(),
                            entry.request.id,
                            entry.number,
                            entry.lookup.round(),
                            count,
                            keys.size() - count,
                            nowNanos - entry.arrivedNanos));
            Long round = rules.is(Rows.LOOKUP_RESPONSE_ROUND, LookupResponseRound.OPTIONAL)
                    ? Long.valueOf(entry.lookup.round())
                    : null;
            outbox.send(nowNanos, new LookupResponse(entry.request.id, keys, hits, round));
        }
    }

    private void disarm(Served entry) {
        if (entry.deadline != null) {
            tier.deadlines().disarm(entry.deadline);
        }
    }

    // ---- state ---------------------------------------------------------------------------------------------------

    boolean idle() {
        return waiting.isEmpty() && parked.isEmpty() && finishOwed.isEmpty();
    }

    /** Ends it; answers the contexts that are still owed their end. */
    List<RequestContext> close() {
        List<RequestContext> owed = new ArrayList<>();
        for (Served entry : parked) {
            disarm(entry);
            if (entry.context != null) {
                owed.add(entry.context);
            }
        }
        owed.addAll(finishOwed);
        return owed;
    }

    void digest(Digest digest, long nowNanos) {
        for (List<Served> entries : List.of(waiting, parked)) {
            for (Served entry : entries) {
                digest.add(entry.request.id).add(entry.lookup.round()).add(nowNanos - entry.arrivedNanos);
                entry.lookup.keys().forEach(digest::add);
                for (BlockKey key : entry.lookup.keys()) {
                    digest.add(String.valueOf(entry.resolved.get(key))).add(String.valueOf(entry.pending.get(key)));
                }
            }
        }
        digest.add((long) finishOwed.size());
    }
}

package io.kvdrill.core.session;

import io.kvdrill.core.profile.Choices.LookupResponseRound;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message.Lookup;
import io.kvdrill.core.protocol.Message.LookupResponse;
import io.kvdrill.core.session.ClientRequest.Answer;
import io.kvdrill.core.session.SessionDeadline.Phase;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.trace.ClientEvent.LookupTimedOut;
import io.kvdrill.core.trace.ClientEvent.ProbeRegistered;
import io.kvdrill.core.trace.ClientEvent.ProbeResolved;
import io.kvdrill.core.trace.ClientEvent.ProbesDropped;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a session asks its peer for, and what the peer has answered (protocol.md section 4). */
final class Probes {
    private final Session session;
    private final TierContext context;
    private final Rules rules;
    private final Outbox outbox;
    private final ClientRequests requests;
    private Set<ClientRequest> unflushed = new LinkedHashSet<>();

    Probes(Session session, TierContext context, Outbox outbox, ClientRequests requests) {
        this.session = session;
        this.context = context;
        this.rules = context.rules();
        this.outbox = outbox;
        this.requests = requests;
    }

    /** The request is over: whatever is unanswered will not be asked for again. */
    void drop(ClientRequest request) {
        if (request.unanswered() > 0) {
            context.trace().emit(new ProbesDropped(session.peer(), request.id, request.unanswered()));
        }
        request.clearProbes();
        request.dropUnsent();
        request.forgetOutstanding();
        disarmProgress(request);
    }

    /** Registers or looks up a probe. */
    LookupOutcome probe(String id, BlockKey key) {
        ClientRequest request = requests.open(id);
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
        Set<ClientRequest> due = unflushed;
        unflushed = new LinkedHashSet<>();
        for (ClientRequest request : due) {
            if (request.hasUnsent()) {
                List<BlockKey> keys = request.takeUnsent();
                request.lookupOpen = true;
                outbox.send(nowNanos, new Lookup(request.id, keys, requests.currentRound(request)));
            }
        }
    }

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
        requests.prune(request);
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

    /** Stops waiting for answers. */
    void disarmProgress(ClientRequest request) {
        if (request.progressDeadline != null) {
            context.deadlines().disarm(request.progressDeadline);
        }
    }

    private void onNoProgress(long nowNanos, ClientRequest request) {
        rules.reach(Rows.LOOKUP_PROGRESS_TIMEOUT);
        context.trace()
                .emit(new LookupTimedOut(
                        session.peer(), request.id, request.unanswered(), nowNanos - request.progressSinceNanos));
        session.lifecycle().giveUp(nowNanos, "lookups of request " + request.id + " made no progress");
    }
}

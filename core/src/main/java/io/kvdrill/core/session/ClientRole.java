package io.kvdrill.core.session;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.profile.Choices.UnconfirmedKeyInFetch;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.Message.Fetch;
import io.kvdrill.core.protocol.Message.Lookup;
import io.kvdrill.core.protocol.Message.LookupResponse;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.TierFailure;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.tier.TierResult.JobFinished;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import io.kvdrill.core.trace.ClientEvent.LoadRefused;
import java.util.ArrayList;
import java.util.List;

/**
 * The client role of a session: it asks the peer which blocks it has, and fetches them (protocol.md section 4). {@link
 * Probes} does the asking, {@link Loads} the fetching.
 */
final class ClientRole {
    private final Session session;
    private final TierContext context;
    private final Rules rules;
    private final Outbox outbox;
    private final ClientRequests requests;
    private final Probes probes;
    private final Loads loads;

    ClientRole(Session session, TierContext context, Outbox outbox) {
        this.session = session;
        this.context = context;
        this.rules = context.rules();
        this.outbox = outbox;
        this.requests = new ClientRequests(rules);
        this.probes = new Probes(session, context, outbox, requests);
        this.loads = new Loads(session, context, outbox, requests);
    }

    /** Registers or looks up a probe. */
    LookupOutcome probe(String id, BlockKey key) {
        return probes.probe(id, key);
    }

    /** Sends what was probed since the last call, one lookup for each request. */
    void flushLookups(long nowNanos) {
        probes.flushLookups(nowNanos);
    }

    /**
     * Fetches blocks. A request that was probed may fetch only what the peer has confirmed.
     *
     * @throws TierFailure if it does not, under older rules
     */
    void load(long nowNanos, String id, TransferJob job, LoadMode mode) {
        ClientRequest request = requests.open(id);
        boolean unconfirmed = mustBeConfirmed(request, mode) && !request.confirmed(job.keys());
        if (unconfirmed && rules.is(Rows.UNCONFIRMED_KEY_IN_FETCH, UnconfirmedKeyInFetch.REFUSED_BEFORE_SEND)) {
            context.trace()
                    .emit(new LoadRefused(
                            session.peer(), id, job.id(), "it names a key that the peer did not confirm"));
            loads.settle(new JobFinished(job.id(), Direction.LOAD, false, false), id);
            requests.prune(request);
            return;
        }
        long round = requests.currentRound(request);
        request.nextRound();
        request.lookupOpen = false;
        loads.start(nowNanos, request, job, mode, round);
        request.clearProbes();
        probes.disarmProgress(request);
        if (unconfirmed) {
            throw new TierFailure(
                    TierFailure.Kind.INVARIANT,
                    "fetch of request " + id + " names a key that the peer did not confirm");
        }
    }

    /**
     * Whether the peer must have confirmed what is fetched: where anything was probed; and, where such loads are refused,
     * wherever the request asks first, though another one under the same id has used the answers up.
     */
    private boolean mustBeConfirmed(ClientRequest request, LoadMode mode) {
        return request.probed
                || (mode == LoadMode.SYMMETRIC
                        && rules.profile().choice(Rows.UNCONFIRMED_KEY_IN_FETCH)
                                == UnconfirmedKeyInFetch.REFUSED_BEFORE_SEND);
    }

    /** The engine's request is over. Aborts leave before the terminal fetch. */
    void finish(long nowNanos, String id) {
        ClientRequest request = requests.get(id);
        if (request == null) {
            return;
        }
        for (Load load : List.copyOf(request.loads.values())) {
            if (load.live()) {
                loads.finish(nowNanos, request, load);
            }
        }
        if (request.lookupOpen) {
            request.lookupOpen = false;
            outbox.send(nowNanos, new Fetch(id, List.of(), SlotList.empty(), requests.currentRound(request)));
        }
        probes.drop(request);
        requests.prune(request);
    }

    // ---- what the peer says --------------------------------------------------------------------------------------

    void onLookupResponse(long nowNanos, LookupResponse response) {
        probes.onLookupResponse(nowNanos, response);
    }

    void onTransferDone(long nowNanos, Message.TransferDone done) {
        loads.onTransferDone(nowNanos, done);
    }

    void onAbortAck(long nowNanos, Message.AbortAck ack) {
        loads.onAbortAck(nowNanos, ack);
    }

    void onLookupSent(long nowNanos, Lookup lookup) {
        probes.onLookupSent(nowNanos, lookup);
    }

    // ---- end of the session --------------------------------------------------------------------------------------

    /** Loads that have not ended; some may still hold slots after their results. */
    record Closed(List<Settled> results, List<String> failedRequests, List<HeldLoad> held, int failedLoads) {}

    Closed close(long nowNanos, String reason) {
        List<String> failedRequests = new ArrayList<>();
        List<HeldLoad> held = new ArrayList<>();
        int failed = 0;
        for (ClientRequest request : requests.all()) {
            if (request.hasLiveLoad() || request.unanswered() > 0) {
                failedRequests.add(request.id);
            }
            for (Load load : request.loads.values()) {
                failed += load.live() ? 1 : 0;
                loads.close(nowNanos, load, reason, held);
            }
            probes.disarmProgress(request);
        }
        return new Closed(loads.drain(), failedRequests, held, failed);
    }

    // ---- state ---------------------------------------------------------------------------------------------------

    boolean hasActiveLoads() {
        return loads.hasActiveLoads();
    }

    /** Ids that something is asked, wanted or held of. */
    int size() {
        return requests.size();
    }

    /** Whether nothing is asked, wanted or held. */
    boolean idle() {
        return requests.isEmpty();
    }

    List<Settled> drain() {
        return loads.drain();
    }

    void digest(Digest digest, long nowNanos) {
        requests.digest(digest, nowNanos);
        loads.digest(digest);
    }
}

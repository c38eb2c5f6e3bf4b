package io.kvdrill.core.manager;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.manager.TransferParams.Destination;
import io.kvdrill.core.manager.TransferParams.Source;
import io.kvdrill.core.profile.Choices.FailureDomain;
import io.kvdrill.core.profile.Choices.FinishOfCombinedRequest;
import io.kvdrill.core.profile.Choices.Incarnation;
import io.kvdrill.core.profile.Choices.LookupWhileHandshaking;
import io.kvdrill.core.profile.Choices.PeerIdentity;
import io.kvdrill.core.profile.Choices.ProducerPolicy;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.session.Session;
import io.kvdrill.core.session.TierContext;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.ParentTier;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.core.tier.StorePolicy;
import io.kvdrill.core.tier.TierFailure;
import io.kvdrill.core.tier.TierResult;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.tier.TierResult.JobFinished;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.time.Deadlines;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import io.kvdrill.core.trace.ClientEvent.LoadRefused;
import io.kvdrill.core.trace.ManagerEvent.JobSubmitted;
import io.kvdrill.core.trace.ManagerEvent.RequestClosed;
import io.kvdrill.core.trace.ManagerEvent.RequestOpened;
import io.kvdrill.core.trace.ManagerEvent.TransferParamsRefused;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.SendFailedException;
import io.kvdrill.core.transport.WriteFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * vLLM's peer-to-peer secondary tier: owns one bidirectional session per peer, and decides which of them a request's work
 * goes to (protocol.md section 6). What it does differs by profile; {@link io.kvdrill.core.profile.Rows} lists how.
 *
 * <p>Single-threaded, without a clock, thread or socket of its own.
 */
public final class TierManager implements SecondaryTier {
    private final TierConfig config;
    private final Rules rules;
    private final DataTransport data;
    private final TraceSink trace;
    private final @Nullable Long epoch;
    private final Deadlines deadlines = new Deadlines();
    private final LiveRequests requests = new LiveRequests();
    private final FinishedJobs finished;
    private final FailedRequests failed;
    private final SessionTable sessions;
    private final RetiredSessions retired;
    private final Epochs epochs;
    private final Reconnects reconnects;
    private final StoreRouter stores;
    private final SessionOpener opener;
    private final Sweep sweep;
    private final Draining draining;
    private final List<RequestContext> contextsOwed = new ArrayList<>();
    private @Nullable TierContext context;
    private long lastNowNanos = Long.MIN_VALUE;

    /** A tier on these transports, which it owns from now on. */
    public TierManager(
            TierConfig config,
            Rules rules,
            ControlTransport control,
            DataTransport data,
            RandomSource random,
            TraceSink trace) {
        this.config = config;
        this.rules = rules;
        this.data = data;
        this.trace = trace;
        this.epoch = rules.profile().choice(Rows.INCARNATION) == Incarnation.OPTIONAL
                ? Long.valueOf(random.nextLong())
                : null;
        this.finished = new FinishedJobs(trace);
        this.failed = new FailedRequests(rules, requests, trace);
        this.retired = new RetiredSessions(rules, data, trace);
        this.epochs = new Epochs(rules, deadlines, trace);
        this.reconnects = new Reconnects(rules, deadlines, random, trace);
        this.stores = new StoreRouter(rules, deadlines, trace, requests, failed, finished::report);
        IdlePeers idle = new IdlePeers(rules, deadlines);
        SessionOutcomes outcomes = new SessionOutcomes(finished, failed, stores, contextsOwed::addAll);
        this.sessions = new SessionTable(this::context, outcomes, idle, epochs, reconnects, retired);
        Reaper reaper = new Reaper(rules, trace, sessions, idle, reconnects);
        this.opener = new SessionOpener(config.localId(), rules, trace, control, sessions, reaper, reconnects);
        this.sweep = new Sweep(deadlines, control, data, sessions, opener, reaper);
        this.draining = new Draining(rules, trace, sessions, stores, retired, control, data);
    }

    /** The hash seed is asked for when it is first needed: the engine may not have settled it before. */
    private TierContext context() {
        if (context == null) {
            context = new TierContext(
                    config.localId(),
                    config.fingerprint(),
                    config.hashSeed().get(),
                    epoch,
                    domain(),
                    rules,
                    deadlines,
                    data,
                    trace);
        }
        return context;
    }

    /** Announced only where it means something to us: a peer that ignores domains has none. */
    private @Nullable String domain() {
        boolean announced = !config.failureDomain().isEmpty()
                && rules.profile().choice(Rows.FAILURE_DOMAIN) == FailureDomain.SHARED_FATE;
        return announced ? config.failureDomain() : null;
    }

    // ---- requests ------------------------------------------------------------------------------------------------

    @Override
    public StorePolicy onNewRequest(long nowNanos, RequestContext request) {
        observe(nowNanos);
        TransferParams params = parse(request);
        requests.open(request, params);
        Source source = params.source();
        Destination destination = params.destination();
        trace.emit(new RequestOpened(
                request.requestId(),
                source == null ? "" : source.request(),
                source == null ? "" : source.peer(),
                source != null && source.symmetric(),
                destination == null ? "" : Objects.requireNonNullElse(destination.request(), "")));
        if (source != null && opener.getOrDial(nowNanos, source.peer()) == null) {
            failed.mark(source.request(), "no session with " + source.peer());
        }
        boolean produces = destination != null && destination.request() != null;
        return produces && rules.is(Rows.PRODUCER_POLICY, ProducerPolicy.REQUEST_LEVEL)
                ? StorePolicy.REQUEST_LEVEL
                : StorePolicy.BLOCK_LEVEL;
    }

    private TransferParams parse(RequestContext request) {
        try {
            TransferParams params = TransferParams.parse(request.kvTransferParams());
            return rules.is(Rows.PEER_IDENTITY, PeerIdentity.REFUSED_WITH_REASON) ? params.withCanonicalPeer() : params;
        } catch (TransferParams.Malformed malformed) {
            String reason = String.valueOf(malformed.getMessage());
            trace.emit(new TransferParamsRefused(request.requestId(), reason));
            if (rules.is(Rows.PEER_IDENTITY, PeerIdentity.ERRORS_ESCAPE)) {
                throw new TierFailure(TierFailure.Kind.INTERNAL, reason);
            }
            return TransferParams.NONE;
        }
    }

    @Override
    public LookupOutcome lookup(long nowNanos, BlockKey key, RequestContext request) {
        observe(nowNanos);
        Source source = requests.of(request).source();
        if (source == null || failed.contains(source.request())) {
            return LookupOutcome.MISS;
        }
        Session session = sessions.get(source.peer());
        if (source.symmetric()) {
            return session == null ? LookupOutcome.MISS : session.lookup(source.request(), key);
        }
        boolean ready = session != null && session.ready();
        if (!ready && rules.is(Rows.LOOKUP_WHILE_HANDSHAKING, LookupWhileHandshaking.MISS)) {
            return LookupOutcome.MISS;
        }
        return LookupOutcome.HIT;
    }

    @Override
    public void submitStore(long nowNanos, TransferJob job, RequestContext request) {
        observe(nowNanos);
        Destination destination = requests.of(request).destination();
        traceSubmitted(job, Direction.STORE, destination == null ? null : destination.request());
        guardTransports(() -> stores.submit(nowNanos, job, destination));
    }

    @Override
    public void submitLoad(long nowNanos, TransferJob job, RequestContext request) {
        observe(nowNanos);
        Source source = requests.of(request).source();
        traceSubmitted(job, Direction.LOAD, source == null ? null : source.request());
        if (source == null) {
            finished.report(new JobFinished(job.id(), Direction.LOAD, false, false));
            return;
        }
        if (job.keys().isEmpty()) {
            finished.report(new JobFinished(job.id(), Direction.LOAD, true, false));
            return;
        }
        Session session = sessions.get(source.peer());
        if (session == null) {
            String reason = "no session with " + source.peer();
            trace.emit(new LoadRefused(source.peer(), source.request(), job.id(), reason));
            finished.report(new JobFinished(job.id(), Direction.LOAD, false, false));
            failed.mark(source.request(), reason);
            return;
        }
        session.load(nowNanos, source.request(), job, source.symmetric() ? LoadMode.SYMMETRIC : LoadMode.PD);
    }

    private void traceSubmitted(TransferJob job, Direction direction, @Nullable String request) {
        trace.emit(new JobSubmitted(
                job.id(), direction, Objects.requireNonNullElse(request, ""), job.keys(), job.slots()));
    }

    @Override
    public void onRequestFinished(long nowNanos, RequestContext request) {
        observe(nowNanos);
        TransferParams params = requests.close(request);
        trace.emit(new RequestClosed(request.requestId()));
        Source source = params.source();
        String destination =
                params.destination() == null ? null : params.destination().request();
        if (source != null) {
            failed.clear(source.request());
            finishSource(nowNanos, source, destination);
            return;
        }
        if (destination != null) {
            failed.clear(destination);
            stores.finishProducer(nowNanos, destination, true);
        }
    }

    private void finishSource(long nowNanos, Source source, @Nullable String destination) {
        Session session = sessions.get(source.peer());
        if (destination == null) {
            if (session != null) {
                session.finish(nowNanos, source.request());
            }
            return;
        }
        boolean both = rules.is(Rows.FINISH_OF_COMBINED_REQUEST, FinishOfCombinedRequest.BOTH_SIDES);
        if (session != null) {
            session.finish(nowNanos, source.request());
        }
        if (both) {
            stores.finishProducer(nowNanos, destination, false);
        }
    }

    // ---- the step ------------------------------------------------------------------------------------------------

    @Override
    public void onScheduleEnd(long nowNanos) {
        observe(nowNanos);
        List<Session> ends = sessions.work().takeScheduleEnds();
        for (int i = 0; i < ends.size(); i++) {
            ends.get(i).flushLookups(nowNanos);
        }
    }

    @Override
    public void serveExternalRequests(long nowNanos, ParentTier parent) {
        observe(nowNanos);
        if (!contextsOwed.isEmpty()) {
            List<RequestContext> owed = List.copyOf(contextsOwed);
            contextsOwed.clear();
            owed.forEach(parent::requestFinished);
        }
        List<Session> serves = sessions.work().takeServes();
        for (int i = 0; i < serves.size(); i++) {
            Session session = serves.get(i);
            guardTransports(() -> session.serve(nowNanos, parent));
        }
    }

    @Override
    public List<TierResult> getFinishedJobs(long nowNanos) {
        sweep(nowNanos);
        return finished.take();
    }

    /** One sweep (protocol.md section 6.3). Allocates nothing where there is nothing to do. */
    void sweep(long nowNanos) {
        observe(nowNanos);
        try {
            sweep.run(nowNanos);
        } catch (WriteFailedException | SendFailedException failure) {
            throw asTierFailure(failure);
        }
    }

    @Override
    public boolean hasPendingWork() {
        return true;
    }

    @Override
    public long nextDeadlineNanos() {
        if (sessions.work().anyDue() || sweep.cutShort() || !finished.isEmpty() || !contextsOwed.isEmpty()) {
            return lastNowNanos;
        }
        return deadlines.nextNanos();
    }

    @Override
    public StepOutcome drainStep(long nowNanos) {
        return draining.drainStep(nowNanos, () -> sweep(nowNanos));
    }

    @Override
    public StepOutcome shutdownStep(long nowNanos) {
        observe(nowNanos);
        StepOutcome outcome = draining.shutdownStep(nowNanos);
        if (outcome == StepOutcome.DONE) {
            failed.clearAll();
            contextsOwed.clear();
        }
        return outcome;
    }

    private void observe(long nowNanos) {
        if (nowNanos < lastNowNanos) {
            throw new TierFailure(
                    TierFailure.Kind.INVALID_ARGUMENT,
                    "time went back from " + lastNowNanos + " to " + nowNanos + " ns");
        }
        lastNowNanos = nowNanos;
    }

    /** Where the profile lets a transport's exception pass, it reaches the engine as a failure of the tier. */
    private static void guardTransports(Runnable work) {
        try {
            work.run();
        } catch (WriteFailedException | SendFailedException failure) {
            throw asTierFailure(failure);
        }
    }

    private static TierFailure asTierFailure(RuntimeException failure) {
        return new TierFailure(
                failure instanceof WriteFailedException ? TierFailure.Kind.WRITE_THREW : TierFailure.Kind.SEND_FAILED,
                String.valueOf(failure.getMessage()));
    }

    // ---- state ---------------------------------------------------------------------------------------------------

    /** The peers that it has a session with, in the order in which the sessions were opened. */
    public List<String> peers() {
        return sessions.all().stream().map(Session::peer).toList();
    }

    /** How much it keeps. */
    public MapSizes sizes() {
        return new MapSizes(
                sessions.size(),
                stores.bindings(),
                stores.parkedIds(),
                failed.size(),
                stores.reapedIds(),
                requests.size(),
                retired.size(),
                epochs.size(),
                reconnects.size(),
                sessions.all().stream().mapToInt(Session::clientRequests).sum(),
                sessions.all().stream().mapToInt(Session::serverRequests).sum());
    }

    /** The rules it follows, with the rows that mattered so far. */
    public Rules rules() {
        return rules;
    }

    @Override
    public long stateDigest(long nowNanos) {
        Digest digest = new Digest();
        sessions.digest(digest, nowNanos);
        stores.digest(digest, nowNanos);
        failed.digest(digest);
        requests.digest(digest);
        retired.digest(digest);
        epochs.digest(digest, nowNanos);
        reconnects.digest(digest, nowNanos);
        finished.digest(digest);
        contextsOwed.forEach(owed -> digest.add(owed.requestId()));
        draining.digest(digest, nowNanos);
        return digest.value();
    }
}

package io.kvdrill.core.session;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.profile.Choices.LookupWhileHandshaking;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.Message.Connect;
import io.kvdrill.core.protocol.Message.Lookup;
import io.kvdrill.core.protocol.Payload;
import io.kvdrill.core.session.SessionDeadline.Phase;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.ParentTier;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.time.Deadline;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.core.transport.SendFailedException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One bidirectional session with one peer (protocol.md section 3), as the manager that owns and polls it sees it. {@link
 * SessionLifecycle} connects and ends it, {@link Dispatcher} handles what the peer sends, {@link ClientRole} loads from
 * the peer, {@link ServerRole} writes to it. Single-threaded.
 */
public final class Session {
    private final String peer;
    private final long number;
    private final TierContext context;
    private final Rules rules;
    private final SessionHost host;
    private final Outbox outbox;
    private final SessionLifecycle lifecycle;
    private final ClientRole client;
    private final ServerRole server;
    private final PeerHandshake handshake;
    private final Dispatcher dispatcher;
    private final DueDeadlines due = new DueDeadlines();
    private final List<Payload> inbox = new ArrayList<>();
    private long lastActivityNanos;

    /** A session without a connection: it takes stores until {@link #attach}. */
    public Session(String peer, long number, long nowNanos, TierContext context, SessionHost host) {
        this.peer = peer;
        this.number = number;
        this.context = context;
        this.rules = context.rules();
        this.host = host;
        this.lastActivityNanos = nowNanos;
        this.outbox = new Outbox(this, context);
        this.lifecycle = new SessionLifecycle(this, context, host, outbox);
        this.client = new ClientRole(this, context, outbox);
        this.server = new ServerRole(this, context, outbox);
        this.handshake = new PeerHandshake(this, context, host, outbox, lifecycle);
        this.dispatcher = new Dispatcher(this, context, lifecycle, handshake, outbox, client, server);
    }

    // ---- connection ----------------------------------------------------------------------------------------------

    /**
     * Gives the session its connection, and announces ourselves.
     *
     * @throws IllegalStateException if it has one
     * @throws SendFailedException if the announcement fails, under older rules
     */
    public void attach(long nowNanos, Connection newConnection, boolean weDialled) {
        lifecycle.attach(nowNanos, newConnection, weDialled);
    }

    /** Whether it can send and be sent to; true without a connection, too. */
    public boolean alive() {
        return lifecycle.alive();
    }

    /** Whether the next reap closes it. */
    public boolean dead() {
        return lifecycle.dead();
    }

    /** Whether it has a connection, alive or not. */
    public boolean connected() {
        return lifecycle.connected();
    }

    /** Whether the peer has acknowledged our connect. */
    public boolean ready() {
        return lifecycle.ready();
    }

    /** Why it died; empty if it has not. */
    public String deathReason() {
        return lifecycle.deathReasonOr(dead() ? "connection lost" : "");
    }

    /** Whether its data path is to blame for its death. */
    public boolean faulted() {
        return lifecycle.faulted();
    }

    /**
     * Whether its peer must be taken for gone: it was ready, and then its connection broke without a word, or its data path
     * failed. A goodbye, a handshake that never ended and an incompatible peer say nothing of the kind.
     */
    public boolean lost() {
        return lifecycle.lost();
    }

    // ---- what the engine asks for --------------------------------------------------------------------------------

    /** Asks whether the peer has a block. */
    public LookupOutcome lookup(String request, BlockKey key) {
        if (!ready() && rules.is(Rows.LOOKUP_WHILE_HANDSHAKING, LookupWhileHandshaking.MISS)) {
            return LookupOutcome.MISS;
        }
        return client.probe(request, key);
    }

    /** Fetches blocks from the peer. */
    public void load(long nowNanos, String request, TransferJob job, LoadMode mode) {
        client.load(nowNanos, request, job, mode);
    }

    /** Files blocks for the peer to fetch. */
    public void store(long nowNanos, String request, TransferJob job) {
        server.store(nowNanos, request, job);
    }

    /** A request is over, in both roles. */
    public void finish(long nowNanos, String request) {
        client.finish(nowNanos, request);
        server.finish(nowNanos, request);
    }

    /** A request is over in the producer's role only. */
    public void finishProducer(long nowNanos, String request) {
        server.finish(nowNanos, request);
    }

    /** Sends what was probed during this step. */
    public void flushLookups(long nowNanos) {
        client.flushLookups(nowNanos);
    }

    /** Answers the peer's lookups. */
    public void serve(long nowNanos, ParentTier parent) {
        server.serve(nowNanos, parent);
    }

    // ---- the poll ------------------------------------------------------------------------------------------------

    /**
     * What a poll brought.
     *
     * @param loads results of loads
     * @param stores results of stores
     * @param fetched ids that the peer fetched, in order
     */
    public record Polled(List<Settled> loads, List<Settled> stores, List<String> fetched) {}

    /** Puts a message before whatever the connection brings. */
    public void deliver(List<Payload> payloads) {
        inbox.addAll(payloads);
        wake();
    }

    /** Handles what has arrived and fallen due (protocol.md section 3, poll order). */
    public Polled poll(long nowNanos) {
        receive(nowNanos);
        due.expire(nowNanos, Phase.HANDSHAKE);
        lifecycle.noticeLoss();
        due.expire(nowNanos, Phase.CLIENT);
        List<Settled> loads = client.drain();
        List<SessionDeadline> storeDeadlines = due.take(Phase.STORE);
        List<SessionDeadline> serverDeadlines = due.take(Phase.SERVER);
        server.poll(nowNanos, storeDeadlines, serverDeadlines);
        due.expire(nowNanos, Phase.SERVE_WINDOW);
        List<Settled> stores = server.drain();
        List<String> fetched = dispatcher.takeFetched();
        return new Polled(loads, stores, fetched);
    }

    private void receive(long nowNanos) {
        List<Payload> payloads = new ArrayList<>(inbox);
        inbox.clear();
        payloads.addAll(lifecycle.receive());
        if (!payloads.isEmpty()) {
            touch(nowNanos);
        }
        dispatcher.dispatch(nowNanos, payloads);
    }

    /** Notes a deadline that has fallen due for its session's next poll; false if it is no session's. */
    public static boolean noteDue(Deadline deadline) {
        if (!(deadline instanceof SessionDeadline sessionDeadline)) {
            return false;
        }
        Session session = sessionDeadline.session();
        session.due.add(sessionDeadline);
        session.wake();
        return true;
    }

    // ---- what the data transport says ----------------------------------------------------------------------------

    /** The data transport is done with a registration of this peer. */
    public void onRegistrationSettled(long nowNanos, Registration settled) {
        handshake.onRegistrationSettled(nowNanos, settled);
    }

    /** A registration of this session has something to collect. */
    public void onCompletions(Registration registration) {
        server.onCompletions(registration);
        wake();
    }

    // ---- what the roles need -------------------------------------------------------------------------------------

    SessionLifecycle lifecycle() {
        return lifecycle;
    }

    void onRoleMessageSent(long nowNanos, Message message) {
        if (message instanceof Lookup lookup) {
            client.onLookupSent(nowNanos, lookup);
        }
    }

    /** The registration that writes go by; one that is refused where the peer has none. */
    Registration registration() {
        return handshake.registration();
    }

    boolean dispatchingFetch() {
        return dispatcher.dispatchingFetch();
    }

    boolean peerSpeaksExtensions() {
        return handshake.peerSpeaksExtensions();
    }

    void touch(long nowNanos) {
        lastActivityNanos = nowNanos;
        host.onActivity(this, nowNanos);
    }

    /** Has itself polled. Not once it is closed: its writes that end later are collected by what retains them. */
    void wake() {
        if (!lifecycle.closed()) {
            host.wake(this);
        }
    }

    void wakeForServe() {
        host.wakeForServe(this);
    }

    void joinNextServe() {
        host.joinNextServe(this);
    }

    void wakeForScheduleEnd() {
        host.wakeForScheduleEnd(this);
    }

    void onServerRequestIdle(String request) {
        host.onServerRequestIdle(this, request);
    }

    // ---- end -----------------------------------------------------------------------------------------------------

    /** Ends the session and purges its state. */
    public ClosedSession close(long nowNanos, String reason) {
        String why = lifecycle.deathReasonOr(reason);
        boolean sayGoodbye = alive() && connected();
        ClientRole.Closed clientLeft = client.close(nowNanos, why);
        ServerRole.Closed serverLeft = server.close(nowNanos, why);
        lifecycle.close(nowNanos, sayGoodbye);
        RetainedWrites retained = serverLeft.retained();
        context.trace()
                .emit(new SessionClosed(
                        peer,
                        number,
                        why,
                        clientLeft.failedLoads(),
                        serverLeft.failedStores(),
                        retained == null ? 0 : retained.transfers().size()));
        List<Settled> results = new ArrayList<>(clientLeft.results());
        results.addAll(serverLeft.results());
        return new ClosedSession(
                results,
                clientLeft.failedRequests(),
                serverLeft.contexts(),
                clientLeft.held(),
                retained,
                handshake.registrations(),
                clientLeft.failedLoads());
    }

    /** Ends the peer's registration with the data plane; transfers in flight go on. */
    public void removeRegistration() {
        handshake.removeRegistration();
    }

    /** What the peer has sent after this session ended: a connect, of this incarnation or a newer one, and what follows. */
    public record Superseded(List<Payload> unread) {}

    /** The first messages of the peer's next session, if they came in on this one; null otherwise. */
    public @Nullable Superseded superseded() {
        return handshake.superseded();
    }

    // ---- state ---------------------------------------------------------------------------------------------------

    /** The peer's id. */
    public String peer() {
        return peer;
    }

    /** Tells sessions apart, and orders them by age. */
    public long number() {
        return number;
    }

    /** The failure domain that the peer announced, or null. */
    public @Nullable String peerDomain() {
        Connect connect = handshake.peerConnect();
        return connect == null ? null : connect.domain();
    }

    /** When it last sent or received anything. */
    public long lastActivityNanos() {
        return lastActivityNanos;
    }

    /** Whether loads are active, writes run, or a registration is being made. */
    public boolean hasPendingWork() {
        return client.hasActiveLoads() || server.hasRunningWrites() || handshake.registering();
    }

    /** Whether there is nothing at all that somebody waits for. */
    public boolean hasNoWorkAtAll() {
        return !handshake.registering() && client.idle() && server.idle() && !lifecycle.connecting();
    }

    /** Ids that it has probes or loads of. */
    public int clientRequests() {
        return client.size();
    }

    /** Ids that it has lookups, demand or supply of. */
    public int serverRequests() {
        return server.size();
    }

    /** Whether an id needs its binding to this session. */
    public boolean needsBinding(String request) {
        return server.needsBinding(request);
    }

    /** Whether every block that the peer fetched under this id is being written from pins. */
    public boolean servesPinned(String request) {
        return server.servesPinned(request);
    }

    /** The writes in flight. */
    public List<Long> runningTransfers() {
        return server.runningTransfers();
    }

    /** Whether a store job has no result yet. */
    public boolean hasOpenStores() {
        return server.hasOpenJobs();
    }

    /** Fails the pins that nobody has fetched, for a drain. */
    public void settleUnfetched(long nowNanos) {
        server.settleUnfetched(nowNanos);
    }

    /** Adds everything that influences what the session will do. */
    public void digest(Digest digest, long nowNanos) {
        digest.add(peer);
        lifecycle.digest(digest, nowNanos);
        digest.add(nowNanos - lastActivityNanos);
        handshake.digest(digest);
        dispatcher.digest(digest);
        outbox.digest(digest);
        client.digest(digest, nowNanos);
        server.digest(digest, nowNanos);
    }
}

package io.kvdrill.core.session;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.profile.Choices.AbortAckTimeoutAction;
import io.kvdrill.core.profile.Choices.AckBeforeConnect;
import io.kvdrill.core.profile.Choices.IntegerChecks;
import io.kvdrill.core.profile.Choices.LookupWhileHandshaking;
import io.kvdrill.core.profile.Choices.PeerRegistration;
import io.kvdrill.core.profile.Choices.RoleBeforeConnect;
import io.kvdrill.core.profile.Choices.SendFailure;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.Message.Connect;
import io.kvdrill.core.protocol.Message.ConnectAck;
import io.kvdrill.core.protocol.Message.Disconnect;
import io.kvdrill.core.protocol.Message.Fetch;
import io.kvdrill.core.protocol.Message.Lookup;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.protocol.MessageReader;
import io.kvdrill.core.protocol.Payload;
import io.kvdrill.core.protocol.RawPayload;
import io.kvdrill.core.protocol.Reading;
import io.kvdrill.core.session.SessionDeadline.Phase;
import io.kvdrill.core.session.SessionHost.EpochVerdict;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.ParentTier;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.time.Deadline;
import io.kvdrill.core.time.Deadlines;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import io.kvdrill.core.trace.SessionEvent.DispatchFailed;
import io.kvdrill.core.trace.SessionEvent.MessageDropped;
import io.kvdrill.core.trace.SessionEvent.MessageReceived;
import io.kvdrill.core.trace.SessionEvent.PeerIncompatible;
import io.kvdrill.core.trace.SessionEvent.ProtocolViolated;
import io.kvdrill.core.trace.SessionEvent.RegistrationRemoved;
import io.kvdrill.core.trace.SessionEvent.RegistrationSettled;
import io.kvdrill.core.trace.SessionEvent.RegistrationStarted;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.core.trace.SessionEvent.SessionDied;
import io.kvdrill.core.trace.SessionEvent.SessionReady;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.DataTransport.RegistrationMode;
import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.core.transport.NoRegistration;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.core.transport.SendFailedException;
import io.kvdrill.core.transport.WriteFailedException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One bidirectional session with one peer: the handshake, the dispatch of what the peer sends, and the two roles
 * (protocol.md section 3). Owned and polled by the manager; single-threaded.
 */
public final class Session {
    private static final int DISPATCH_ERRORS_IN_A_ROW = 5;

    private final String peer;
    private final long number;
    private final TierContext context;
    private final Rules rules;
    private final SessionHost host;
    private final MessageReader reader;
    private final Outbox outbox;
    private final ClientRole client;
    private final ServerRole server;
    private final Map<Phase, List<SessionDeadline>> due = new EnumMap<>(Phase.class);
    private final List<String> fetchedRequests = new ArrayList<>();
    private final Set<Registration> registrations = new LinkedHashSet<>();
    private final Set<Registration> withCompletions = new LinkedHashSet<>();
    private final SessionDeadline handshakeDeadline;
    private final List<Payload> inbox = new ArrayList<>();

    private @Nullable Connection connection;
    private Handshake.State state = Handshake.State.PENDING;
    private RegistrationMachine.State peerState = RegistrationMachine.State.UNKNOWN;
    private @Nullable Registration registration;
    private @Nullable Connect peerConnect;
    private @Nullable Superseded superseded;
    private boolean dialled;
    private boolean faulted;
    private boolean dispatchingFetch;
    private String deathReason = "";
    private int dispatchErrors;
    private long connectedNanos;
    private long lastActivityNanos;

    /** A session without a connection: it takes stores until {@link #attach}. */
    public Session(String peer, long number, long nowNanos, TierContext context, SessionHost host) {
        this.peer = peer;
        this.number = number;
        this.context = context;
        this.rules = context.rules();
        this.host = host;
        this.reader = new MessageReader(
                rules.profile().choice(Rows.KEY_ELEMENTS), rules.profile().choice(Rows.INTEGER_CHECKS));
        this.lastActivityNanos = nowNanos;
        this.outbox = new Outbox(this, context);
        this.client = new ClientRole(this, context, outbox);
        this.server = new ServerRole(this, context, outbox);
        this.handshakeDeadline = new SessionDeadline(this, Phase.HANDSHAKE) {
            @Override
            void expire(long now) {
                onHandshakeDeadline(now);
            }
        };
    }

    // ---- lifecycle -----------------------------------------------------------------------------------------------

    /**
     * Gives the session its connection, and announces ourselves.
     *
     * @throws IllegalStateException if it has one
     * @throws SendFailedException if the announcement fails, under older rules
     */
    public void attach(long nowNanos, Connection newConnection, boolean weDialled) {
        if (state != Handshake.State.PENDING) {
            throw new IllegalStateException("session with " + peer + " is already connected");
        }
        connection = newConnection;
        outbox.attach(newConnection);
        dialled = weDialled;
        connectedNanos = nowNanos;
        touch(nowNanos);
        state = Handshake.TABLE.move(state, Handshake.Event.ATTACHED, Handshake.State.CONNECTING);
        MemoryRegion region = context.data().region();
        Connect connect = new Connect(
                context.localId(),
                region.agentMetadata(),
                region.baseAddress(),
                region.blockCount(),
                region.blockBytes(),
                context.fingerprint(),
                context.hashSeed(),
                context.epoch());
        try {
            outbox.sendUngated(nowNanos, connect);
        } catch (SendFailedException failure) {
            if (!rules.is(Rows.SEND_FAILURE, SendFailure.KILLS_CONNECTION)) {
                throw failure;
            }
            die("its connect could not be sent: " + failure.getMessage());
            return;
        }
        long limit = rules.nanos(Rows.HANDSHAKE_TIMEOUT);
        // The session dies when it is older than the limit, not when it is as old.
        context.deadlines().arm(handshakeDeadline, nowNanos, limit == Deadlines.NEVER ? limit : limit + 1);
    }

    /** Ends the session at the next reap. */
    void die(String reason) {
        if (state == Handshake.State.CONNECTING || state == Handshake.State.READY) {
            state = Handshake.TABLE.move(state, Handshake.Event.ENDED, Handshake.State.DEAD);
            deathReason = reason;
            context.deadlines().disarm(handshakeDeadline);
            if (connection != null) {
                connection.markDead();
            }
            context.trace().emit(new SessionDied(peer, reason));
        }
        host.wake(this);
    }

    /** Ends the session at the next reap because of its data path: dials to the peer are put off. */
    void fault(String reason) {
        faulted = true;
        die(reason);
    }

    private void violate(long nowNanos, String reason) {
        context.trace().emit(new ProtocolViolated(peer, reason));
        if (alive()) {
            outbox.sendBestEffort(nowNanos, new Disconnect());
        }
        die("protocol violation: " + reason);
    }

    /** The control transport has lost the connection. */
    public void onConnectionLost() {
        host.wake(this);
    }

    private void noticeLoss() {
        if (connection != null && !connection.alive()) {
            die("connection lost");
        }
    }

    /** Whether it can send and be sent to; true without a connection, too. */
    public boolean alive() {
        return state != Handshake.State.DEAD
                && state != Handshake.State.CLOSED
                && (connection == null || connection.alive());
    }

    /** Whether the next reap closes it. */
    public boolean dead() {
        return !alive() && state != Handshake.State.CLOSED;
    }

    /** Whether it has a connection, alive or not. */
    public boolean connected() {
        return connection != null;
    }

    /** Whether the peer has acknowledged our connect. */
    public boolean ready() {
        return state == Handshake.State.READY;
    }

    // ---- what the engine asks for --------------------------------------------------------------------------------

    /** Asks whether the peer has a block. */
    public LookupOutcome lookup(String request, BlockKey key) {
        if (missesWhileHandshaking()) {
            return LookupOutcome.MISS;
        }
        return client.probe(request, key);
    }

    /** Whether requests prefill locally because the handshake is not over. */
    public boolean missesWhileHandshaking() {
        return !ready() && rules.is(Rows.LOOKUP_WHILE_HANDSHAKING, LookupWhileHandshaking.MISS);
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

    /** A request is over in the consumer's role only. */
    public void finishConsumer(long nowNanos, String request) {
        client.finish(nowNanos, request);
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
        host.wake(this);
    }

    /** Handles what has arrived and fallen due (protocol.md section 3, poll order). */
    public Polled poll(long nowNanos) {
        receive(nowNanos);
        expire(nowNanos, Phase.HANDSHAKE);
        noticeLoss();
        expire(nowNanos, Phase.CLIENT);
        List<Settled> loads = client.drain();
        List<SessionDeadline> storeDeadlines = takeDue(Phase.STORE);
        List<SessionDeadline> serverDeadlines = takeDue(Phase.SERVER);
        takeDue(Phase.SERVE_WINDOW);
        server.poll(nowNanos, storeDeadlines, serverDeadlines);
        List<Settled> stores = server.drain();
        List<String> fetched = List.copyOf(fetchedRequests);
        fetchedRequests.clear();
        if (server.hasDeferred()) {
            host.wake(this);
        }
        return new Polled(loads, stores, fetched);
    }

    private void receive(long nowNanos) {
        List<Payload> payloads = new ArrayList<>(inbox);
        inbox.clear();
        if (connection != null) {
            payloads.addAll(connection.receive());
        }
        if (!payloads.isEmpty()) {
            touch(nowNanos);
        }
        for (int i = 0; i < payloads.size() && superseded == null; i++) {
            dispatch(nowNanos, payloads.get(i), payloads.subList(i + 1, payloads.size()));
        }
    }

    private void expire(long nowNanos, Phase phase) {
        for (SessionDeadline deadline : takeDue(phase)) {
            if (deadline.takeDue()) {
                deadline.expire(nowNanos);
            }
        }
    }

    private List<SessionDeadline> takeDue(Phase phase) {
        List<SessionDeadline> taken = due.remove(phase);
        return taken == null ? List.of() : taken;
    }

    /** Notes a deadline that has fallen due for its session's next poll; false if it is no session's. */
    public static boolean noteDue(Deadline deadline) {
        if (!(deadline instanceof SessionDeadline sessionDeadline)) {
            return false;
        }
        Session session = sessionDeadline.session();
        session.due
                .computeIfAbsent(sessionDeadline.phase(), phase -> new ArrayList<>())
                .add(sessionDeadline);
        session.host.wake(session);
        return true;
    }

    private void onHandshakeDeadline(long nowNanos) {
        if (state == Handshake.State.CONNECTING) {
            rules.reach(Rows.HANDSHAKE_TIMEOUT);
            die("handshake not complete after " + (nowNanos - connectedNanos) / 1_000_000 + " ms");
        }
    }

    // ---- dispatch ------------------------------------------------------------------------------------------------

    private void dispatch(long nowNanos, Payload payload, List<Payload> rest) {
        noticeLossDuringBatch();
        if (!alive()) {
            return;
        }
        if (bytes(payload) > rules.amount(Rows.MAX_MESSAGE_SIZE)) {
            rules.reach(Rows.MAX_MESSAGE_SIZE);
            violate(nowNanos, "a message of " + bytes(payload) + " bytes");
            return;
        }
        Reading reading = reader.read(payload);
        if (reading instanceof Reading.Valid valid) {
            dispatchValid(nowNanos, valid.message(), payload, rest);
        } else if (reading instanceof Reading.Ignored ignored) {
            context.trace().emit(new MessageDropped(peer, ignored.reason()));
            dispatchErrors = 0;
        } else if (reading instanceof Reading.Violation violation) {
            onInvalid(nowNanos, violation);
        } else if (reading instanceof Reading.InternalError error) {
            countDispatchError(nowNanos, error.reason());
        }
    }

    private void onInvalid(long nowNanos, Reading.Violation violation) {
        if (violation.type() == Message.Type.CONNECT && !ready()) {
            context.trace().emit(new ProtocolViolated(peer, violation.reason()));
            die("refused connect: " + violation.reason());
        } else {
            violate(nowNanos, violation.reason());
        }
    }

    private void dispatchValid(long nowNanos, Message message, Payload payload, List<Payload> rest) {
        if (message instanceof Message.RequestMessage && dropBeforeConnect(nowNanos, message, rest)) {
            return;
        }
        context.trace().emit(new MessageReceived(peer, message));
        try {
            handle(nowNanos, message, payload, rest);
        } catch (ProtocolViolation violation) {
            violate(nowNanos, String.valueOf(violation.getMessage()));
            return;
        } catch (DispatchError | WriteFailedException | SendFailedException error) {
            countDispatchError(nowNanos, String.valueOf(error.getMessage()));
            return;
        } finally {
            dispatchingFetch = false;
        }
        dispatchErrors = 0;
    }

    private void countDispatchError(long nowNanos, String reason) {
        dispatchErrors++;
        context.trace().emit(new DispatchFailed(peer, reason, dispatchErrors));
        if (dispatchErrors >= DISPATCH_ERRORS_IN_A_ROW) {
            violate(nowNanos, dispatchErrors + " dispatch errors in a row, the last: " + reason);
        }
    }

    private void handle(long nowNanos, Message message, Payload payload, List<Payload> rest) {
        if (message instanceof Connect connect) {
            onConnect(nowNanos, connect, payload, rest);
        } else if (message instanceof ConnectAck ack) {
            onConnectAck(nowNanos, ack);
        } else if (message instanceof Disconnect) {
            die("peer disconnected");
        } else if (message instanceof Fetch fetch) {
            onFetch(nowNanos, fetch);
        } else if (message instanceof Lookup lookup) {
            server.onLookup(nowNanos, lookup);
        } else if (message instanceof Message.LookupResponse response) {
            client.onLookupResponse(nowNanos, response);
        } else if (message instanceof Message.TransferDone done) {
            client.onTransferDone(nowNanos, done);
        } else if (message instanceof Message.AbortFetch abort) {
            server.onAbortFetch(nowNanos, abort);
        } else if (message instanceof Message.AbortAck ack) {
            client.onAbortAck(nowNanos, ack);
        } else {
            throw new IllegalStateException("no handler for " + message.type());
        }
    }

    /** A role message from a life that has not introduced itself: what a queue filled for a dead process looks like. */
    private boolean dropBeforeConnect(long nowNanos, Message message, List<Payload> rest) {
        if (peerConnect != null || !rules.is(Rows.ROLE_BEFORE_CONNECT, RoleBeforeConnect.DROPPED)) {
            return false;
        }
        context.trace().emit(new MessageDropped(peer, message.type().wireName() + " before connect"));
        boolean connectFollows = rest.stream().anyMatch(this::isConnect);
        if (!dialled && !connectFollows) {
            outbox.sendBestEffort(nowNanos, new Disconnect());
            die("it sent " + message.type().wireName() + " before connect");
        }
        return true;
    }

    private boolean isConnect(Payload payload) {
        return reader.read(payload) instanceof Reading.Valid valid && valid.message() instanceof Connect;
    }

    private void onFetch(long nowNanos, Fetch fetch) {
        checkIndexes(fetch);
        dispatchingFetch = true;
        server.onFetch(nowNanos, fetch);
        fetchedRequests.add(fetch.request());
    }

    private void checkIndexes(Fetch fetch) {
        Connect known = peerConnect;
        if (known == null || rules.profile().choice(Rows.INTEGER_CHECKS) != IntegerChecks.RANGES) {
            return;
        }
        for (int i = 0; i < fetch.blockIndexes().size(); i++) {
            long index = fetch.blockIndexes().get(i);
            if (Long.compareUnsigned(index, known.blockCount()) >= 0) {
                rules.choice(Rows.INTEGER_CHECKS);
                throw new ProtocolViolation("block index " + Long.toUnsignedString(index)
                        + " lies outside the peer's region of " + Long.toUnsignedString(known.blockCount())
                        + " blocks");
            }
        }
    }

    // ---- handshake -----------------------------------------------------------------------------------------------

    private void onConnect(long nowNanos, Connect connect, Payload payload, List<Payload> rest) {
        EpochVerdict verdict = host.judgeEpoch(this, nowNanos, connect.epoch());
        if (verdict == EpochVerdict.REPLACED_BEFORE) {
            if (peerConnect == null) {
                die("its incarnation was replaced before");
            }
            return;
        }
        if (verdict == EpochVerdict.NEWER && peerConnect != null) {
            List<Payload> unread = new ArrayList<>();
            unread.add(payload);
            unread.addAll(rest);
            superseded = new Superseded(unread);
            die("replaced by a newer incarnation");
            return;
        }
        if (ready()) {
            throw new ProtocolViolation("duplicate connect after the handshake");
        }
        String difference = incompatibility(connect);
        if (!difference.isEmpty()) {
            context.trace().emit(new PeerIncompatible(peer, difference));
            die("incompatible: " + difference);
            return;
        }
        if (connect.equals(peerConnect) && peerState == RegistrationMachine.State.REGISTERING) {
            return;
        }
        peerConnect = connect;
        register(nowNanos, connect);
    }

    private String incompatibility(Connect connect) {
        if (connect.blockBytes() != context.data().region().blockBytes()) {
            return "block length " + Long.toUnsignedString(connect.blockBytes()) + ", ours is "
                    + Long.toUnsignedString(context.data().region().blockBytes());
        }
        if (!connect.hashSeed().equals(context.hashSeed())) {
            return "hash seed '" + connect.hashSeed() + "', ours is '" + context.hashSeed() + "'";
        }
        if (!connect.fingerprint().isEmpty()
                && !context.fingerprint().isEmpty()
                && !connect.fingerprint().equals(context.fingerprint())) {
            return "fingerprint " + connect.fingerprint() + ", ours is " + context.fingerprint();
        }
        return "";
    }

    private void register(long nowNanos, Connect connect) {
        boolean inline = rules.is(Rows.PEER_REGISTRATION, PeerRegistration.INLINE_ONLY_REFUSAL_REJECTS);
        movePeer(RegistrationMachine.Event.CONNECT_ACCEPTED, RegistrationMachine.State.REGISTERING);
        MemoryRegion region = new MemoryRegion(
                connect.agentMetadata(), connect.baseAddress(), connect.blockCount(), connect.blockBytes());
        Registration started =
                context.data().register(peer, region, inline ? RegistrationMode.INLINE : RegistrationMode.BACKGROUND);
        context.trace()
                .emit(new RegistrationStarted(peer, started.generation(), connect.blockCount(), connect.blockBytes()));
        registration = started;
        registrations.add(started);
        host.own(this, started);
        if (started.state() != Registration.State.PENDING) {
            settleRegistration(nowNanos, started);
        }
    }

    /** The data transport is done with a registration of this peer. */
    public void onRegistrationSettled(long nowNanos, Registration settled) {
        if (settled == registration
                && peerState == RegistrationMachine.State.REGISTERING
                && state != Handshake.State.CLOSED) {
            settleRegistration(nowNanos, settled);
            host.wake(this);
        }
    }

    private void settleRegistration(long nowNanos, Registration settled) {
        boolean succeeded = settled.state() == Registration.State.READY;
        String failure = settled.failure();
        context.trace()
                .emit(new RegistrationSettled(peer, settled.generation(), succeeded, failure == null ? "" : failure));
        if (!succeeded) {
            movePeer(RegistrationMachine.Event.REGISTRATION_FAILED, RegistrationMachine.State.REJECTED);
            if (settled.state() == Registration.State.FAILED
                    && rules.is(Rows.PEER_REGISTRATION, PeerRegistration.INLINE_ONLY_REFUSAL_REJECTS)) {
                throw new DispatchError("registration failed: " + failure);
            }
            die("registration failed: " + (failure == null ? settled.state() : failure));
            return;
        }
        movePeer(RegistrationMachine.Event.REGISTRATION_READY, RegistrationMachine.State.REGISTERED);
        if (!alive()) {
            return;
        }
        try {
            outbox.sendUngated(nowNanos, new ConnectAck(context.localId(), context.epoch()));
        } catch (SendFailedException sendFailure) {
            if (rules.is(Rows.SEND_FAILURE, SendFailure.KILLS_CONNECTION)) {
                die("its acknowledgement could not be sent: " + sendFailure.getMessage());
            } else {
                throw sendFailure;
            }
        }
    }

    private void movePeer(RegistrationMachine.Event event, RegistrationMachine.State to) {
        peerState = RegistrationMachine.TABLE.move(peerState, event, to);
    }

    private void onConnectAck(long nowNanos, ConnectAck ack) {
        if (ready()) {
            return;
        }
        Connect known = peerConnect;
        if (known == null && rules.is(Rows.ACK_BEFORE_CONNECT, AckBeforeConnect.IGNORED)) {
            context.trace().emit(new MessageDropped(peer, "connect_ack before connect"));
            return;
        }
        if (known != null
                && context.epoch() != null
                && ack.epoch() != null
                && !ack.epoch().equals(known.epoch())) {
            context.trace().emit(new MessageDropped(peer, "connect_ack of another incarnation"));
            return;
        }
        state = Handshake.TABLE.move(state, Handshake.Event.ACKNOWLEDGED, Handshake.State.READY);
        context.deadlines().disarm(handshakeDeadline);
        int flushed = outbox.waiting();
        context.trace().emit(new SessionReady(peer, flushed, nowNanos - connectedNanos));
        host.onReady(this);
        outbox.open(nowNanos);
    }

    // ---- what the roles need -------------------------------------------------------------------------------------

    void onRoleMessageSent(long nowNanos, Message message) {
        if (message instanceof Lookup lookup) {
            client.onLookupSent(nowNanos, lookup);
        }
    }

    /** The registration that writes go by; one that is refused where the peer has none. */
    Registration registration() {
        return registration == null ? new NoRegistration(peer) : registration;
    }

    boolean dispatchingFetch() {
        return dispatchingFetch;
    }

    boolean peerSpeaksExtensions() {
        return peerConnect != null && peerConnect.epoch() != null && context.epoch() != null;
    }

    void touch(long nowNanos) {
        lastActivityNanos = nowNanos;
        host.onActivity(this, nowNanos);
    }

    void wake() {
        host.wake(this);
    }

    void wakeForServe() {
        host.wakeForServe(this);
    }

    void wakeForScheduleEnd() {
        host.wakeForScheduleEnd(this);
    }

    void onServerRequestIdle(String request) {
        host.onServerRequestIdle(this, request);
    }

    /** A registration of this session has something to collect. */
    public void onCompletions(Registration ready) {
        withCompletions.add(ready);
        host.wake(this);
    }

    List<Registration> registrationsWithCompletions() {
        if (withCompletions.isEmpty()) {
            return List.of();
        }
        List<Registration> ready = List.copyOf(withCompletions);
        withCompletions.clear();
        return ready;
    }

    // ---- end -----------------------------------------------------------------------------------------------------

    /**
     * What a closed session leaves behind.
     *
     * @param results results of its jobs
     * @param failedRequests ids whose lookups must miss now
     * @param contexts parent contexts that are owed their end
     * @param held loads whose slots are still dangerous
     * @param retained writes that still run, or null
     * @param registrations its registrations, the latest last
     * @param failedLoads loads that failed with it
     */
    public record Closed(
            List<Settled> results,
            List<String> failedRequests,
            List<RequestContext> contexts,
            List<HeldLoad> held,
            @Nullable RetainedWrites retained,
            List<Registration> registrations,
            int failedLoads) {}

    /** Ends the session and purges its state. */
    public Closed close(long nowNanos, String reason) {
        String why = deathReason.isEmpty() ? reason : deathReason;
        boolean sayGoodbye = alive() && connection != null;
        context.deadlines().disarm(handshakeDeadline);
        ClientRole.Closed clientLeft = client.close(nowNanos, why);
        ServerRole.Closed serverLeft = server.close(nowNanos, why);
        if (sayGoodbye) {
            outbox.sendBestEffort(nowNanos, new Disconnect());
        }
        if (connection != null) {
            connection.close();
        }
        state = Handshake.TABLE.move(state, Handshake.Event.CLOSED_BY_MANAGER, Handshake.State.CLOSED);
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
        return new Closed(
                results,
                clientLeft.failedRequests(),
                serverLeft.contexts(),
                clientLeft.held(),
                retained,
                List.copyOf(registrations),
                clientLeft.failedLoads());
    }

    /** Ends the peer's registration with the data plane; transfers in flight go on. */
    public void removeRegistration() {
        if (registration != null) {
            context.data().remove(registration);
            context.trace().emit(new RegistrationRemoved(peer, registration.generation()));
        }
    }

    /** What a newer incarnation of the peer has sent. */
    public record Superseded(List<Payload> unread) {}

    /** The first messages of a newer incarnation, if that is why this session died; null otherwise. */
    public @Nullable Superseded superseded() {
        return superseded;
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

    /** The peer's incarnation, or null where it has not said. */
    public @Nullable Long peerEpoch() {
        return peerConnect == null ? null : peerConnect.epoch();
    }

    /** Why it died; empty if it has not. */
    public String deathReason() {
        return deathReason.isEmpty() && dead() ? "connection lost" : deathReason;
    }

    /** Whether its data path is to blame for its death. */
    public boolean faulted() {
        return faulted;
    }

    /** When it last sent or received anything. */
    public long lastActivityNanos() {
        return lastActivityNanos;
    }

    /** Whether loads are active, writes run, or a registration is being made. */
    public boolean hasPendingWork() {
        return client.hasActiveLoads()
                || server.hasRunningWrites()
                || peerState == RegistrationMachine.State.REGISTERING;
    }

    /** Whether there is nothing at all that somebody waits for. */
    public boolean hasNoWorkAtAll() {
        return !hasPendingWork()
                && client.idle()
                && server.idle()
                && outbox.waiting() == 0
                && state != Handshake.State.CONNECTING;
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

    /** Whether results wait for a poll. */
    public boolean hasSettled() {
        return client.hasSettled() || server.hasSettled() || server.hasDeferred();
    }

    private void noticeLossDuringBatch() {
        if (connection != null && !connection.alive()) {
            noticeLoss();
        }
    }

    private static int bytes(Payload payload) {
        if (payload instanceof RawPayload raw) {
            return raw.bytes();
        }
        return payload instanceof Message message ? MessageCodec.encodedBytes(message) : 0;
    }

    /** Adds everything that influences what the session will do. */
    public void digest(Digest digest, long nowNanos) {
        digest.add(peer).add(state).add(peerState).add(dialled).add(faulted).add((long) dispatchErrors);
        digest.add(handshakeDeadline.armed() ? handshakeDeadline.dueNanos() - nowNanos : -1);
        digest.add(peerConnect == null ? "" : peerConnect.toString());
        digest.add(nowNanos - lastActivityNanos);
        outbox.digest(digest);
        client.digest(digest, nowNanos);
        server.digest(digest, nowNanos);
    }

    /** Whether its slots are released on proof only. */
    public boolean releasesOnProof() {
        return rules.profile().choice(Rows.ABORT_ACK_TIMEOUT_ACTION) == AbortAckTimeoutAction.HOLD_UNTIL_FENCED;
    }
}

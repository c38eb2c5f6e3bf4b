package io.kvdrill.core.manager;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.profile.Choices.AckBeforeConnect;
import io.kvdrill.core.profile.Choices.FailureDomain;
import io.kvdrill.core.profile.Choices.PeerIdentity;
import io.kvdrill.core.profile.Choices.ReconnectInDeathSweep;
import io.kvdrill.core.profile.Choices.SendFailure;
import io.kvdrill.core.profile.Choices.Switch;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.Message.ConnectAck;
import io.kvdrill.core.protocol.Message.Disconnect;
import io.kvdrill.core.protocol.MessageReader;
import io.kvdrill.core.protocol.Payload;
import io.kvdrill.core.protocol.Reading;
import io.kvdrill.core.session.ClosedSession;
import io.kvdrill.core.session.Session;
import io.kvdrill.core.session.SessionHost;
import io.kvdrill.core.session.Settled;
import io.kvdrill.core.session.TierContext;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TierFailure;
import io.kvdrill.core.trace.ManagerEvent.IdlePeerEvicted;
import io.kvdrill.core.trace.ManagerEvent.PeerDown;
import io.kvdrill.core.trace.SessionEvent.DialRefused;
import io.kvdrill.core.trace.SessionEvent.MessageDropped;
import io.kvdrill.core.trace.SessionEvent.Opening;
import io.kvdrill.core.trace.SessionEvent.PeerRefused;
import io.kvdrill.core.trace.SessionEvent.SessionOpened;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.DialRefusedException;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.core.transport.SendFailedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a tier: at most one per peer, opened by a request or by the peer, reaped when dead or idle (protocol.md
 * section 6.3). Knows which of them have something to do, so that a sweep does not visit the others.
 */
final class SessionTable implements SessionHost {

    /** What the manager is told. */
    interface Owner {
        void onResults(List<Settled> results);

        void onFetched(long nowNanos, Session session, String request);

        void onRequestIdle(Session session, String request);

        void onSessionRemoved(Session session);

        void onRequestsFailed(List<String> requests, String reason);

        void onContextsOwed(List<RequestContext> contexts);
    }

    private final String localId;
    private final Rules rules;
    private final Supplier<TierContext> context;
    private final ControlTransport control;
    private final DataTransport data;
    private final Owner owner;
    private final IdlePeers idle;
    private final Epochs epochs;
    private final Reconnects reconnects;
    private final RetiredSessions retired;
    private final Map<String, Session> sessions = new LinkedHashMap<>();
    private final WorkLists work = new WorkLists();
    private final Map<Registration, Session> registrationOwners = new LinkedHashMap<>();
    private final List<Connection> accepted = new ArrayList<>();
    private final List<Registration> settled = new ArrayList<>();
    private final DataListener dataListener = new DataListener();
    private long numbers;
    private boolean sweepSoon;

    SessionTable(
            TierConfig config,
            Rules rules,
            Supplier<TierContext> context,
            ControlTransport control,
            DataTransport data,
            Owner owner,
            IdlePeers idle,
            Epochs epochs,
            Reconnects reconnects,
            RetiredSessions retired) {
        this.localId = config.localId();
        this.rules = rules;
        this.context = context;
        this.control = control;
        this.data = data;
        this.owner = owner;
        this.idle = idle;
        this.epochs = epochs;
        this.reconnects = reconnects;
        this.retired = retired;
    }

    // ---- opening -------------------------------------------------------------------------------------------------

    @Nullable Session get(String peer) {
        return sessions.get(peer);
    }

    /**
     * The session with a peer, dialled if there is none; null if it cannot be had.
     *
     * @throws TierFailure if dialling fails and the profile lets that pass
     */
    @Nullable Session getOrDial(long nowNanos, String peer) {
        Session session = sessions.get(peer);
        if (session != null) {
            return session;
        }
        String objection = objection(nowNanos, peer);
        if (!objection.isEmpty()) {
            context.get().trace().emit(new DialRefused(peer, objection));
            return null;
        }
        try {
            return open(nowNanos, peer, control.dial(peer), Opening.DIALLED);
        } catch (DialRefusedException failure) {
            return onDialFailure(peer, TierFailure.Kind.DIAL_REFUSED, String.valueOf(failure.getMessage()));
        } catch (SendFailedException failure) {
            return onDialFailure(peer, TierFailure.Kind.SEND_FAILED, String.valueOf(failure.getMessage()));
        }
    }

    private @Nullable Session onDialFailure(String peer, TierFailure.Kind kind, String reason) {
        context.get().trace().emit(new DialRefused(peer, reason));
        if (rules.is(Rows.SEND_FAILURE, SendFailure.DEPENDS_ON_MESSAGE)) {
            throw new TierFailure(kind, reason);
        }
        return null;
    }

    private String objection(long nowNanos, String peer) {
        String problem = PeerIds.problem(peer, localId);
        if (!problem.isEmpty() && rules.is(Rows.PEER_IDENTITY, PeerIdentity.REFUSED_WITH_REASON)) {
            return problem;
        }
        if (sessions.size() >= rules.amount(Rows.MAX_PEERS)) {
            rules.reach(Rows.MAX_PEERS);
            return sessions.size() + " sessions are open, the maximum";
        }
        return reconnects.objection(nowNanos, peer);
    }

    private Session open(long nowNanos, String peer, Connection connection, Opening opening) {
        Session session = new Session(peer, ++numbers, nowNanos, context.get(), this);
        session.attach(nowNanos, connection, opening == Opening.DIALLED);
        sessions.put(peer, session);
        sweepSoon = true;
        context.get().trace().emit(new SessionOpened(peer, session.number(), opening));
        return session;
    }

    private void accept(long nowNanos, Connection connection) {
        String peer = connection.peer();
        Session existing = sessions.get(peer);
        List<Payload> sentBefore = List.of();
        if (existing != null
                && existing.dead()
                && rules.is(Rows.RECONNECT_IN_DEATH_SWEEP, ReconnectInDeathSweep.REPLACES_DEAD_SESSION)) {
            poll(nowNanos, existing);
            Session.Superseded newer = existing.superseded();
            sentBefore = newer == null ? List.of() : newer.unread();
            reap(nowNanos, existing);
            existing = null;
        }
        if (sessions.size() >= rules.amount(Rows.MAX_PEERS)) {
            rules.reach(Rows.MAX_PEERS);
            refuse(connection, sessions.size() + " sessions are open, the maximum");
            return;
        }
        if (existing != null) {
            refuse(connection, "a session with it exists");
            return;
        }
        String problem = PeerIds.problem(peer, localId);
        if (!problem.isEmpty() && rules.is(Rows.PEER_IDENTITY, PeerIdentity.REFUSED_WITH_REASON)) {
            refuse(connection, problem);
            return;
        }
        List<Payload> first = List.of();
        if (sentBefore.isEmpty() && rules.profile().choice(Rows.ACK_BEFORE_CONNECT) == AckBeforeConnect.IGNORED) {
            first = connection.receive();
            if (onlyEndsHandshake(first)) {
                rules.choice(Rows.ACK_BEFORE_CONNECT);
                context.get().trace().emit(new MessageDropped(peer, "the end of a handshake without a session"));
                connection.close();
                return;
            }
        }
        Session session;
        try {
            session = open(nowNanos, peer, connection, Opening.ACCEPTED);
        } catch (SendFailedException failure) {
            throw new TierFailure(TierFailure.Kind.SEND_FAILED, String.valueOf(failure.getMessage()));
        }
        session.deliver(sentBefore);
        session.deliver(first);
    }

    /**
     * Whether all that a stranger says is that it has acknowledged us, or given us up: the late end of a handshake that is
     * over here. A session for it would announce itself, be answered too late as well, and so on for ever.
     */
    private boolean onlyEndsHandshake(List<Payload> payloads) {
        MessageReader reader = new MessageReader(
                rules.profile().choice(Rows.KEY_ELEMENTS), rules.profile().choice(Rows.INTEGER_CHECKS));
        for (Payload payload : payloads) {
            Message message = reader.read(payload) instanceof Reading.Valid valid ? valid.message() : null;
            if (!(message instanceof ConnectAck || message instanceof Disconnect)) {
                return false;
            }
        }
        return !payloads.isEmpty();
    }

    private void refuse(Connection connection, String reason) {
        context.get().trace().emit(new PeerRefused(connection.peer(), reason));
        connection.close();
    }

    // ---- the sweep -----------------------------------------------------------------------------------------------

    /** Takes what the transports have, and lets every session that has something to do handle it. */
    void sweep(long nowNanos) {
        sweepSoon = false;
        control.poll(controlListener);
        try {
            for (int i = 0; i < accepted.size(); i++) {
                accept(nowNanos, accepted.get(i));
            }
        } finally {
            accepted.clear();
        }
        settled.clear();
        dataListener.nowNanos = nowNanos;
        data.poll(dataListener);
        settleRegistrations(nowNanos);
        pollYoungerThan(Long.MIN_VALUE, nowNanos);
        List<Session> waiting = work.polls();
        if (!waiting.isEmpty()) {
            List<Session> successors = reapDead(nowNanos, waiting);
            if (!successors.isEmpty()) {
                pollYoungerThan(successors.get(0).number() - 1, nowNanos);
            }
        }
    }

    private void settleRegistrations(long nowNanos) {
        for (int i = 0; i < settled.size(); i++) {
            Session session = registrationOwners.get(settled.get(i));
            if (session != null) {
                session.onRegistrationSettled(nowNanos, settled.get(i));
            }
        }
    }

    private void pollYoungerThan(long after, long nowNanos) {
        for (Session next = work.takePoll(after); next != null; next = work.takePoll(next.number())) {
            poll(nowNanos, next);
        }
    }

    private void poll(long nowNanos, Session session) {
        Session.Polled polled = session.poll(nowNanos);
        owner.onResults(polled.loads());
        owner.onResults(polled.stores());
        for (String request : polled.fetched()) {
            owner.onFetched(nowNanos, session, request);
        }
    }

    // ---- reaping -------------------------------------------------------------------------------------------------

    private List<Session> reapDead(long nowNanos, List<Session> waiting) {
        List<Session> successors = new ArrayList<>();
        for (Session session : waiting) {
            if (sessions.get(session.peer()) == session && session.dead() && session.connected()) {
                reap(nowNanos, session);
                Session successor = succeed(nowNanos, session);
                if (successor != null) {
                    successors.add(successor);
                }
            }
        }
        return successors;
    }

    private void reap(long nowNanos, Session session) {
        String reason = session.deathReason();
        String domain = session.lost() ? session.peerDomain() : null;
        ClosedSession closed = close(nowNanos, session, reason);
        if (session.faulted()) {
            reconnects.onFault(nowNanos, session.peer());
        }
        int siblings = 0;
        if (rules.is(Rows.GROUP_PEERS_BY_HOST, Switch.ON)) {
            siblings = closeSiblings(nowNanos, session);
        }
        if (domain != null && rules.is(Rows.FAILURE_DOMAIN, FailureDomain.SHARED_FATE)) {
            siblings += closeDomain(nowNanos, domain, session);
        }
        context.get().trace().emit(new PeerDown(session.peer(), reason, closed.failedLoads(), siblings));
    }

    /** Closes the sessions with those that would die with a peer. They may be dialled at once: a handshake is a probe. */
    private int closeDomain(long nowNanos, String domain, Session dead) {
        int siblings = 0;
        for (Session session : List.copyOf(sessions.values())) {
            if (domain.equals(session.peerDomain())) {
                close(nowNanos, session, "its failure domain lost " + dead.peer());
                siblings++;
            }
        }
        return siblings;
    }

    private int closeSiblings(long nowNanos, Session dead) {
        String host = PeerIds.host(dead.peer());
        int siblings = 0;
        for (Session session : List.copyOf(sessions.values())) {
            if (PeerIds.host(session.peer()).equals(host)) {
                close(nowNanos, session, "its host lost " + dead.peer());
                siblings++;
            }
        }
        reconnects.quarantine(nowNanos, host);
        return siblings;
    }

    /** Opens the peer's next session where its connect came in on the one that was reaped. */
    private @Nullable Session succeed(long nowNanos, Session dead) {
        Session.Superseded newer = dead.superseded();
        if (newer == null) {
            return null;
        }
        try {
            Session successor = open(nowNanos, dead.peer(), control.dial(dead.peer()), Opening.ACCEPTED);
            successor.deliver(newer.unread());
            return successor;
        } catch (DialRefusedException | SendFailedException failure) {
            context.get().trace().emit(new DialRefused(dead.peer(), String.valueOf(failure.getMessage())));
            return null;
        }
    }

    /** Evicts idle sessions while slots are scarce. */
    void reapIdle(long nowNanos) {
        List<Session> victims = idle.victims(sessions.size());
        for (int i = 0; i < victims.size(); i++) {
            Session session = victims.get(i);
            context.get().trace().emit(new IdlePeerEvicted(session.peer(), nowNanos - session.lastActivityNanos()));
            close(nowNanos, session, "idle");
        }
    }

    /** Closes a session and purges what concerns it, once. */
    private ClosedSession close(long nowNanos, Session session, String reason) {
        owner.onSessionRemoved(session);
        ClosedSession closed = end(nowNanos, session, reason);
        owner.onResults(closed.results());
        owner.onRequestsFailed(closed.failedRequests(), reason);
        owner.onContextsOwed(closed.contexts());
        retired.add(session.peer(), closed);
        session.removeRegistration();
        epochs.onSessionClosed(nowNanos, session.peer());
        return closed;
    }

    private ClosedSession end(long nowNanos, Session session, String reason) {
        sessions.remove(session.peer());
        ClosedSession closed = session.close(nowNanos, reason);
        work.forget(session);
        idle.forget(session);
        closed.registrations().forEach(registrationOwners::remove);
        return closed;
    }

    /** Ends a session that does not settle by itself. */
    void fault(long nowNanos, Session session, String reason) {
        close(nowNanos, session, reason);
    }

    /** Closes everything, for shutdown. Registrations go with the data transport. */
    void closeAll(long nowNanos) {
        for (Session session : List.copyOf(sessions.values())) {
            end(nowNanos, session, "shutdown");
        }
        work.dropServeWindow();
    }

    // ---- what sessions tell --------------------------------------------------------------------------------------

    @Override
    public void wake(Session session) {
        work.poll(session);
    }

    @Override
    public void wakeForServe(Session session) {
        work.serveSoon(session);
    }

    @Override
    public void joinNextServe(Session session) {
        work.serve(session);
    }

    @Override
    public void wakeForScheduleEnd(Session session) {
        work.scheduleEnd(session);
    }

    @Override
    public void onActivity(Session session, long nowNanos) {
        idle.onActivity(nowNanos, session);
    }

    @Override
    public void onReady(Session session) {
        reconnects.onReady(session.peer());
    }

    @Override
    public void own(Session session, Registration registration) {
        registrationOwners.put(registration, session);
    }

    @Override
    public void onServerRequestIdle(Session session, String request) {
        owner.onRequestIdle(session, request);
    }

    @Override
    public EpochVerdict judgeEpoch(Session session, long nowNanos, @Nullable Long epoch) {
        return epochs.judge(nowNanos, session.peer(), epoch);
    }

    // ---- what transports tell ------------------------------------------------------------------------------------

    private final ControlTransport.Listener controlListener = new ControlTransport.Listener() {
        @Override
        public void onAccepted(Connection connection) {
            accepted.add(connection);
        }

        @Override
        public void onReceived(Connection connection) {
            wakeByPeer(connection.peer());
        }

        @Override
        public void onLost(Connection connection) {
            wakeByPeer(connection.peer());
        }
    };

    private void wakeByPeer(String peer) {
        Session session = sessions.get(peer);
        if (session != null) {
            wake(session);
        }
    }

    private final class DataListener implements DataTransport.Listener {
        private long nowNanos;

        @Override
        public void onCompletions(Registration registration) {
            Session session = registrationOwners.get(registration);
            if (session != null) {
                session.onCompletions(registration);
            } else {
                owner.onResults(retired.onCompletions(nowNanos, registration));
            }
        }

        @Override
        public void onRegistrationSettled(Registration registration) {
            settled.add(registration);
        }

        @Override
        public void onFenced(Registration registration) {
            owner.onResults(retired.onFenced(nowNanos, registration));
        }
    }

    // ---- work lists ----------------------------------------------------------------------------------------------

    /** Which sessions have something to do. */
    WorkLists work() {
        return work;
    }

    /** Whether a sweep or a serve window would do something even if nothing arrives and nothing falls due. */
    boolean hasWork() {
        return sweepSoon || work.anyDue();
    }

    List<Session> all() {
        return List.copyOf(sessions.values());
    }

    int size() {
        return sessions.size();
    }

    void digest(Digest digest, long nowNanos) {
        for (Session session : sessions.values()) {
            session.digest(digest, nowNanos);
            digest.add((long) work.membership(session));
        }
    }
}

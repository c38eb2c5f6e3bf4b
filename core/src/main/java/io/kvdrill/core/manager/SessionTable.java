package io.kvdrill.core.manager;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.session.ClosedSession;
import io.kvdrill.core.session.Session;
import io.kvdrill.core.session.SessionHost;
import io.kvdrill.core.session.TierContext;
import io.kvdrill.core.trace.SessionEvent.Opening;
import io.kvdrill.core.trace.SessionEvent.SessionOpened;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.Registration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a tier: at most one per peer. {@link SessionOpener} opens them, {@link Sweep} has them polled, {@link
 * Reaper} closes them; here is what they are found by, who has something to do, and where what they yield goes.
 */
final class SessionTable implements SessionHost {
    private final Supplier<TierContext> context;
    private final SessionOutcomes outcomes;
    private final IdlePeers idle;
    private final Epochs epochs;
    private final Reconnects reconnects;
    private final RetiredSessions retired;
    private final Map<String, Session> sessions = new LinkedHashMap<>();
    private final Map<Registration, Session> registrationOwners = new LinkedHashMap<>();
    private final WorkLists work = new WorkLists();
    private long numbers;

    SessionTable(
            Supplier<TierContext> context,
            SessionOutcomes outcomes,
            IdlePeers idle,
            Epochs epochs,
            Reconnects reconnects,
            RetiredSessions retired) {
        this.context = context;
        this.outcomes = outcomes;
        this.idle = idle;
        this.epochs = epochs;
        this.reconnects = reconnects;
        this.retired = retired;
    }

    @Nullable Session get(String peer) {
        return sessions.get(peer);
    }

    /** All of them, oldest first; a copy, so that they may be closed meanwhile. */
    List<Session> all() {
        return List.copyOf(sessions.values());
    }

    int size() {
        return sessions.size();
    }

    /** Which sessions have something to do. */
    WorkLists work() {
        return work;
    }

    // ---- a session's life ----------------------------------------------------------------------------------------

    /**
     * Opens a session on a connection.
     *
     * @throws io.kvdrill.core.transport.SendFailedException if our connect cannot be sent, under older rules
     */
    Session open(long nowNanos, String peer, Connection connection, Opening opening) {
        Session session = new Session(peer, ++numbers, nowNanos, context.get(), this);
        session.attach(nowNanos, connection, opening == Opening.DIALLED);
        sessions.put(peer, session);
        work.sweepSoon();
        context.get().trace().emit(new SessionOpened(peer, session.number(), opening));
        return session;
    }

    /** Lets a session handle what has arrived and fallen due. */
    void poll(long nowNanos, Session session) {
        Session.Polled polled = session.poll(nowNanos);
        outcomes.onResults(polled.loads());
        outcomes.onResults(polled.stores());
        for (String request : polled.fetched()) {
            outcomes.onFetched(nowNanos, session, request);
        }
    }

    /** Closes a session and purges what concerns it, once. */
    ClosedSession close(long nowNanos, Session session, String reason) {
        outcomes.onSessionRemoved(session);
        ClosedSession closed = end(nowNanos, session, reason);
        outcomes.onResults(closed.results());
        outcomes.onRequestsFailed(closed.failedRequests(), reason);
        outcomes.onContextsOwed(closed.contexts());
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

    /** Closes everything, for shutdown. Registrations go with the data transport. */
    void closeAll(long nowNanos) {
        for (Session session : all()) {
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
        outcomes.onRequestIdle(session, request);
    }

    @Override
    public EpochVerdict judgeEpoch(Session session, long nowNanos, @Nullable Long epoch) {
        return epochs.judge(nowNanos, session.peer(), epoch);
    }

    // ---- what transports tell ------------------------------------------------------------------------------------

    /** The connection of a peer has something to receive, or is lost. */
    void onConnectionChanged(String peer) {
        Session session = sessions.get(peer);
        if (session != null) {
            wake(session);
        }
    }

    void onCompletions(long nowNanos, Registration registration) {
        Session session = registrationOwners.get(registration);
        if (session != null) {
            session.onCompletions(registration);
        } else {
            outcomes.onResults(retired.onCompletions(nowNanos, registration));
        }
    }

    void onRegistrationSettled(long nowNanos, Registration registration) {
        Session session = registrationOwners.get(registration);
        if (session != null) {
            session.onRegistrationSettled(nowNanos, registration);
        }
    }

    void onFenced(long nowNanos, Registration registration) {
        outcomes.onResults(retired.onFenced(nowNanos, registration));
    }

    void digest(Digest digest, long nowNanos) {
        for (Session session : sessions.values()) {
            session.digest(digest, nowNanos);
            digest.add((long) work.membership(session));
        }
    }
}

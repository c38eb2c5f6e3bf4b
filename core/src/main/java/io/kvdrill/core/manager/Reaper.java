package io.kvdrill.core.manager;

import io.kvdrill.core.profile.Choices.FailureDomain;
import io.kvdrill.core.profile.Choices.Switch;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.session.ClosedSession;
import io.kvdrill.core.session.Session;
import io.kvdrill.core.trace.ManagerEvent.IdlePeerEvicted;
import io.kvdrill.core.trace.ManagerEvent.PeerDown;
import io.kvdrill.core.trace.TraceSink;
import java.util.List;

/**
 * Closes sessions that have died, and with them those that share their fate: of the same host (vLLM pull request 64678) or
 * of the same failure domain; and idle ones, while slots are scarce.
 */
final class Reaper {
    private final Rules rules;
    private final TraceSink trace;
    private final SessionTable sessions;
    private final IdlePeers idle;
    private final Reconnects reconnects;

    Reaper(Rules rules, TraceSink trace, SessionTable sessions, IdlePeers idle, Reconnects reconnects) {
        this.rules = rules;
        this.trace = trace;
        this.sessions = sessions;
        this.idle = idle;
        this.reconnects = reconnects;
    }

    /** Closes a dead session and those that share its fate. */
    void reap(long nowNanos, Session session) {
        String reason = session.deathReason();
        String domain = session.lost() ? session.peerDomain() : null;
        ClosedSession closed = sessions.close(nowNanos, session, reason);
        if (session.faulted()) {
            reconnects.onFault(nowNanos, session.peer());
        }
        int siblings = 0;
        if (rules.is(Rows.GROUP_PEERS_BY_HOST, Switch.ON)) {
            siblings = closeHost(nowNanos, session);
        }
        if (domain != null && rules.is(Rows.FAILURE_DOMAIN, FailureDomain.SHARED_FATE)) {
            siblings += closeDomain(nowNanos, domain, session);
        }
        trace.emit(new PeerDown(session.peer(), reason, closed.failedLoads(), siblings));
    }

    private int closeHost(long nowNanos, Session dead) {
        String host = PeerIds.host(dead.peer());
        int siblings = 0;
        for (Session session : sessions.all()) {
            if (PeerIds.host(session.peer()).equals(host)) {
                sessions.close(nowNanos, session, "its host lost " + dead.peer());
                siblings++;
            }
        }
        reconnects.quarantine(nowNanos, host);
        return siblings;
    }

    /** Closes the sessions with those that would die with a peer. They may be dialled at once: a handshake is a probe. */
    private int closeDomain(long nowNanos, String domain, Session dead) {
        int siblings = 0;
        for (Session session : sessions.all()) {
            if (domain.equals(session.peerDomain())) {
                sessions.close(nowNanos, session, "its failure domain lost " + dead.peer());
                siblings++;
            }
        }
        return siblings;
    }

    /** Evicts idle sessions while slots are scarce. */
    void reapIdle(long nowNanos) {
        List<Session> victims = idle.victims(sessions.size());
        for (int i = 0; i < victims.size(); i++) {
            Session session = victims.get(i);
            trace.emit(new IdlePeerEvicted(session.peer(), nowNanos - session.lastActivityNanos()));
            sessions.close(nowNanos, session, "idle");
        }
    }
}

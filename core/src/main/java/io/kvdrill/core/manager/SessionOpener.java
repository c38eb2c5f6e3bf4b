package io.kvdrill.core.manager;

import io.kvdrill.core.profile.Choices.AckBeforeConnect;
import io.kvdrill.core.profile.Choices.PeerIdentity;
import io.kvdrill.core.profile.Choices.ReconnectInDeathSweep;
import io.kvdrill.core.profile.Choices.SendFailure;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.Message.ConnectAck;
import io.kvdrill.core.protocol.Message.Disconnect;
import io.kvdrill.core.protocol.MessageReader;
import io.kvdrill.core.protocol.Payload;
import io.kvdrill.core.protocol.Reading;
import io.kvdrill.core.session.Session;
import io.kvdrill.core.tier.TierFailure;
import io.kvdrill.core.trace.SessionEvent.DialRefused;
import io.kvdrill.core.trace.SessionEvent.MessageDropped;
import io.kvdrill.core.trace.SessionEvent.Opening;
import io.kvdrill.core.trace.SessionEvent.PeerRefused;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.core.transport.DialRefusedException;
import io.kvdrill.core.transport.SendFailedException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Opens sessions: with peers that a request names, with peers that dial us, and with peers whose next life announced itself
 * to a session that has died (protocol.md section 6.3). Refuses those that must not have one.
 */
final class SessionOpener {
    private final String localId;
    private final Rules rules;
    private final TraceSink trace;
    private final ControlTransport control;
    private final SessionTable sessions;
    private final Reaper reaper;
    private final Reconnects reconnects;

    SessionOpener(
            String localId,
            Rules rules,
            TraceSink trace,
            ControlTransport control,
            SessionTable sessions,
            Reaper reaper,
            Reconnects reconnects) {
        this.localId = localId;
        this.rules = rules;
        this.trace = trace;
        this.control = control;
        this.sessions = sessions;
        this.reaper = reaper;
        this.reconnects = reconnects;
    }

    // ---- dialling ------------------------------------------------------------------------------------------------

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
            trace.emit(new DialRefused(peer, objection));
            return null;
        }
        try {
            return sessions.open(nowNanos, peer, control.dial(peer), Opening.DIALLED);
        } catch (DialRefusedException failure) {
            return onDialFailure(peer, TierFailure.Kind.DIAL_REFUSED, String.valueOf(failure.getMessage()));
        } catch (SendFailedException failure) {
            return onDialFailure(peer, TierFailure.Kind.SEND_FAILED, String.valueOf(failure.getMessage()));
        }
    }

    private @Nullable Session onDialFailure(String peer, TierFailure.Kind kind, String reason) {
        trace.emit(new DialRefused(peer, reason));
        if (rules.is(Rows.SEND_FAILURE, SendFailure.DEPENDS_ON_MESSAGE)) {
            throw new TierFailure(kind, reason);
        }
        return null;
    }

    private String objection(long nowNanos, String peer) {
        String problem = identityProblem(peer);
        if (!problem.isEmpty()) {
            return problem;
        }
        String crowded = crowded();
        return crowded.isEmpty() ? reconnects.objection(nowNanos, peer) : crowded;
    }

    /** Opens the peer's next session where its connect came in on one that was reaped; null where that cannot be had. */
    @Nullable Session succeed(long nowNanos, Session dead) {
        Session.Superseded newer = dead.superseded();
        if (newer == null) {
            return null;
        }
        try {
            Session successor = sessions.open(nowNanos, dead.peer(), control.dial(dead.peer()), Opening.ACCEPTED);
            successor.deliver(newer.unread());
            return successor;
        } catch (DialRefusedException | SendFailedException failure) {
            trace.emit(new DialRefused(dead.peer(), String.valueOf(failure.getMessage())));
            return null;
        }
    }

    // ---- accepting -----------------------------------------------------------------------------------------------

    /**
     * Takes a connection that a peer has opened.
     *
     * @throws TierFailure if our connect cannot be sent and the profile lets that pass
     */
    void accept(long nowNanos, Connection connection) {
        String peer = connection.peer();
        Session existing = sessions.get(peer);
        List<Payload> sentBefore = List.of();
        if (existing != null
                && existing.dead()
                && rules.is(Rows.RECONNECT_IN_DEATH_SWEEP, ReconnectInDeathSweep.REPLACES_DEAD_SESSION)) {
            sessions.poll(nowNanos, existing);
            Session.Superseded newer = existing.superseded();
            sentBefore = newer == null ? List.of() : newer.unread();
            reaper.reap(nowNanos, existing);
            existing = null;
        }
        String objection = crowded();
        if (objection.isEmpty()) {
            objection = existing == null ? identityProblem(peer) : "a session with it exists";
        }
        if (!objection.isEmpty()) {
            refuse(connection, objection);
            return;
        }
        List<Payload> first = List.of();
        if (sentBefore.isEmpty() && rules.profile().choice(Rows.ACK_BEFORE_CONNECT) == AckBeforeConnect.IGNORED) {
            first = connection.receive();
            if (onlyEndsHandshake(first)) {
                rules.choice(Rows.ACK_BEFORE_CONNECT);
                trace.emit(new MessageDropped(peer, "the end of a handshake without a session"));
                connection.close();
                return;
            }
        }
        Session session;
        try {
            session = sessions.open(nowNanos, peer, connection, Opening.ACCEPTED);
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
        trace.emit(new PeerRefused(connection.peer(), reason));
        connection.close();
    }

    // ---- who may have a session ----------------------------------------------------------------------------------

    /** Why there is no room for another session; empty if there is. */
    private String crowded() {
        if (sessions.size() < rules.amount(Rows.MAX_PEERS)) {
            return "";
        }
        rules.reach(Rows.MAX_PEERS);
        return sessions.size() + " sessions are open, the maximum";
    }

    /** What is wrong with a peer's id, where that matters; empty if nothing. */
    private String identityProblem(String peer) {
        String problem = PeerIds.problem(peer, localId);
        boolean refused = !problem.isEmpty() && rules.is(Rows.PEER_IDENTITY, PeerIdentity.REFUSED_WITH_REASON);
        return refused ? problem : "";
    }
}

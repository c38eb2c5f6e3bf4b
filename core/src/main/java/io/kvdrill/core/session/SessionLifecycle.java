package io.kvdrill.core.session;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.profile.Choices.RoleBeforeConnect;
import io.kvdrill.core.profile.Choices.SendFailure;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.Message.Connect;
import io.kvdrill.core.protocol.Message.Disconnect;
import io.kvdrill.core.protocol.Payload;
import io.kvdrill.core.session.SessionDeadline.Phase;
import io.kvdrill.core.time.Deadlines;
import io.kvdrill.core.trace.SessionEvent.ProtocolViolated;
import io.kvdrill.core.trace.SessionEvent.SessionDied;
import io.kvdrill.core.trace.SessionEvent.SessionReady;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.core.transport.SendFailedException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a session stands, from its connection to its close, and why it ended (protocol.md section 3): the only class that
 * moves it along {@link Handshake#TABLE}. Owns the connection and the deadline of the handshake.
 */
final class SessionLifecycle {
    private final Session session;
    private final TierContext context;
    private final Rules rules;
    private final SessionHost host;
    private final Outbox outbox;
    private final SessionDeadline handshakeDeadline;

    private @Nullable Connection connection;
    private Handshake.State state = Handshake.State.PENDING;
    private boolean dialled;
    private boolean faulted;
    private boolean wasReady;
    private boolean connectionLost;
    private String deathReason = "";
    private long connectedNanos;

    SessionLifecycle(Session session, TierContext context, SessionHost host, Outbox outbox) {
        this.session = session;
        this.context = context;
        this.rules = context.rules();
        this.host = host;
        this.outbox = outbox;
        this.handshakeDeadline = new SessionDeadline(session, Phase.HANDSHAKE) {
            @Override
            void expire(long now) {
                onHandshakeDeadline(now);
            }
        };
    }

    // ---- handshake -----------------------------------------------------------------------------------------------

    /** Takes the connection and announces us; see {@link Session#attach}. */
    void attach(long nowNanos, Connection newConnection, boolean weDialled) {
        if (state != Handshake.State.PENDING) {
            throw new IllegalStateException("session with " + session.peer() + " is already connected");
        }
        connection = newConnection;
        outbox.attach(newConnection);
        dialled = weDialled;
        connectedNanos = nowNanos;
        state = Handshake.TABLE.move(state, Handshake.Event.ATTACHED, Handshake.State.CONNECTING);
        try {
            outbox.sendUngated(nowNanos, ourConnect());
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

    private Connect ourConnect() {
        MemoryRegion region = context.data().region();
        return new Connect(
                context.localId(),
                region.agentMetadata(),
                region.baseAddress(),
                region.blockCount(),
                region.blockBytes(),
                context.fingerprint(),
                context.hashSeed(),
                context.epoch(),
                context.domain());
    }

    /**
     * The peer has acknowledged our connect: what waits may leave.
     *
     * @param registering whether we still register the peer; its deadline stays then, for that may never end
     */
    void becomeReady(long nowNanos, boolean registering) {
        state = Handshake.TABLE.move(state, Handshake.Event.ACKNOWLEDGED, Handshake.State.READY);
        wasReady = true;
        if (!registering) {
            context.deadlines().disarm(handshakeDeadline);
        }
        context.trace().emit(new SessionReady(session.peer(), outbox.waiting(), nowNanos - connectedNanos));
        host.onReady(session);
        outbox.open(nowNanos);
    }

    /** We have registered the peer, the other half of the handshake. */
    void onRegistered() {
        if (ready()) {
            context.deadlines().disarm(handshakeDeadline);
        }
    }

    private void onHandshakeDeadline(long nowNanos) {
        if (alive()) {
            rules.reach(Rows.HANDSHAKE_TIMEOUT);
            giveUp(nowNanos, "handshake not complete after " + (nowNanos - connectedNanos) / 1_000_000 + " ms");
        }
    }

    /** What the connection has brought since the last call. */
    List<Payload> receive() {
        return connection == null ? List.of() : connection.receive();
    }

    // ---- death ---------------------------------------------------------------------------------------------------

    /** Ends the session at the next reap. */
    void die(String reason) {
        if (state == Handshake.State.CONNECTING || ready()) {
            state = Handshake.TABLE.move(state, Handshake.Event.ENDED, Handshake.State.DEAD);
            deathReason = reason;
            if (connection != null) {
                connection.markDead();
            }
            context.trace().emit(new SessionDied(session.peer(), reason));
        }
        session.wake();
    }

    /**
     * Ends the session at the next reap because of its data path: the peer is told, for it cannot see our end of the
     * connection, and dials to it are put off.
     */
    void fault(long nowNanos, String reason) {
        faulted = true;
        if (alive() && connected()) {
            outbox.sendBestEffort(nowNanos, new Disconnect());
        }
        die(reason);
    }

    /** Ends the session because the peer broke the protocol, and tells it. */
    void violate(long nowNanos, String reason) {
        context.trace().emit(new ProtocolViolated(session.peer(), reason));
        if (alive()) {
            outbox.sendBestEffort(nowNanos, new Disconnect());
        }
        die("protocol violation: " + reason);
    }

    /**
     * Ends the session at the next reap because the peer was silent for too long. It may be well, and take the session for
     * open: where what it sends from now on would be dropped, it is told.
     */
    void giveUp(long nowNanos, String reason) {
        if (alive() && connected() && rules.profile().choice(Rows.ROLE_BEFORE_CONNECT) == RoleBeforeConnect.DROPPED) {
            outbox.sendBestEffort(nowNanos, new Disconnect());
        }
        die(reason);
    }

    /** Ends the session if its connection has gone. */
    void noticeLoss() {
        if (connection != null && !connection.alive()) {
            connectionLost |= deathReason.isEmpty();
            die("connection lost");
        }
    }

    /** Closes the connection, after a goodbye if the peer is to have one. */
    void close(long nowNanos, boolean sayGoodbye) {
        context.deadlines().disarm(handshakeDeadline);
        if (sayGoodbye) {
            outbox.sendBestEffort(nowNanos, new Disconnect());
        }
        if (connection != null) {
            connection.close();
        }
        state = Handshake.TABLE.move(state, Handshake.Event.CLOSED_BY_MANAGER, Handshake.State.CLOSED);
    }

    // ---- state ---------------------------------------------------------------------------------------------------

    /** Whether it can send and be sent to; true without a connection, too. */
    boolean alive() {
        return state != Handshake.State.DEAD && !closed() && (connection == null || connection.alive());
    }

    /** Whether the next reap closes it. */
    boolean dead() {
        return !alive() && !closed();
    }

    /** Whether it has a connection, alive or not. */
    boolean connected() {
        return connection != null;
    }

    /** Whether our connect is out, and the peer has not acknowledged it. */
    boolean connecting() {
        return state == Handshake.State.CONNECTING;
    }

    /** Whether the peer has acknowledged our connect. */
    boolean ready() {
        return state == Handshake.State.READY;
    }

    boolean closed() {
        return state == Handshake.State.CLOSED;
    }

    /** Whether we opened the connection. */
    boolean dialled() {
        return dialled;
    }

    /** Whether its data path is to blame for its death. */
    boolean faulted() {
        return faulted;
    }

    /** Whether its peer must be taken for gone; see {@link Session#lost}. */
    boolean lost() {
        return wasReady && (faulted || connectionLost || deathReason.isEmpty()) && dead();
    }

    /** Why it died; {@code otherwise} if it has not. */
    String deathReasonOr(String otherwise) {
        return deathReason.isEmpty() ? otherwise : deathReason;
    }

    void digest(Digest digest, long nowNanos) {
        digest.add(state).add(dialled).add(faulted);
        digest.add(handshakeDeadline.armed() ? handshakeDeadline.dueNanos() - nowNanos : -1);
    }
}

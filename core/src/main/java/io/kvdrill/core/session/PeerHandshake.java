package io.kvdrill.core.session;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.profile.Choices.AckBeforeConnect;
import io.kvdrill.core.profile.Choices.PeerRegistration;
import io.kvdrill.core.profile.Choices.SendFailure;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.Message.Connect;
import io.kvdrill.core.protocol.Message.ConnectAck;
import io.kvdrill.core.protocol.Payload;
import io.kvdrill.core.session.Session.Superseded;
import io.kvdrill.core.session.SessionHost.EpochVerdict;
import io.kvdrill.core.trace.SessionEvent.MessageDropped;
import io.kvdrill.core.trace.SessionEvent.PeerIncompatible;
import io.kvdrill.core.trace.SessionEvent.RegistrationRemoved;
import io.kvdrill.core.trace.SessionEvent.RegistrationSettled;
import io.kvdrill.core.trace.SessionEvent.RegistrationStarted;
import io.kvdrill.core.transport.DataTransport.RegistrationMode;
import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.core.transport.NoRegistration;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.core.transport.SendFailedException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a session does with the peer's connect and acknowledgement: it judges compatibility and incarnation, has the peer
 * registered, and acknowledges it (protocol.md sections 1 and 3).
 */
final class PeerHandshake {
    private final Session session;
    private final TierContext context;
    private final Rules rules;
    private final SessionHost host;
    private final Outbox outbox;
    private final SessionLifecycle lifecycle;
    private final Set<Registration> registrations = new LinkedHashSet<>();
    private RegistrationMachine.State peerState = RegistrationMachine.State.UNKNOWN;
    private @Nullable Registration registration;
    private @Nullable Connect peerConnect;
    private @Nullable Superseded superseded;

    PeerHandshake(Session session, TierContext context, SessionHost host, Outbox outbox, SessionLifecycle lifecycle) {
        this.session = session;
        this.context = context;
        this.rules = context.rules();
        this.host = host;
        this.outbox = outbox;
        this.lifecycle = lifecycle;
    }

    void onConnect(long nowNanos, Connect connect, Payload payload, List<Payload> rest) {
        EpochVerdict verdict = host.judgeEpoch(session, nowNanos, connect.epoch());
        if (verdict == EpochVerdict.REPLACED_BEFORE) {
            if (peerConnect == null) {
                lifecycle.die("its incarnation was replaced before");
            }
            return;
        }
        if (verdict == EpochVerdict.NEWER && peerConnect != null) {
            List<Payload> unread = new ArrayList<>();
            unread.add(payload);
            unread.addAll(rest);
            supersede(unread);
            lifecycle.die("replaced by a newer incarnation");
            return;
        }
        if (lifecycle.ready()) {
            throw new ProtocolViolation("duplicate connect after the handshake");
        }
        String difference = incompatibility(connect);
        if (!difference.isEmpty()) {
            context.trace().emit(new PeerIncompatible(session.peer(), difference));
            lifecycle.die("incompatible: " + difference);
            return;
        }
        if (connect.equals(peerConnect) && peerState == RegistrationMachine.State.REGISTERING) {
            return;
        }
        if (registrations.size() >= rules.amount(Rows.MAX_OPEN_IDS_PER_PEER)) {
            rules.reach(Rows.MAX_OPEN_IDS_PER_PEER);
            throw new ProtocolViolation("it announced itself " + registrations.size() + " times");
        }
        peerConnect = connect;
        register(nowNanos, connect);
    }

    /** What the peer has sent from here on, a connect first, is for the session that follows this one. */
    void supersede(List<Payload> unread) {
        superseded = new Superseded(List.copyOf(unread));
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
        Registration started = context.data()
                .register(session.peer(), region, inline ? RegistrationMode.INLINE : RegistrationMode.BACKGROUND);
        context.trace()
                .emit(new RegistrationStarted(
                        session.peer(), started.generation(), connect.blockCount(), connect.blockBytes()));
        if (registration != null && !inline) {
            context.data().remove(registration);
        }
        registration = started;
        registrations.add(started);
        host.own(session, started);
        if (started.state() != Registration.State.PENDING) {
            settleRegistration(nowNanos, started);
        }
    }

    /** The data transport is done with a registration of this peer. */
    void onRegistrationSettled(long nowNanos, Registration settled) {
        if (settled.equals(registration) && peerState == RegistrationMachine.State.REGISTERING && !lifecycle.closed()) {
            settleRegistration(nowNanos, settled);
        }
    }

    private void settleRegistration(long nowNanos, Registration settled) {
        boolean succeeded = settled.state() == Registration.State.READY;
        String failure = settled.failure();
        context.trace()
                .emit(new RegistrationSettled(
                        session.peer(), settled.generation(), succeeded, failure == null ? "" : failure));
        if (!succeeded) {
            movePeer(RegistrationMachine.Event.REGISTRATION_FAILED, RegistrationMachine.State.REJECTED);
            if (settled.state() == Registration.State.FAILED
                    && rules.is(Rows.PEER_REGISTRATION, PeerRegistration.INLINE_ONLY_REFUSAL_REJECTS)) {
                throw new DispatchError("registration failed: " + failure);
            }
            lifecycle.die("registration failed: " + (failure == null ? settled.state() : failure));
            return;
        }
        movePeer(RegistrationMachine.Event.REGISTRATION_READY, RegistrationMachine.State.REGISTERED);
        lifecycle.onRegistered();
        if (!lifecycle.alive()) {
            return;
        }
        try {
            outbox.sendUngated(nowNanos, new ConnectAck(context.localId(), context.epoch()));
        } catch (SendFailedException sendFailure) {
            if (rules.is(Rows.SEND_FAILURE, SendFailure.KILLS_CONNECTION)) {
                lifecycle.die("its acknowledgement could not be sent: " + sendFailure.getMessage());
            } else {
                throw sendFailure;
            }
        }
    }

    private void movePeer(RegistrationMachine.Event event, RegistrationMachine.State to) {
        peerState = RegistrationMachine.TABLE.move(peerState, event, to);
    }

    void onConnectAck(long nowNanos, ConnectAck ack) {
        if (lifecycle.ready()) {
            return;
        }
        Connect known = peerConnect;
        if (known == null && rules.is(Rows.ACK_BEFORE_CONNECT, AckBeforeConnect.IGNORED)) {
            context.trace().emit(new MessageDropped(session.peer(), "connect_ack before connect"));
            return;
        }
        if (known != null
                && context.epoch() != null
                && ack.epoch() != null
                && !ack.epoch().equals(known.epoch())) {
            context.trace().emit(new MessageDropped(session.peer(), "connect_ack of another incarnation"));
            return;
        }
        lifecycle.becomeReady(nowNanos, registering());
    }

    /** Ends the peer's registration with the data plane; transfers in flight go on. */
    void removeRegistration() {
        if (registration != null) {
            context.data().remove(registration);
            context.trace().emit(new RegistrationRemoved(session.peer(), registration.generation()));
        }
    }

    // ---- state ---------------------------------------------------------------------------------------------------

    /** The connect that the peer introduced itself with, or null. */
    @Nullable Connect peerConnect() {
        return peerConnect;
    }

    /** The first messages of the peer's next session, if they came in on this one. */
    @Nullable Superseded superseded() {
        return superseded;
    }

    /** The registration that writes go by; one that is refused where the peer has none. */
    Registration registration() {
        return registration == null ? new NoRegistration(session.peer()) : registration;
    }

    List<Registration> registrations() {
        return List.copyOf(registrations);
    }

    boolean registering() {
        return peerState == RegistrationMachine.State.REGISTERING;
    }

    boolean peerSpeaksExtensions() {
        return peerConnect != null && peerConnect.epoch() != null && context.epoch() != null;
    }

    void digest(Digest digest) {
        digest.add(peerState).add(peerConnect == null ? "" : peerConnect.toString());
    }
}

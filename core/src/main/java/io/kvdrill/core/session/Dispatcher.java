package io.kvdrill.core.session;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.profile.Choices.Bindings;
import io.kvdrill.core.profile.Choices.IntegerChecks;
import io.kvdrill.core.profile.Choices.ReconnectInDeathSweep;
import io.kvdrill.core.profile.Choices.RoleBeforeConnect;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
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
import io.kvdrill.core.trace.SessionEvent.DispatchFailed;
import io.kvdrill.core.trace.SessionEvent.MessageDropped;
import io.kvdrill.core.trace.SessionEvent.MessageReceived;
import io.kvdrill.core.trace.SessionEvent.ProtocolViolated;
import io.kvdrill.core.transport.SendFailedException;
import io.kvdrill.core.transport.WriteFailedException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Validates what the peer sends, and brings it to whom it concerns (protocol.md section 2). */
final class Dispatcher {
    private static final int DISPATCH_ERRORS_IN_A_ROW = 5;

    private final Session session;
    private final TierContext context;
    private final Rules rules;
    private final SessionLifecycle lifecycle;
    private final PeerHandshake handshake;
    private final Outbox outbox;
    private final ClientRole client;
    private final ServerRole server;
    private final MessageReader reader;
    private List<String> fetched = new ArrayList<>();
    private boolean dispatchingFetch;
    private int dispatchErrors;
    private @Nullable Payload connectAhead;

    Dispatcher(
            Session session,
            TierContext context,
            SessionLifecycle lifecycle,
            PeerHandshake handshake,
            Outbox outbox,
            ClientRole client,
            ServerRole server) {
        this.session = session;
        this.context = context;
        this.rules = context.rules();
        this.lifecycle = lifecycle;
        this.handshake = handshake;
        this.outbox = outbox;
        this.client = client;
        this.server = server;
        this.reader = new MessageReader(
                rules.profile().choice(Rows.KEY_ELEMENTS), rules.profile().choice(Rows.INTEGER_CHECKS));
    }

    /** Handles what has arrived, until the session dies or a newer incarnation of the peer announces itself. */
    void dispatch(long nowNanos, List<Payload> payloads) {
        for (int i = 0; i < payloads.size() && handshake.superseded() == null; i++) {
            List<Payload> left = payloads.subList(i, payloads.size());
            if (!lifecycle.alive()) {
                lookForReconnect(left);
                return;
            }
            dispatch(nowNanos, left.get(0), left.subList(1, left.size()));
        }
    }

    /** Handles one message of a live session; {@code rest} are those that arrived with it and come after it. */
    private void dispatch(long nowNanos, Payload payload, List<Payload> rest) {
        if (bytes(payload) > rules.amount(Rows.MAX_MESSAGE_SIZE)) {
            rules.reach(Rows.MAX_MESSAGE_SIZE);
            lifecycle.violate(nowNanos, "a message of " + bytes(payload) + " bytes");
            return;
        }
        Reading reading = reader.read(payload);
        if (reading instanceof Reading.Valid valid) {
            dispatchValid(nowNanos, valid.message(), payload, rest);
        } else if (reading instanceof Reading.Ignored ignored) {
            context.trace().emit(new MessageDropped(session.peer(), ignored.reason()));
            dispatchErrors = 0;
        } else if (reading instanceof Reading.Violation violation) {
            onInvalid(nowNanos, violation);
        } else if (reading instanceof Reading.InternalError error) {
            countDispatchError(nowNanos, error.reason());
        }
    }

    private void onInvalid(long nowNanos, Reading.Violation violation) {
        if (violation.type() == Message.Type.CONNECT && !lifecycle.ready()) {
            context.trace().emit(new ProtocolViolated(session.peer(), violation.reason()));
            lifecycle.die("refused connect: " + violation.reason());
        } else {
            lifecycle.violate(nowNanos, violation.reason());
        }
    }

    private void dispatchValid(long nowNanos, Message message, Payload payload, List<Payload> rest) {
        if (message instanceof Message.RequestMessage && dropBeforeConnect(nowNanos, message, rest)) {
            return;
        }
        context.trace().emit(new MessageReceived(session.peer(), message));
        try {
            handle(nowNanos, message, payload, rest);
        } catch (ProtocolViolation violation) {
            lifecycle.violate(nowNanos, String.valueOf(violation.getMessage()));
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
        context.trace().emit(new DispatchFailed(session.peer(), reason, dispatchErrors));
        if (dispatchErrors >= DISPATCH_ERRORS_IN_A_ROW) {
            lifecycle.violate(nowNanos, dispatchErrors + " dispatch errors in a row, the last: " + reason);
        }
    }

    private void handle(long nowNanos, Message message, Payload payload, List<Payload> rest) {
        if (message instanceof Connect connect) {
            connectAhead = null;
            handshake.onConnect(nowNanos, connect, payload, rest);
        } else if (message instanceof ConnectAck ack) {
            handshake.onConnectAck(nowNanos, ack);
        } else if (message instanceof Disconnect) {
            lifecycle.die("peer disconnected");
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
        if (handshake.peerConnect() != null || !rules.is(Rows.ROLE_BEFORE_CONNECT, RoleBeforeConnect.DROPPED)) {
            return false;
        }
        context.trace().emit(new MessageDropped(session.peer(), message.type().wireName() + " before connect"));
        if (!lifecycle.dialled() && !connectFollows(rest)) {
            outbox.sendBestEffort(nowNanos, new Disconnect());
            lifecycle.die("it sent " + message.type().wireName() + " before connect");
        }
        return true;
    }

    /** Looks for a connect once, however many messages are dropped before it. */
    private boolean connectFollows(List<Payload> rest) {
        for (int i = 0; i < rest.size() && connectAhead == null; i++) {
            if (isConnect(rest.get(i))) {
                connectAhead = rest.get(i);
            }
        }
        return connectAhead != null;
    }

    private boolean isConnect(Payload payload) {
        return reader.read(payload) instanceof Reading.Valid valid && valid.message() instanceof Connect;
    }

    private void onFetch(long nowNanos, Fetch fetch) {
        checkIndexes(fetch);
        dispatchingFetch = true;
        server.onFetch(nowNanos, fetch);
        // A terminal fetch wants nothing more: what others still want of the id stays theirs.
        if (!fetch.terminal() || !rules.is(Rows.BINDINGS, Bindings.BOUNDED)) {
            fetched.add(fetch.request());
        }
    }

    private void checkIndexes(Fetch fetch) {
        Connect known = handshake.peerConnect();
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

    /**
     * Looks through what a dead session leaves undispatched: a peer announces itself only once, so a connect among it is
     * for the next session.
     */
    private void lookForReconnect(List<Payload> undispatched) {
        if (rules.profile().choice(Rows.RECONNECT_IN_DEATH_SWEEP) != ReconnectInDeathSweep.REPLACES_DEAD_SESSION) {
            return;
        }
        for (int i = 0; i < undispatched.size(); i++) {
            if (isConnect(undispatched.get(i))) {
                rules.choice(Rows.RECONNECT_IN_DEATH_SWEEP);
                handshake.supersede(undispatched.subList(i, undispatched.size()));
                return;
            }
        }
    }

    private static int bytes(Payload payload) {
        if (payload instanceof RawPayload raw) {
            return raw.bytes();
        }
        return payload instanceof Message message ? MessageCodec.encodedBytes(message) : 0;
    }

    /** The ids fetched since the last call, in order. */
    List<String> takeFetched() {
        List<String> taken = fetched;
        fetched = new ArrayList<>();
        return taken;
    }

    /** Whether a fetch is being handled just now. */
    boolean dispatchingFetch() {
        return dispatchingFetch;
    }

    void digest(Digest digest) {
        digest.add((long) dispatchErrors).add((long) fetched.size());
    }
}

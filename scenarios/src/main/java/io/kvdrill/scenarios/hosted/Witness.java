package io.kvdrill.scenarios.hosted;

import io.kvdrill.core.manager.TransferParams;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TierResult;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.trace.ManagerEvent;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.SessionEvent.Opening;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.core.transport.SendFailedException;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Traces what a tier in another process does, from what can be seen of it: calls, messages, writes and results. So moments
 * and laws that go by the tier's events work for it, too, but for those about what only the tier itself knows.
 */
final class Witness {
    private static final String UNSAID = "the tier does not say";

    private final TraceSink trace;
    private final ClientSight client;
    private final ServerSight server;
    private final IdentityHashMap<Connection, Long> sessions = new IdentityHashMap<>();
    private final IdentityHashMap<Connection, Long> opened = new IdentityHashMap<>();
    private final IdentityHashMap<Connection, Boolean> dead = new IdentityHashMap<>();
    private final IdentityHashMap<RequestContext, TransferParams> requests = new IdentityHashMap<>();
    private final Map<Long, Direction> jobs = new LinkedHashMap<>();
    private long sessionNumber;
    private long nowNanos;

    Witness(TraceSink trace) {
        this.trace = trace;
        this.client = new ClientSight(trace);
        this.server = new ServerSight(trace);
    }

    void callBegins(long now) {
        nowNanos = now;
        client.at(now);
        server.at(now);
    }

    // ---- calls

    void requestOpened(RequestContext context) {
        TransferParams params = TransferParams.NONE;
        try {
            params = TransferParams.parse(context.kvTransferParams());
        } catch (TransferParams.Malformed e) {
            trace.emit(new ManagerEvent.TransferParamsRefused(context.requestId(), String.valueOf(e.getMessage())));
        }
        requests.put(context, params);
        TransferParams.Source source = params.source();
        trace.emit(new ManagerEvent.RequestOpened(
                context.requestId(),
                source == null ? "" : source.request(),
                source == null ? "" : source.peer(),
                source != null && source.symmetric(),
                produces(params)));
    }

    private static String produces(TransferParams params) {
        return params.destination() == null
                ? ""
                : Objects.requireNonNullElse(params.destination().request(), "");
    }

    void requestClosed(RequestContext context) {
        trace.emit(new ManagerEvent.RequestClosed(context.requestId()));
        requests.remove(context);
    }

    void lookedUp(RequestContext context, BlockKey key, LookupOutcome outcome) {
        TransferParams.Source source = paramsOf(context).source();
        if (source != null && source.symmetric()) {
            client.lookedUp(source, key, outcome);
        }
    }

    void submitted(TransferJob job, Direction direction, RequestContext context) {
        TransferParams params = paramsOf(context);
        TransferParams.Source source = params.source();
        String request = direction == Direction.STORE ? produces(params) : source == null ? "" : source.request();
        trace.emit(new ManagerEvent.JobSubmitted(job.id(), direction, request, job.keys(), job.slots()));
        jobs.put(job.id(), direction);
        if (direction == Direction.LOAD && source != null) {
            client.submitted(job, source);
        } else if (direction == Direction.STORE && !request.isEmpty()) {
            server.submitted(job, request);
        }
    }

    private TransferParams paramsOf(RequestContext context) {
        return requests.getOrDefault(context, TransferParams.NONE);
    }

    /** Which way a job that was given to the tier goes; null for a job that never was. */
    @Nullable Direction directionOf(long job) {
        return jobs.get(job);
    }

    void reported(TierResult result, String reason) {
        String why = reason.isEmpty() ? UNSAID : reason;
        if (result instanceof TierResult.JobFinished job) {
            if (job.direction() == Direction.LOAD) {
                client.ended(job, why);
            } else {
                server.ended(job, why);
            }
            trace.emit(new ManagerEvent.JobReported(job.job(), job.direction(), job.success(), job.slotsHeld()));
        } else if (result instanceof TierResult.SlotsReleased slots) {
            if (slots.direction() == Direction.LOAD) {
                client.released(slots);
            } else {
                server.released(slots);
            }
            trace.emit(new ManagerEvent.SlotsReported(slots.job(), slots.direction()));
        }
    }

    // ---- control

    void dialled(Connection connection) {
        open(connection, Opening.DIALLED);
    }

    void accepted(Connection connection) {
        open(connection, Opening.ACCEPTED);
    }

    private void open(Connection connection, Opening opening) {
        long number = ++sessionNumber;
        sessions.put(connection, number);
        opened.put(connection, nowNanos);
        trace.emit(new SessionEvent.SessionOpened(connection.peer(), number, opening));
    }

    void dialRefused(String peer, String reason) {
        trace.emit(new SessionEvent.DialRefused(peer, reason));
    }

    void markedDead(Connection connection) {
        died(connection, "the tier gave it up");
    }

    void lost(Connection connection) {
        died(connection, "the connection was lost");
    }

    private void died(Connection connection, String reason) {
        if (dead.putIfAbsent(connection, true) == null) {
            trace.emit(new SessionEvent.SessionDied(connection.peer(), reason));
        }
    }

    void closed(Connection connection) {
        Long number = sessions.remove(connection);
        if (number != null) {
            trace.emit(new SessionEvent.SessionClosed(connection.peer(), number, UNSAID, 0, 0, 0));
            if (dead.containsKey(connection)) {
                trace.emit(
                        new ManagerEvent.PeerDown(connection.peer(), UNSAID, client.openLoads(connection.peer()), 0));
            }
        }
    }

    /** Sends a message and tells of it. */
    void send(Connection connection, Message message) {
        String peer = connection.peer();
        client.sending(peer, message);
        server.sending(peer, message);
        try {
            connection.send(message);
        } catch (SendFailedException failure) {
            trace.emit(new SessionEvent.SendFailed(peer, message, String.valueOf(failure.getMessage())));
            throw failure;
        }
        trace.emit(new SessionEvent.MessageSent(peer, message));
    }

    void received(Connection connection, Message message) {
        String peer = connection.peer();
        trace.emit(new SessionEvent.MessageReceived(peer, message));
        if (message instanceof Message.ConnectAck) {
            Long since = opened.remove(connection);
            if (since != null) {
                trace.emit(new SessionEvent.SessionReady(peer, 0, nowNanos - since));
            }
        }
        client.received(peer, message);
        server.received(peer, message);
    }

    // ---- data

    void registered(Registration registration, MemoryRegion region) {
        trace.emit(new SessionEvent.RegistrationStarted(
                registration.peer(), registration.generation(), region.blockCount(), region.blockBytes()));
        if (registration.state() != Registration.State.PENDING) {
            settled(registration);
        }
    }

    void settled(Registration registration) {
        trace.emit(new SessionEvent.RegistrationSettled(
                registration.peer(),
                registration.generation(),
                registration.state() == Registration.State.READY,
                Objects.requireNonNullElse(registration.failure(), "")));
    }

    void removed(Registration registration) {
        trace.emit(new SessionEvent.RegistrationRemoved(registration.peer(), registration.generation()));
    }

    void written(Registration registration, long transfer, SlotList local, SlotList remote) {
        server.written(registration, transfer, local, remote);
    }

    void writeRefused(Registration registration, SlotList remote) {
        server.refused(registration, remote);
    }

    void ended(long transfer, boolean success) {
        server.writeEnded(transfer, success);
    }

    void cancelled(List<Long> transfers, List<Long> still) {
        server.cancelled(transfers, still);
    }

    // ---- parent

    void parentAsked(RequestContext context, BlockKey key, LookupOutcome outcome) {
        server.parentAsked(context, key, outcome);
    }

    void pinned(TransferJob job, RequestContext context) {
        jobs.put(job.id(), Direction.STORE);
        server.pinned(job, context);
    }
}

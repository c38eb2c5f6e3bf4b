package io.kvdrill.core.session;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.trace.SessionEvent.MessageQueued;
import io.kvdrill.core.trace.SessionEvent.MessageSent;
import io.kvdrill.core.trace.SessionEvent.MessageWithdrawn;
import io.kvdrill.core.trace.SessionEvent.SendFailed;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.SendFailedException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** What a session sends: role messages wait here, in order, until the peer has acknowledged our connect. */
final class Outbox {

    /** A role message and what is to happen once it has left. */
    static final class Ticket {
        private final Message message;
        private boolean waiting;
        private boolean sent;

        private Ticket(Message message) {
            this.message = message;
        }

        /** Whether the message was handed to the transport. */
        boolean sent() {
            return sent;
        }
    }

    private final Session session;
    private final TierContext context;
    private final Deque<Ticket> queue = new ArrayDeque<>();
    private @Nullable Connection connection;
    private boolean open;
    private int waiting;

    Outbox(Session session, TierContext context) {
        this.session = session;
        this.context = context;
    }

    void attach(Connection newConnection) {
        connection = newConnection;
    }

    int waiting() {
        return waiting;
    }

    /** Sends a role message, or queues it behind the handshake. A failure ends the session. */
    Ticket send(long nowNanos, Message message) {
        Ticket ticket = new Ticket(message);
        if (open) {
            transmit(nowNanos, ticket);
        } else if (session.alive()) {
            if (waiting >= context.rules().amount(Rows.MAX_QUEUED_MESSAGES_PER_PEER)) {
                context.rules().reach(Rows.MAX_QUEUED_MESSAGES_PER_PEER);
                session.lifecycle().giveUp(nowNanos, "more than " + waiting + " messages wait for its handshake");
                return ticket;
            }
            ticket.waiting = true;
            waiting++;
            queue.add(ticket);
            context.trace().emit(new MessageQueued(session.peer(), message));
        }
        return ticket;
    }

    /** Takes a message back that has not left yet. */
    void withdraw(Ticket ticket) {
        if (ticket.waiting) {
            ticket.waiting = false;
            waiting--;
            context.trace().emit(new MessageWithdrawn(session.peer(), ticket.message));
        }
    }

    /** Lets role messages through, those that waited first. */
    void open(long nowNanos) {
        open = true;
        for (Ticket ticket = queue.poll(); ticket != null; ticket = queue.poll()) {
            if (ticket.waiting) {
                ticket.waiting = false;
                waiting--;
                transmit(nowNanos, ticket);
            }
        }
    }

    /**
     * Sends past the queue.
     *
     * @throws SendFailedException if the transport would not take it
     */
    void sendUngated(long nowNanos, Message message) {
        Connection target = connection;
        if (target == null) {
            throw new SendFailedException("no connection to " + session.peer());
        }
        try {
            target.send(message);
        } catch (SendFailedException failure) {
            context.trace().emit(new SendFailed(session.peer(), message, String.valueOf(failure.getMessage())));
            throw failure;
        }
        session.touch(nowNanos);
        context.trace().emit(new MessageSent(session.peer(), message));
    }

    /** Sends past the queue and lets a failure pass. */
    void sendBestEffort(long nowNanos, Message message) {
        try {
            sendUngated(nowNanos, message);
        } catch (SendFailedException failure) {
            // The peer will learn it from the loss of the connection.
        }
    }

    private void transmit(long nowNanos, Ticket ticket) {
        if (!session.alive()) {
            return;
        }
        try {
            sendUngated(nowNanos, ticket.message);
            ticket.sent = true;
            session.onRoleMessageSent(nowNanos, ticket.message);
        } catch (SendFailedException failure) {
            session.lifecycle().die("send failed: " + failure.getMessage());
        }
    }

    void digest(Digest digest) {
        digest.add(open).add((long) waiting);
        for (Ticket ticket : queue) {
            if (ticket.waiting) {
                digest.add(ticket.message.toString());
            }
        }
    }
}

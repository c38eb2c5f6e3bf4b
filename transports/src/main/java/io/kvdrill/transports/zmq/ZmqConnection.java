package io.kvdrill.transports.zmq;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.protocol.Payload;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.SendFailedException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;

/** A DEALER to one peer, and an inbox that the transport's poll fills. */
final class ZmqConnection implements Connection {
    /** How long the farewell of a session may take to leave, in the background. */
    static final int FAREWELL_MILLIS = 200;

    private final ZmqControlTransport transport;
    private final String peer;
    private final ZMQ.Socket dealer;
    private final LinkWatch watch;
    private List<Payload> inbox = new ArrayList<>();
    private boolean alive = true;
    private boolean closed;
    private boolean upReported;
    private boolean saidGoodbye;
    private boolean leaving;
    /** The link on which the peer spoke last, and when; empty before. */
    private String inboundLink = "";

    private long lastSpokenNanos;
    /** Why the next poll reports a loss. */
    private @Nullable String overflow;

    ZmqConnection(ZmqControlTransport transport, String peer, ZMQ.Socket dealer, LinkWatch watch) {
        this.transport = transport;
        this.peer = peer;
        this.dealer = dealer;
        this.watch = watch;
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public boolean alive() {
        return alive;
    }

    @Override
    public void send(Message message) {
        if (!alive) {
            throw new SendFailedException("the connection to " + peer + " is " + (closed ? "closed" : "dead"));
        }
        if (overflow != null) {
            throw new SendFailedException(overflow);
        }
        byte[] frame;
        try {
            frame = MessageCodec.encode(message);
        } catch (IllegalArgumentException unsendable) {
            throw new SendFailedException("message to " + peer + ": " + unsendable.getMessage());
        }
        if (!offer(frame)) {
            overflow = "the queue to " + peer + " is full: " + transport.sendQueueMessages()
                    + " messages wait; the connection ends";
            throw new SendFailedException(overflow);
        }
        saidGoodbye = message instanceof Message.Disconnect;
    }

    private boolean offer(byte[] frame) {
        try {
            return dealer.send(frame, ZMQ.DONTWAIT);
        } catch (ZMQException failure) {
            throw new SendFailedException("the connection to " + peer + " failed: " + failure.getMessage());
        }
    }

    @Override
    public List<Payload> receive() {
        if (inbox.isEmpty()) {
            return List.of();
        }
        List<Payload> taken = inbox;
        inbox = new ArrayList<>();
        return taken;
    }

    @Override
    public void markDead() {
        if (alive) {
            alive = false;
            transport.died(this);
        }
    }

    @Override
    public void close() {
        markDead();
        if (closed || leaving) {
            return;
        }
        if (saidGoodbye && overflow == null && !watch.heard()) {
            // Closed now, before it is up, JeroMQ's socket would send nothing, however long it lingers.
            leaving = transport.letLeave(this);
        }
        if (!leaving) {
            closeSocket(overflow == null && watch.heard() ? FAREWELL_MILLIS : 0);
        }
    }

    // ---- for the transport ---------------------------------------------------------------------------------------

    void accept(Payload payload, String link, long nowNanos) {
        inbox.add(payload);
        inboundLink = link;
        lastSpokenNanos = nowNanos;
    }

    /** The link that the peer has opened to us, if it has been silent there, too; null if it has not. */
    @Nullable String silentLink(long nowNanos) {
        return watch.silent(nowNanos) && watch.silentSince(lastSpokenNanos, nowNanos) ? inboundLink : null;
    }

    /** The peer has answered for the first time since this was asked. */
    boolean takeUp() {
        boolean newlyUp = !upReported && watch.heard();
        upReported |= newlyUp;
        return newlyUp;
    }

    boolean wantsNudge(long nowNanos) {
        return watch.wantsNudge(nowNanos);
    }

    void excuseSilence(long nowNanos) {
        watch.excuse(nowNanos);
    }

    /** Why the connection counts as lost, or null. */
    @Nullable String loss(long nowNanos) {
        return overflow != null ? overflow : watch.loss(nowNanos);
    }

    /** A loss takes effect. */
    void becomeLost() {
        alive = false;
    }

    /** Releases the socket at once, whatever it holds, unless its goodbye is still under way. */
    void closeSocket() {
        if (!leaving) {
            closeSocket(0);
        }
    }

    /** Whether the goodbye can leave, now that the peer has answered; the socket is released then. */
    boolean left() {
        if (!watch.heard()) {
            return false;
        }
        closeSocket(FAREWELL_MILLIS);
        return true;
    }

    /** The goodbye has had its time. */
    void leaveUnheard() {
        closeSocket(0);
    }

    private void closeSocket(int lingerMillis) {
        if (!closed) {
            closed = true;
            transport.closeDealer(dealer, lingerMillis);
        }
    }
}

package io.kvdrill.transports.zmq;

import io.kvdrill.core.transport.DialRefusedException;
import io.kvdrill.core.transport.PeerAddress;
import io.kvdrill.transports.zmq.ZmqConfig.Heartbeat;
import io.kvdrill.transports.zmq.ZmqConfig.Limits;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.zeromq.SocketType;
import org.zeromq.ZEvent;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;
import org.zeromq.ZMonitor;

/** The ZeroMQ context of one transport, and how its sockets are set up. */
final class Sockets {
    private static final int RECONNECT_MILLIS = 100;
    private static final int NO_RECONNECT = -1;
    private static final long CLOSING_MILLIS = 2_000;
    /** ROUTER and what ZeroMQ keeps for itself. */
    private static final int OTHER_SOCKETS = 16;

    private final ZMQ.Context context;
    private final Heartbeat heartbeat;
    private final Limits limits;
    private volatile @Nullable String broken;

    Sockets(Heartbeat heartbeat, Limits limits) {
        this.heartbeat = heartbeat;
        this.limits = limits;
        this.context = ZMQ.context(1);
        context.setMaxSockets(limits.maxConnections() + OTHER_SOCKETS);
        context.setUncaughtExceptionHandler((thread, failure) -> broken = thread.getName() + " ended: " + failure);
        context.setNotificationExceptionHandler((thread, failure) -> {});
        context.setThreadFactor((work, name) -> {
            Thread thread = new Thread(work, "kvdrill-zmq-" + name);
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Why nothing works any more, or null. */
    @Nullable String broken() {
        return broken;
    }

    ZMQ.Socket router() {
        ZMQ.Socket router = context.socket(SocketType.ROUTER);
        prepare(router);
        router.setRouterHandover(true);
        router.setMsgAllocator(new FrameMemory(limits.maxMessageBytes()));
        return router;
    }

    /** A DEALER that goes on trying to connect, until it is connected, and does not dial anew when that link has ended. */
    ZMQ.Socket dealer(String identity, PeerAddress peer, InetAddress address, LinkWatch watch) {
        ZMQ.Socket dealer;
        try {
            dealer = context.socket(SocketType.DEALER);
        } catch (RuntimeException noDescriptors) {
            throw new DialRefusedException(
                    "cannot dial " + peer.id() + ": no socket can be had: " + noDescriptors.getMessage());
        }
        try {
            prepare(dealer);
            dealer.setIdentity(identity.getBytes(StandardCharsets.UTF_8));
            dealer.setReconnectIVL(RECONNECT_MILLIS);
            dealer.setMsgAllocator(watch);
            dealer.setEventHook(untilItEnds(dealer, watch), ZMQ.EVENT_CONNECTED | ZMQ.EVENT_DISCONNECTED);
            dealer.connect(endpoint(address, peer.port()));
        } catch (RuntimeException refused) {
            close(dealer, 0);
            throw new DialRefusedException("cannot dial " + peer.id() + ": " + refused.getMessage());
        }
        return dealer;
    }

    /**
     * Tells the watch, and lets no link follow the first: the end of that is the end of the connection, and what waits to be
     * sent must not reach the peer on another, which it would take for a new dial. On ZeroMQ's thread, before it dials.
     */
    private static ZEvent.ZEventConsummer untilItEnds(ZMQ.Socket dealer, LinkWatch watch) {
        return event -> {
            if (event.getEvent() == ZMonitor.Event.DISCONNECTED) {
                dealer.setReconnectIVL(NO_RECONNECT);
            }
            watch.consume(event);
        };
    }

    /**
     * Makes ZeroMQ's thread look at all its channels anew. When JeroMQ 0.6.0 handles the end of a connect and a command in
     * one round of its loop, connect first, it cancels the channel's key after having given the channel to the engine: no
     * byte of the link is read until something else adds or removes a channel. This does.
     */
    void nudge() {
        ZMQ.Socket other;
        try {
            other = context.socket(SocketType.ROUTER);
        } catch (RuntimeException noDescriptors) {
            return;
        }
        try {
            other.bind("tcp://127.0.0.1:*");
        } catch (ZMQException noPort) {
            // The next nudge may find one.
            return;
        } finally {
            close(other, 0);
        }
    }

    private void prepare(ZMQ.Socket socket) {
        socket.setLinger(0);
        socket.setIPv6(true);
        socket.setSndHWM(limits.sendQueueMessages());
        socket.setRcvHWM(limits.receiveQueueMessages());
        socket.setMaxMsgSize(limits.maxMessageBytes());
        socket.setHandshakeIvl(millis(limits.handshakeTimeout().toMillis()));
        socket.setHeartbeatIvl(millis(heartbeat.interval().toMillis()));
        socket.setHeartbeatTtl(millis(heartbeat.ttl().toMillis()));
        // No timer of JeroMQ's: LinkWatch judges silence.
        socket.setHeartbeatTimeout(0);
    }

    private static int millis(long millis) {
        return (int) Math.min(millis, Integer.MAX_VALUE);
    }

    static String endpoint(InetAddress address, int port) {
        String host = address.getHostAddress();
        return "tcp://" + (address instanceof Inet6Address ? "[" + host + "]" : host) + ":" + port;
    }

    /** Closes a socket, in the background; what it still has to send gets {@code lingerMillis}. */
    void close(ZMQ.Socket socket, int lingerMillis) {
        socket.setLinger(lingerMillis);
        socket.close();
    }

    /** Ends the context once all sockets are closed; gives up waiting after a while. */
    void end() {
        Thread end = new Thread(context::close, "kvdrill-zmq-end");
        end.setDaemon(true);
        end.start();
        try {
            end.join(CLOSING_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

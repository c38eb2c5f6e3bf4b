package io.kvdrill.transports.zmq;

import io.kvdrill.core.protocol.MalformedFrameException;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.protocol.Payload;
import io.kvdrill.core.protocol.RawPayload;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.core.transport.DialRefusedException;
import io.kvdrill.core.transport.PeerAddress;
import io.kvdrill.transports.TransportUnavailableException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.zeromq.ZMQ;

/**
 * The control channel of one engine on ZeroMQ (protocol.md section 2): one ROUTER, and a DEALER for each peer. Speaks to
 * libzmq 4 and JeroMQ peers that use ZMTP 3.
 *
 * <p>Its identity is {@code host:port} as configured. Peers are known by the one spelling of their address ({@link
 * PeerAddress}): a peer that calls itself {@code [0:0::1]:5710} is the peer {@code [::1]:5710}.
 *
 * <p>Not thread-safe: one thread opens it, makes every call, and closes it.
 */
public final class ZmqControlTransport implements ControlTransport {
    /** Messages that one poll sorts at most; a flood waits for the next. */
    private static final int POLL_MESSAGES = 10_000;

    private final ZmqConfig config;
    private final ControlObserver observer;
    private final LongSupplier clockNanos;
    private final Sockets sockets;
    private final RouterSocket router;
    private final String identity;
    private final String id;
    private final Map<String, ZmqConnection> registered = new LinkedHashMap<>();
    private final List<ZmqConnection> markedDead = new ArrayList<>();
    /** Closed connections whose goodbye is under way, and until when it may be. */
    private final Map<ZmqConnection, Long> leaving = new LinkedHashMap<>();

    /** What one poll finds, empty between two: a poll that finds nothing allocates next to nothing. */
    private final Map<ZmqConnection, String> losses = new LinkedHashMap<>();

    private final Set<ZmqConnection> received = new LinkedHashSet<>();
    private final Map<String, List<Arrival>> unclaimed = new LinkedHashMap<>();
    private final Sorter sorter = new Sorter();
    private final Awakening awakening;

    private long lastPollNanos;
    private boolean brokenReported;
    private boolean closed;

    private ZmqControlTransport(ZmqConfig config, ControlObserver observer, LongSupplier clockNanos) {
        this.config = config;
        this.observer = observer;
        this.clockNanos = clockNanos;
        this.sockets = new Sockets(config.heartbeat(), config.limits());
        try {
            this.router = RouterSocket.bind(sockets, config);
        } catch (TransportUnavailableException failure) {
            sockets.end();
            throw failure;
        }
        this.identity = config.host() + ":" + (config.port() == 0 ? router.port() : config.port());
        this.id = PeerAddress.canonical(identity);
        this.awakening = new Awakening(config.heartbeat());
        this.lastPollNanos = clockNanos.getAsLong();
    }

    /**
     * Starts listening.
     *
     * @throws TransportUnavailableException if the host cannot be advertised, or listening there is not possible
     */
    public static ZmqControlTransport open(ZmqConfig config) {
        return open(config, ControlObserver.NONE);
    }

    /** As {@link #open(ZmqConfig)}, with somebody to tell what happens. */
    public static ZmqControlTransport open(ZmqConfig config, ControlObserver observer) {
        return open(config, observer, System::nanoTime);
    }

    static ZmqControlTransport open(ZmqConfig config, ControlObserver observer, LongSupplier clockNanos) {
        String flaw = RouterSocket.whyNotAdvertised(config.host(), config.port());
        if (flaw != null) {
            throw new TransportUnavailableException("cannot advertise the host " + config.host() + ": " + flaw);
        }
        return new ZmqControlTransport(config, observer, clockNanos);
    }

    /** This engine's own peer id, in its one spelling. */
    public String id() {
        return id;
    }

    /** The port that it listens at. */
    public int boundPort() {
        return router.port();
    }

    @Override
    public Connection dial(String peer) {
        ZmqConnection existing = registered.get(PeerAddress.canonical(peer));
        if (existing != null) {
            if (existing.alive()) {
                throw alreadyConnected(peer, existing);
            }
            unregister(existing);
        }
        String flaw = PeerAddress.flawOf(peer);
        if (flaw == null) {
            flaw = whyNotDialled(PeerAddress.parse(peer));
        }
        if (flaw != null) {
            throw new DialRefusedException("cannot dial " + peer + ": " + flaw);
        }
        return connect(PeerAddress.parse(peer));
    }

    private static RuntimeException alreadyConnected(String peer, ZmqConnection existing) {
        return peer.equals(existing.peer())
                ? new IllegalStateException("a live connection to " + peer + " is registered")
                : new DialRefusedException("cannot dial " + peer + ": that is " + existing.peer()
                        + ", to which a connection is open; use that spelling");
    }

    @Override
    public void poll(Listener listener) {
        if (closed) {
            return;
        }
        forgetDead();
        findLosses();
        seeOff();
        drain();
        if (!losses.isEmpty() || !unclaimed.isEmpty() || !received.isEmpty()) {
            tell(listener);
        }
    }

    private void drain() {
        if (awakening.pauses(lastPollNanos)) {
            return;
        }
        boolean all = router.drain(sorter, POLL_MESSAGES);
        if (all) {
            awakening.over();
        }
    }

    private void tell(Listener listener) {
        losses.forEach(this::lose);
        List<ZmqConnection> accepted = accept();
        List<ZmqConnection> heard = List.copyOf(received);
        List<ZmqConnection> lost = List.copyOf(losses.keySet());
        losses.clear();
        received.clear();
        unclaimed.clear();
        heard.forEach(listener::onReceived);
        lost.forEach(listener::onLost);
        accepted.forEach(listener::onAccepted);
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        List.copyOf(registered.values()).forEach(ZmqConnection::close);
        registered.clear();
        leaving.keySet().forEach(ZmqConnection::leaveUnheard);
        leaving.clear();
        router.close();
        sockets.end();
    }

    // ---- poll ----------------------------------------------------------------------------------------------------

    private void forgetDead() {
        if (!markedDead.isEmpty()) {
            markedDead.forEach(this::unregister);
            markedDead.clear();
        }
    }

    private void findLosses() {
        long nowNanos = clockNanos.getAsLong();
        long unpolledNanos = nowNanos - lastPollNanos;
        boolean stoodStill = unpolledNanos > config.heartbeat().timeout().toNanos() / 2;
        awakening.stoodStill(unpolledNanos, nowNanos);
        lastPollNanos = nowNanos;
        String broken = sockets.broken();
        if (broken != null && !brokenReported) {
            brokenReported = true;
            observer.onBroken(broken);
        }
        boolean nudge = false;
        for (ZmqConnection connection : registered.values()) {
            nudge |= connection.wantsNudge(nowNanos);
            if (stoodStill) {
                connection.excuseSilence(nowNanos);
            }
            if (connection.takeUp()) {
                observer.onLinkUp(connection.peer());
            }
            String reason = broken != null ? broken : connection.loss(nowNanos);
            if (reason != null) {
                losses.put(connection, reason);
            }
        }
        if (nudge) {
            sockets.nudge();
        }
    }

    /** Goodbyes on connections that were closed before they were up. */
    private void seeOff() {
        if (leaving.isEmpty()) {
            return;
        }
        long nowNanos = lastPollNanos;
        boolean nudge = false;
        Iterator<Map.Entry<ZmqConnection, Long>> each = leaving.entrySet().iterator();
        while (each.hasNext()) {
            Map.Entry<ZmqConnection, Long> one = each.next();
            nudge |= one.getKey().wantsNudge(nowNanos);
            boolean over = nowNanos - one.getValue() >= 0;
            if (over) {
                one.getKey().leaveUnheard();
            }
            if (over || one.getKey().left()) {
                each.remove();
            }
        }
        if (nudge) {
            sockets.nudge();
        }
    }

    private void lose(ZmqConnection connection, String reason) {
        connection.becomeLost();
        String link = connection.silentLink(lastPollNanos);
        if (link != null) {
            router.links().hangUp(link);
        }
        unregister(connection);
        observer.onLinkLost(connection.peer(), reason);
    }

    /** A message of a peer that no connection is registered with, and the link that it came on. */
    private record Arrival(Payload payload, String link) {}

    /** Sorts what arrived to the connections that are registered, or by the peers that have none. */
    private final class Sorter implements RouterSocket.Sink {
        @Override
        public void onFrame(byte[] sender, byte[] frame, String link) {
            if (awakening.under() && router.links().hasEnded(link)) {
                observer.onFrameDropped(
                        printable(sender), "this process stood still, and the peer gave it up after having sent it");
                return;
            }
            String name = text(sender);
            String flaw = name == null ? "the identity is no UTF-8 text" : PeerAddress.flawOf(name);
            if (name == null || flaw != null) {
                observer.onIdentityRefused(printable(sender), String.valueOf(flaw));
                return;
            }
            Payload payload;
            try {
                payload = new RawPayload(
                        MessageCodec.decode(frame, config.limits().maxMessageBytes()), frame.length);
            } catch (MalformedFrameException malformed) {
                observer.onFrameDropped(printable(sender), String.valueOf(malformed.getMessage()));
                return;
            }
            String peer = PeerAddress.canonical(name);
            ZmqConnection connection = registered.get(peer);
            if (connection == null) {
                unclaimed.computeIfAbsent(peer, any -> new ArrayList<>()).add(new Arrival(payload, link));
            } else {
                connection.accept(payload, link, lastPollNanos);
                received.add(connection);
            }
        }

        @Override
        public void onMalformed(byte[] sender, String reason) {
            observer.onFrameDropped(printable(sender), reason);
        }
    }

    private List<ZmqConnection> accept() {
        List<ZmqConnection> accepted = new ArrayList<>();
        unclaimed.forEach((peer, arrivals) -> {
            String flaw = whyNotDialled(PeerAddress.parse(peer));
            if (flaw != null) {
                observer.onIdentityRefused(peer, flaw);
                return;
            }
            try {
                ZmqConnection connection = connect(PeerAddress.parse(peer));
                arrivals.forEach(arrival -> connection.accept(arrival.payload(), arrival.link(), lastPollNanos));
                accepted.add(connection);
            } catch (DialRefusedException refused) {
                observer.onIdentityRefused(peer, String.valueOf(refused.getMessage()));
            }
        });
        return accepted;
    }

    private static @Nullable String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException noText) {
            return null;
        }
    }

    private static String printable(byte[] sender) {
        String text = text(sender);
        return text != null && text.chars().noneMatch(Character::isISOControl)
                ? text
                : "0x" + HexFormat.of().formatHex(sender);
    }

    // ---- connections ---------------------------------------------------------------------------------------------

    private @Nullable String whyNotDialled(PeerAddress peer) {
        if (closed) {
            return "the control channel is closed";
        }
        String broken = sockets.broken();
        if (broken != null) {
            return "the control channel is down: " + broken;
        }
        if (peer.id().equals(id)) {
            return "that is this peer itself";
        }
        if (registered.size() >= config.limits().maxConnections()) {
            return registered.size() + " connections are open, the maximum";
        }
        if (config.allowed().resolve(peer) == null) {
            return "the host is not among those allowed: " + config.allowed();
        }
        return null;
    }

    private ZmqConnection connect(PeerAddress peer) {
        InetAddress address = config.allowed().resolve(peer);
        if (address == null) {
            throw new DialRefusedException("cannot dial " + peer.id() + ": the host is not allowed");
        }
        // What the connection before had to say must not arrive after what this one says.
        leaving.keySet().removeIf(former -> {
            boolean same = former.peer().equals(peer.id());
            if (same) {
                former.leaveUnheard();
            }
            return same;
        });
        LinkWatch watch = new LinkWatch(config.heartbeat(), config.limits().maxMessageBytes(), clockNanos);
        ZMQ.Socket dealer = sockets.dealer(identity, peer, address, watch);
        ZmqConnection connection = new ZmqConnection(this, peer.id(), dealer, watch);
        registered.put(peer.id(), connection);
        return connection;
    }

    private void unregister(ZmqConnection connection) {
        registered.remove(connection.peer(), connection);
        connection.closeSocket();
    }

    // ---- for connections -----------------------------------------------------------------------------------------

    void died(ZmqConnection connection) {
        markedDead.add(connection);
    }

    /** Keeps a closed connection until its goodbye has left, for a while; false if the channel closes itself. */
    boolean letLeave(ZmqConnection connection) {
        if (closed) {
            return false;
        }
        leaving.put(connection, clockNanos.getAsLong() + ZmqConnection.FAREWELL_MILLIS * 1_000_000L);
        return true;
    }

    void closeDealer(ZMQ.Socket dealer, int lingerMillis) {
        sockets.close(dealer, lingerMillis);
    }

    int sendQueueMessages() {
        return config.limits().sendQueueMessages();
    }
}

package io.kvdrill.sim.network;

import io.kvdrill.core.profile.Choices.ControlSend;
import io.kvdrill.core.profile.Choices.PeerIdentity;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.MalformedFrameException;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.protocol.Payload;
import io.kvdrill.core.protocol.RawPayload;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.core.transport.DialRefusedException;
import io.kvdrill.sim.kernel.HostThread;
import io.kvdrill.sim.network.SimConnection.Received;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The control channel of one incarnation of a peer. Follows the profile rows {@code router_handover}, {@code
 * control_send}, {@code peer_identity}, {@code max_message_size} and the three of the heartbeat.
 */
public final class SimControlTransport implements ControlTransport {
    /** What a connection that says goodbye has to reach its peer in; as the one over ZeroMQ. */
    private static final long FAREWELL_NANOS = 200_000_000L;

    private final SimControlNetwork network;
    private final ControlEndpoint endpoint;
    private final Router router;
    private final Map<String, SimConnection> registered = new LinkedHashMap<>();
    private final Set<Dealer> dealers = new LinkedHashSet<>();
    /** The same by their peers: a mesh has one for each, and a dial asks for those to one. */
    private final Map<String, List<Dealer>> dealersTo = new LinkedHashMap<>();

    private final List<SimConnection> markedDead = new ArrayList<>();
    private final List<SimConnection> losses = new ArrayList<>();
    /** Frames of identities without a connection. */
    private final Map<Identity, List<Frame>> unclaimed = new LinkedHashMap<>();

    private boolean closed;
    private boolean dead;

    SimControlTransport(SimControlNetwork network, ControlEndpoint endpoint) {
        this.network = network;
        this.endpoint = endpoint;
        this.router = new Router(network.kernel(), endpoint);
    }

    @Override
    public Connection dial(String peer) {
        SimConnection existing = registered.get(peer);
        if (existing != null) {
            if (existing.alive()) {
                throw new IllegalStateException("a live connection to " + peer + " is registered");
            }
            registered.remove(peer);
            existing.closeSocket();
        }
        String flaw = whyNotDialled(peer);
        if (flaw != null) {
            throw new DialRefusedException("cannot dial " + peer + ": " + flaw);
        }
        return register(peer);
    }

    @Override
    public void poll(Listener listener) {
        if (closed) {
            return;
        }
        forgetDead();
        if (router.isQuiet() && losses.isEmpty() && unclaimed.isEmpty()) {
            return;
        }
        Set<SimConnection> received = new LinkedHashSet<>();
        router.drain((identity, frame) -> sort(identity, frame, received));
        List<SimConnection> lost = takeLosses();
        List<SimConnection> accepted = acceptUnclaimed();
        received.forEach(listener::onReceived);
        lost.forEach(listener::onLost);
        accepted.forEach(listener::onAccepted);
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        registered.values().forEach(SimConnection::close);
        host().leave(this::closeSockets);
    }

    /**
     * Ends the channel as the death of its process does. What its kernel has taken still arrives, then its links close;
     * {@code silently}, as when the host loses power, nothing more arrives and nobody is told. If the process lives on, it
     * finds all connections lost, and every dial refused.
     */
    public void kill(boolean silently) {
        if (dead) {
            return;
        }
        dead = true;
        network.unlisten(this);
        List.copyOf(registered.values()).forEach(SimConnection::loseLater);
        List.copyOf(dealers).forEach(dealer -> dealer.die(silently));
        router.die();
        network.routerDied(this, silently);
    }

    /** Whose channel it is. */
    public ControlEndpoint endpoint() {
        return endpoint;
    }

    // ---- poll ----------------------------------------------------------------------------------------------------

    private void forgetDead() {
        for (SimConnection connection : markedDead) {
            unregister(connection);
        }
        markedDead.clear();
    }

    private void sort(Identity identity, Frame frame, Set<SimConnection> received) {
        if (frame.message == null && frame.parts.size() != 1) {
            drop(identity, frame, (frame.parts.size() + 1) + " parts; expected the identity and one more");
            return;
        }
        SimConnection connection = identity.text() == null ? null : registered.get(identity.text());
        if (connection == null) {
            unclaimed.computeIfAbsent(identity, any -> new ArrayList<>()).add(frame);
        } else if (hand(identity, frame, connection)) {
            received.add(connection);
        }
    }

    private boolean hand(Identity identity, Frame frame, SimConnection connection) {
        Payload payload = decode(identity, frame);
        if (payload == null) {
            return false;
        }
        connection.accept(new Received(payload, frame.deliveredEntry));
        return true;
    }

    private @Nullable Payload decode(Identity identity, Frame frame) {
        if (frame.message != null) {
            return frame.message;
        }
        byte[] bytes = frame.parts.get(0);
        try {
            return new RawPayload(MessageCodec.decode(bytes, Integer.MAX_VALUE), bytes.length);
        } catch (MalformedFrameException e) {
            drop(identity, frame, e.getMessage());
            return null;
        }
    }

    private void drop(Identity identity, Frame frame, @Nullable String reason) {
        network.kernel().causality().set(frame.deliveredEntry);
        trace().emit(new NetworkEvent.FrameRefused(identity.toString(), frame.number, String.valueOf(reason)));
    }

    private List<SimConnection> takeLosses() {
        List<SimConnection> lost = new ArrayList<>();
        for (SimConnection connection : losses) {
            if (connection.alive()) {
                connection.becomeLost();
                lost.add(connection);
            }
            unregister(connection);
        }
        losses.clear();
        return lost;
    }

    /** Opens connections for frames that nobody claimed. A frame whose sender cannot be dialled may keep raising. */
    private List<SimConnection> acceptUnclaimed() {
        List<SimConnection> accepted = new ArrayList<>();
        Iterator<Map.Entry<Identity, List<Frame>>> entries =
                unclaimed.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<Identity, List<Frame>> entry = entries.next();
            Identity identity = entry.getKey();
            String flaw = identity.flaw();
            if (flaw == null) {
                flaw = whyNotDialled(identity.toString());
            }
            if (flaw == null) {
                SimConnection connection = register(identity.toString());
                boolean any = false;
                for (Frame frame : entry.getValue()) {
                    any |= hand(identity, frame, connection);
                }
                if (any) {
                    accepted.add(connection);
                } else {
                    connection.close();
                }
            } else if (rules().is(Rows.PEER_IDENTITY, PeerIdentity.ERRORS_ESCAPE)) {
                throw new IllegalArgumentException("cannot answer " + identity + ": " + flaw);
            } else {
                trace().emit(new NetworkEvent.IdentityRefused(identity.toString(), flaw));
            }
            entries.remove();
        }
        return accepted;
    }

    // ---- connections ---------------------------------------------------------------------------------------------

    private @Nullable String whyNotDialled(String peer) {
        String flaw = Identity.flawOf(peer);
        if (flaw != null) {
            return flaw;
        }
        if (closed || dead) {
            return "the control channel is " + (closed ? "closed" : "down");
        }
        if (peer.equals(endpoint.identity()) && rules().is(Rows.PEER_IDENTITY, PeerIdentity.REFUSED_WITH_REASON)) {
            return "that is this peer itself";
        }
        if (registered.size() >= endpoint.maxConnections()) {
            return "no sockets are left: " + registered.size() + " connections are open";
        }
        return null;
    }

    private SimConnection register(String peer) {
        SimConnection connection = new SimConnection(this, peer);
        registered.put(peer, connection);
        connection.open();
        return connection;
    }

    private void unregister(SimConnection connection) {
        registered.remove(connection.peer(), connection);
        connection.closeSocket();
    }

    private void closeSockets() {
        network.unlisten(this);
        network.routerDied(this, false);
        List.copyOf(dealers).stream().filter(dealer -> !dealer.lingers()).forEach(this::forget);
        if (!dealers.isEmpty() && lingersForEver()) {
            // Never released: closing waits for what will not leave.
            host().block("closing the control channel: " + dealers.size() + " connections hold unsent messages");
        }
    }

    // ---- for the parts -------------------------------------------------------------------------------------------

    Dealer newDealer(String peer, Runnable onDisconnected) {
        // What the connection before had to say must not arrive after what this one says.
        List<Dealer> lingering = lingeringTo(peer);
        if (!lingering.isEmpty() && !lingersForEver()) {
            lingering.forEach(former -> host().leave(former::giveUp));
        }
        Dealer.Monitor monitor = new Dealer.Monitor() {
            @Override
            public void onDisconnected() {
                onDisconnected.run();
            }

            @Override
            public void onFinished(Dealer finished) {
                forget(finished);
            }
        };
        Dealer dealer = new Dealer(
                network,
                endpoint.address(),
                Identity.of(endpoint.identity()),
                peer,
                router.heartbeats(),
                trace(),
                monitor);
        dealers.add(dealer);
        dealersTo.computeIfAbsent(peer, any -> new ArrayList<>(1)).add(dealer);
        return dealer;
    }

    private void forget(Dealer dealer) {
        dealers.remove(dealer);
        dealersTo.computeIfPresent(dealer.peer, (peer, others) -> {
            others.remove(dealer);
            return others.isEmpty() ? null : others;
        });
    }

    private List<Dealer> lingeringTo(String peer) {
        List<Dealer> former = dealersTo.getOrDefault(peer, List.of());
        return former.isEmpty()
                ? former
                : former.stream().filter(Dealer::lingers).toList();
    }

    Frame newFrame(Message message) {
        return Frame.of(network.nextFrame(), message);
    }

    void socketClosed(Dealer dealer) {
        if (dealer.finished()) {
            forget(dealer);
        }
    }

    void died(SimConnection connection) {
        markedDead.add(connection);
    }

    void lost(SimConnection connection) {
        losses.add(connection);
    }

    void handedOut(String sender, List<Received> received) {
        network.handedOut(this, sender, received);
    }

    /** Whether a closed socket waits for its unsent messages: ZeroMQ's own default, and so that of blocking sends. */
    boolean lingersForEver() {
        return rules().is(Rows.CONTROL_SEND, ControlSend.BLOCKS);
    }

    /**
     * How long a connection that is closed may take to send what it holds: time for a goodbye. Anything else of a session
     * that is over would only make the peer open another one.
     */
    long lingerNanos(boolean saidGoodbye) {
        if (lingersForEver()) {
            return Dealer.FOR_EVER;
        }
        return saidGoodbye ? FAREWELL_NANOS : 0;
    }

    boolean dead() {
        return dead;
    }

    String address() {
        return endpoint.address();
    }

    Router router() {
        return router;
    }

    HostThread host() {
        return endpoint.host();
    }

    TraceSink trace() {
        return endpoint.trace();
    }

    Rules rules() {
        return endpoint.rules();
    }
}

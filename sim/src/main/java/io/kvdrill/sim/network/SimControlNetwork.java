package io.kvdrill.sim.network;

import io.kvdrill.core.protocol.RawPayload;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.kernel.Paths;
import io.kvdrill.sim.kernel.RandomStreams;
import io.kvdrill.sim.network.SimConnection.Received;
import io.kvdrill.sim.trace.CauseFinder;
import io.kvdrill.sim.world.ControlLink;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The control network of a world. Gives every incarnation of a peer its {@link SimControlTransport}, and carries frames
 * between them.
 *
 * <p>As {@link CauseFinder} it knows that a message is received because it was delivered, not because of what its
 * receiver did before in the same step.
 */
public final class SimControlNetwork implements CauseFinder {
    private record Pair(String from, String to) {}

    private static final class HandedOut {
        final List<Received> batch;
        int next;

        HandedOut(List<Received> batch) {
            this.batch = batch;
        }
    }

    private final Kernel kernel;
    private final RandomStreams streams;
    private final ControlLink defaultLink;
    private final Map<Pair, ControlLink> links = new LinkedHashMap<>();
    private final Map<Pair, Long> connectDelays = new LinkedHashMap<>();
    private final Map<Pair, String> aliases = new LinkedHashMap<>();
    private final Map<String, SimControlTransport> listeners = new LinkedHashMap<>();
    private final Set<Link> liveLinks = new LinkedHashSet<>();
    private final Set<Dealer> waiting = new LinkedHashSet<>();
    private final Paths paths = new Paths();
    private final NetworkFaults faults = new NetworkFaults(this);
    private long linkNumbers;
    private long frameNumbers;
    /** By sender: what the transport that last handed anything out has handed out. */
    private final Map<String, HandedOut> handedOut = new LinkedHashMap<>();

    private @Nullable SimControlTransport handingOut;

    /** A network whose links are all like {@code defaultLink}. */
    public SimControlNetwork(Kernel kernel, RandomStreams streams, ControlLink defaultLink) {
        this.kernel = kernel;
        this.streams = streams;
        this.defaultLink = defaultLink;
    }

    /** Sets what frames from one address to another meet; sockets that exist keep their high-water mark. */
    public void link(String from, String to, ControlLink link) {
        links.put(new Pair(from, to), link);
    }

    /** Lets {@code name}, dialled from an address, lead to another address; two hosts may mean different things by it. */
    public void alias(String from, String name, String address) {
        aliases.put(new Pair(from, name), address);
    }

    /**
     * Binds a peer's ROUTER and gives it its transport. Who waits for that address connects at its next attempt.
     *
     * @throws IllegalStateException if the address is in use
     */
    public SimControlTransport open(ControlEndpoint endpoint) {
        SimControlTransport holder = listeners.get(endpoint.address());
        if (holder != null) {
            throw new IllegalStateException("cannot bind " + endpoint.address() + " for " + endpoint.incarnation()
                    + ": in use by " + holder.endpoint().incarnation());
        }
        SimControlTransport transport = new SimControlTransport(this, endpoint);
        listeners.put(endpoint.address(), transport);
        for (Link link : List.copyOf(liveLinks)) {
            if (link.routerAddress().equals(endpoint.address())
                    || link.dealerAddress().equals(endpoint.address())) {
                link.otherEndForgot();
            }
        }
        wake();
        return transport;
    }

    /** What can go wrong here, to be made to. */
    public NetworkFaults faults() {
        return faults;
    }

    @SuppressWarnings("ReferenceEquality") // the very message: an equal one may have been dropped before
    @Override
    public long causeOf(String peer, TraceEvent event) {
        if (!(event instanceof SessionEvent.MessageReceived received)) {
            return UNKNOWN;
        }
        HandedOut handed = handedOut.get(received.peer());
        for (int i = handed == null ? 0 : handed.next; handed != null && i < handed.batch.size(); i++) {
            Received candidate = handed.batch.get(i);
            boolean same = candidate.payload() == received.message();
            boolean raw = candidate.payload() instanceof RawPayload;
            if (same || raw) {
                handed.next = i + 1;
                return candidate.deliveredEntry();
            }
        }
        return UNKNOWN;
    }

    // ---- for the parts -------------------------------------------------------------------------------------------

    Kernel kernel() {
        return kernel;
    }

    Paths paths() {
        return paths;
    }

    NetworkFaults rules() {
        return faults;
    }

    Set<Link> liveLinks() {
        return liveLinks;
    }

    String resolve(String from, String name) {
        return aliases.getOrDefault(new Pair(from, name), name);
    }

    @Nullable SimControlTransport listenerAt(String address) {
        return listeners.get(address);
    }

    ControlLink linkBetween(String from, String to) {
        return links.isEmpty() ? defaultLink : links.getOrDefault(new Pair(from, to), defaultLink);
    }

    /** Why no link can be opened from one address to another now, or null if one can. */
    @Nullable String whyUnreachable(String from, String to) {
        if (!paths.open(from, to) || !paths.open(to, from)) {
            return "no path";
        }
        return listeners.containsKey(to) ? null : "nobody listens";
    }

    long oneWayNanos(String from, String to, int bytes) {
        ControlLink link = linkBetween(from, to);
        long nanos = streams.delayNanos(from, "control_to:", to, link.rtt()) / 2;
        if (link.bytesPerSecond() > 0) {
            nanos += (long) ((double) bytes * 1e9 / link.bytesPerSecond());
        }
        return nanos;
    }

    /** A time up to this one, both ends included, at random. */
    long jitter(String from, String to, long mostNanos) {
        return mostNanos == 0 ? 0 : streams.stream(from, "jitter_to:" + to).uniform(0, mostNanos);
    }

    /** A round trip for TCP and one for ZMTP. */
    long handshakeNanos(String from, String to) {
        return 4 * oneWayNanos(from, to, 0) + connectDelays.getOrDefault(new Pair(from, to), 0L);
    }

    void delayConnects(String from, String to, long nanos) {
        connectDelays.put(new Pair(from, to), nanos);
    }

    Link newLink(Dealer dealer, SimControlTransport listener) {
        Link link = new Link(this, ++linkNumbers, dealer, listener);
        liveLinks.add(link);
        return link;
    }

    long nextFrame() {
        return ++frameNumbers;
    }

    void await(Dealer dealer) {
        waiting.add(dealer);
    }

    void forget(Dealer dealer) {
        waiting.remove(dealer);
    }

    void closed(Link link) {
        if (link.down()) {
            liveLinks.remove(link);
        }
    }

    void unlisten(SimControlTransport transport) {
        listeners.remove(transport.address(), transport);
    }

    void routerDied(SimControlTransport transport, boolean silently) {
        for (Link link : List.copyOf(liveLinks)) {
            if (link.router == transport.router()) {
                link.routerDies(silently);
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // a transport is an identity
    void handedOut(SimControlTransport transport, String sender, List<Received> received) {
        if (transport != handingOut) {
            handingOut = transport;
            handedOut.clear();
        }
        handedOut.put(sender, new HandedOut(received));
    }

    /** Something changed in who reaches whom. */
    void pathsChanged() {
        for (Link link : List.copyOf(liveLinks)) {
            link.pathsChanged();
        }
        wake();
    }

    private void wake() {
        for (Dealer dealer : List.copyOf(waiting)) {
            if (dealer.couldConnect()) {
                waiting.remove(dealer);
                dealer.wake();
            }
        }
    }
}

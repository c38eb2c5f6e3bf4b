package io.kvdrill.scenarios.processes;

import io.kvdrill.scenarios.node.RealTime;
import io.kvdrill.sim.fault.ControlFaults;
import io.kvdrill.sim.network.MessageFate;
import io.kvdrill.sim.network.MessageFilter;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A proxy in front of every peer, at the address that others dial. All rules are shared by all proxies; they may be
 * changed and asked from any thread.
 */
final class ProxyPaths implements ControlPaths, ControlFaults {

    /** Nothing passes one way. */
    record Cut(@Nullable String from, @Nullable String to) {
        boolean stops(String sender, String receiver) {
            return (from == null || from.equals(sender)) && (to == null || to.equals(receiver));
        }
    }

    /** What becomes of messages. */
    static final class Rule {
        final MessageFilter filter;
        final long nth;
        final MessageFate fate;
        private final AtomicLong met = new AtomicLong();
        private volatile boolean over;

        Rule(MessageFilter filter, long nth, MessageFate fate) {
            this.filter = filter;
            this.nth = nth;
            this.fate = fate;
        }

        /** Whether a message that matches meets the fate; counts it. */
        boolean strikes() {
            return !over && (met.incrementAndGet() == nth || nth == 0);
        }

        boolean over() {
            return over;
        }
    }

    private final Map<String, ControlProxy> proxies = new LinkedHashMap<>();
    private final List<Cut> cuts = new CopyOnWriteArrayList<>();
    private final List<Rule> rules = new CopyOnWriteArrayList<>();
    private final Random chance;

    private ProxyPaths(long seed) {
        this.chance = new Random(seed);
    }

    /**
     * Proxies for the peers of a world, whose addresses are of this host.
     *
     * @throws UncheckedIOException if a port is not free
     */
    static ProxyPaths between(World world) {
        ProxyPaths paths = new ProxyPaths(1);
        List<Integer> ports = HostAddresses.free(world.peers().size());
        try {
            for (int i = 0; i < ports.size(); i++) {
                PeerSpec peer = world.peers().get(i);
                paths.proxies.put(
                        peer.id(),
                        new ControlProxy(peer.id(), peer.host(), peer.port() + peer.rank(), ports.get(i), paths));
            }
        } catch (IOException e) {
            paths.close();
            throw new UncheckedIOException("cannot put a proxy in front of a peer: " + e.getMessage(), e);
        }
        return paths;
    }

    @Override
    public int bindPort(String peer) {
        return proxy(peer).backendPort();
    }

    private ControlProxy proxy(String peer) {
        ControlProxy proxy = proxies.get(peer);
        if (proxy == null) {
            throw new IllegalArgumentException("no peer has the id " + peer);
        }
        return proxy;
    }

    @Override
    public ControlFaults faults(RealTime time) {
        return this;
    }

    // ---- what proxies ask ----------------------------------------------------------------------------------------

    /** Waits until the way is open; a thread that is interrupted goes on at once. */
    synchronized void awaitOpen(String from, String to) throws InterruptedException {
        while (stopped(from, to)) {
            wait();
        }
    }

    private boolean stopped(String from, String to) {
        return cuts.stream().anyMatch(cut -> cut.stops(from, to));
    }

    /** The first rule whose fate a message meets; null for none. */
    @Nullable Rule ruleFor(String from, String to, String type, @Nullable String request) {
        for (Rule rule : rules) {
            MessageFilter filter = rule.filter;
            boolean matches = (filter.from() == null || filter.from().equals(from))
                    && (filter.to() == null || filter.to().equals(to))
                    && (filter.type() == null || filter.type().equals(type))
                    && (filter.request() == null || filter.request().equals(request));
            if (matches && rule.strikes()) {
                return rule;
            }
        }
        return null;
    }

    /** Waits until a rule is over. */
    synchronized void awaitEnd(Rule rule) throws InterruptedException {
        while (!rule.over()) {
            wait();
        }
    }

    /** How long a delay takes this time. */
    synchronized long nanosOf(MessageFate.Delay delay) {
        return delay.nanos() + (delay.jitterNanos() == 0 ? 0 : (long) (chance.nextDouble() * delay.jitterNanos()));
    }

    // ---- faults --------------------------------------------------------------------------------------------------

    @Override
    public synchronized Runnable partition(String from, @Nullable String to, boolean oneWay) {
        List<Cut> made = new ArrayList<>();
        made.add(new Cut(from, to));
        if (!oneWay) {
            made.add(new Cut(to, from));
        }
        cuts.addAll(made);
        return () -> {
            synchronized (this) {
                made.forEach(cuts::remove);
                notifyAll();
            }
        };
    }

    @Override
    public void reset(String between, String and) {
        proxy(between).reset(and);
        proxy(and).reset(between);
    }

    @Override
    public void dropSilently(String between, String and) {
        proxy(between).silence(and);
        proxy(and).silence(between);
    }

    @Override
    public Runnable onMessage(MessageFilter filter, long nth, MessageFate fate) {
        Rule rule = new Rule(filter, nth, fate);
        rules.add(rule);
        return () -> {
            synchronized (this) {
                rule.over = true;
                rules.remove(rule);
                notifyAll();
            }
        };
    }

    @Override
    public void inject(byte[] identity, String to, byte[] frame) {
        proxy(to).inject(identity, frame);
    }

    @Override
    public void close() {
        proxies.values().forEach(ControlProxy::close);
    }
}

package io.kvdrill.scenarios.node;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.engine.EngineEvent.LegEnd;
import io.kvdrill.sim.engine.EngineHost.LegResult;
import io.kvdrill.sim.engine.LegSpec;
import io.kvdrill.sim.run.PeerHost;
import io.kvdrill.sim.run.PeerView;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.transports.TransportUnavailableException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A node with its API: what {@code kvdrill node} is. The thread that calls {@link #start} calls {@link #run}.
 *
 * <p>The node's own engine can make room for the peers of runs, which then have its address, and come back afterwards: with
 * an empty cache, and as another life.
 */
public final class NodeServer implements AutoCloseable {

    /**
     * How a node is reached.
     *
     * @param address where the API listens
     * @param token what its clients must show; empty for nothing
     * @param faults whether the node kills or pauses itself on request
     */
    public record ApiSettings(InetSocketAddress address, String token, boolean faults) {}

    /** Who has the place of the node. */
    private enum Tenant {
        OWN_ENGINE,
        LEAVING,
        GUEST,
        COMING_BACK,
        NOBODY
    }

    private final ApiSettings apiSettings;
    private final GuestPeers.Maker guests;
    private final Consumer<String> log;
    private final RequestBook book;
    private final NodeMetrics metrics = new NodeMetrics();
    private final TraceFeed feed = new TraceFeed();
    private final Object lock = new Object();
    private volatile Node node;
    private Tenant tenant = Tenant.OWN_ENGINE;
    private boolean endAsked;
    private @Nullable NodeApi api;
    private volatile boolean ended;

    /** A node that holds no resource yet, and lends its place to nobody. */
    public NodeServer(NodeSettings settings, ApiSettings api) {
        this(settings, api, GuestPeers.none(), line -> {});
    }

    /**
     * A node that holds no resource yet.
     *
     * @param guests to whom it lends its place
     * @param log told which peers it has and why it loses one, a line each, on the node's thread; and of faults of the API, on
     *     threads of that
     */
    public NodeServer(NodeSettings settings, ApiSettings api, GuestPeers.Maker guests, Consumer<String> log) {
        this.log = log;
        this.apiSettings = api;
        this.guests = guests;
        this.book = new RequestBook(settings.peer(), settings.model());
        this.node = made(settings);
    }

    private Node made(NodeSettings settings) {
        return new Node(settings, new Node.Watchers(book, this::onEntry, this::onStepEnd));
    }

    /**
     * Opens the transports and the API.
     *
     * @throws TransportUnavailableException if one of them cannot be opened, saying why
     */
    public void start() {
        node.start();
        try {
            api = new NodeApi(
                    this,
                    apiSettings.address(),
                    apiSettings.token(),
                    apiSettings.faults(),
                    guests.of(this, apiSettings.faults()));
        } catch (IOException failure) {
            node.end();
            throw new TransportUnavailableException(
                    "cannot serve the API at " + apiSettings.address().getHostString() + ":"
                            + apiSettings.address().getPort() + ": " + failure.getMessage()
                            + (failure instanceof BindException ? "; choose another with --api HOST:PORT" : ""),
                    failure);
        }
    }

    /**
     * Runs until the engine has ended, and not to make room.
     *
     * @return why the engine died of itself; null if it was shut down
     * @throws TransportUnavailableException if it made room and its place has been taken meanwhile
     */
    public @Nullable String run() {
        while (true) {
            node.run();
            String crash = node.host().view().crash();
            if (crash != null || !awaitComeBack()) {
                ended = true;
                enter(Tenant.NOBODY);
                return crash;
            }
            NodeSettings settings = settings();
            Node next = made(settings.withLife(settings.life() + 1));
            try {
                next.start();
            } catch (TransportUnavailableException taken) {
                ended = true;
                enter(Tenant.NOBODY);
                throw taken;
            }
            node = next;
            enter(Tenant.OWN_ENGINE);
            if (endAsked()) {
                next.post(PeerHost::shutDown);
            }
        }
    }

    /** Whether the engine, which has ended, only made room; then returns once it may come back. */
    private boolean awaitComeBack() {
        synchronized (lock) {
            if (tenant != Tenant.LEAVING) {
                return false;
            }
            enter(Tenant.GUEST);
            await(() -> tenant != Tenant.GUEST || endAsked);
            return !endAsked;
        }
    }

    private void enter(Tenant next) {
        synchronized (lock) {
            tenant = next;
            lock.notifyAll();
        }
    }

    private void await(BooleanSupplier come) {
        synchronized (lock) {
            while (!come.getAsBoolean()) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException("nobody interrupts the threads of a node", e);
                }
            }
        }
    }

    private boolean endAsked() {
        synchronized (lock) {
            return endAsked;
        }
    }

    // ---- guests --------------------------------------------------------------------------------------------------

    /**
     * Lets the own engine end, so that another process can have its address, and waits until it has. From a thread of the
     * API; whoever called this calls {@link #comeBack}.
     *
     * @throws Refused if somebody else has it, or requests are under way
     */
    public void makeRoom() {
        synchronized (lock) {
            if (tenant != Tenant.OWN_ENGINE || endAsked) {
                throw new Refused(409, "another run has this node, or it is ending; try again when that is over");
            }
            if (book.underWay() > 0) {
                throw new Refused(409, book.underWay() + " requests are under way here; a run would end them");
            }
            tenant = Tenant.LEAVING;
            node.post(PeerHost::shutDown);
            await(() -> tenant != Tenant.LEAVING);
            if (tenant != Tenant.GUEST || endAsked) {
                throw new Refused(503, "the node is ending");
            }
        }
    }

    /** Lets the own engine come back, and waits until it has; from a thread of the API. */
    public void comeBack() {
        synchronized (lock) {
            if (tenant == Tenant.GUEST) {
                enter(Tenant.COMING_BACK);
            }
            await(() -> tenant != Tenant.COMING_BACK);
        }
    }

    /** Tells the engine to shut its tier down and to end, in bounded time. From any thread. */
    public void shutDown() {
        synchronized (lock) {
            endAsked = true;
            lock.notifyAll();
        }
        node.post(PeerHost::shutDown);
    }

    /** Tells the log. From any thread. */
    void log(String line) {
        log.accept(line);
    }

    /** The port of the API. */
    public int apiPort() {
        NodeApi open = api;
        return open == null ? 0 : open.port();
    }

    private void onEntry(TraceEntry entry, StoredEntry stored) {
        metrics.count(entry.event(), stored.kind());
        feed.tell(stored);
        String line = NodeLog.line(entry.event());
        if (line != null) {
            log.accept(line);
        }
        if (entry.event() instanceof EngineEvent.ShutdownBegan && !isLeaving()) {
            ended = true;
        }
    }

    private boolean isLeaving() {
        synchronized (lock) {
            return tenant == Tenant.LEAVING;
        }
    }

    private void onStepEnd(PeerView view) {
        metrics.look(view, node.eventNanos());
    }

    static LegResult lost(LegSpec leg) {
        return new LegResult(leg.request(), leg.leg(), LegEnd.LOST, 0, 0, 0);
    }

    RequestBook book() {
        return book;
    }

    NodeMetrics metrics() {
        return metrics;
    }

    TraceFeed feed() {
        return feed;
    }

    String id() {
        return settings().peer().id();
    }

    String profile() {
        return settings().profile().name();
    }

    /** What it is made from, for those who want to know whether they fit. */
    public NodeSettings settings() {
        return node.settings();
    }

    boolean ended() {
        return ended;
    }

    /** Whether a run has its place. */
    boolean isLent() {
        synchronized (lock) {
            return tenant != Tenant.OWN_ENGINE && tenant != Tenant.NOBODY;
        }
    }

    /**
     * Lets the node's own engine do something.
     *
     * @throws Refused if a run has its place
     */
    void post(Consumer<PeerHost> action) {
        synchronized (lock) {
            if (tenant != Tenant.OWN_ENGINE && tenant != Tenant.NOBODY) {
                throw new Refused(409, "a run has this node; its own engine is back when that is over");
            }
            node.post(action);
        }
    }

    @Override
    public void close() {
        ended = true;
        NodeApi open = api;
        if (open != null) {
            open.close();
        }
    }
}

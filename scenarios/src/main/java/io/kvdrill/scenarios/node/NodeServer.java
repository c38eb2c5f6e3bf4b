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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A node with its API: what {@code kvdrill node} is. The thread that calls {@link #start} calls {@link #run}. */
public final class NodeServer implements AutoCloseable {

    /**
     * How a node is reached.
     *
     * @param address where the API listens
     * @param token what its clients must show; empty for nothing
     * @param faults whether the node kills or pauses itself on request
     */
    public record ApiSettings(InetSocketAddress address, String token, boolean faults) {}

    private final NodeSettings settings;
    private final ApiSettings apiSettings;
    private final RequestBook book;
    private final NodeMetrics metrics = new NodeMetrics();
    private final TraceFeed feed = new TraceFeed();
    private final Node node;
    private @Nullable NodeApi api;
    private volatile boolean ended;

    /** A node that holds no resource yet. */
    public NodeServer(NodeSettings settings, ApiSettings api) {
        this.settings = settings;
        this.apiSettings = api;
        this.book = new RequestBook(settings.peer(), settings.model());
        this.node = new Node(settings, new Node.Watchers(book, this::onEntry, this::onStepEnd));
    }

    /**
     * Opens the transports and the API.
     *
     * @throws TransportUnavailableException if one of them cannot be opened, saying why
     */
    public void start() {
        node.start();
        try {
            api = new NodeApi(this, apiSettings.address(), apiSettings.token(), apiSettings.faults());
        } catch (IOException failure) {
            node.end();
            String why =
                    failure instanceof BindException ? "the port is in use, or the host is not of this machine" : "";
            throw new TransportUnavailableException(
                    "cannot serve the API at " + apiSettings.address().getHostString() + ":"
                            + apiSettings.address().getPort() + ": " + failure.getMessage()
                            + (why.isEmpty() ? "" : "; " + why + " (--api HOST:PORT)"),
                    failure);
        }
    }

    /**
     * Runs until the engine has ended.
     *
     * @return why the engine died of itself; null if it was shut down
     */
    public @Nullable String run() {
        node.run();
        ended = true;
        return node.host().view().crash();
    }

    /** Tells the engine to shut its tier down and to end, in bounded time. From any thread. */
    public void shutDown() {
        node.post(PeerHost::shutDown);
    }

    /** The port of the API. */
    public int apiPort() {
        NodeApi open = api;
        return open == null ? 0 : open.port();
    }

    private void onEntry(TraceEntry entry, StoredEntry stored) {
        metrics.count(entry.event(), stored.kind());
        feed.tell(stored);
        if (entry.event() instanceof EngineEvent.ShutdownBegan) {
            ended = true;
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
        return settings.peer().id();
    }

    String profile() {
        return settings.profile().name();
    }

    /** What it is made from, for those who want to know whether they fit. */
    NodeSettings settings() {
        return settings;
    }

    boolean ended() {
        return ended;
    }

    void post(Consumer<PeerHost> action) {
        node.post(action);
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

package io.kvdrill.scenarios.node;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.sim.run.Clients;
import io.kvdrill.sim.run.PeerHost;
import io.kvdrill.sim.run.PeerView;
import io.kvdrill.sim.run.TierFactory;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.trace.TraceRecorder;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import io.kvdrill.sim.world.World;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * One real peer: engine model, tier and transports on the thread that calls {@link #run}, from its start to the end of its
 * process or of its engine. Used once.
 */
public final class Node {
    private final NodeSettings settings;
    private final RealTime time;
    private final TraceRecorder recorder;
    private final PeerHost host;
    private final NodeTransports transports;

    /**
     * Who watches a node. Called on its thread; must not take long.
     *
     * @param clients told what becomes of requests
     * @param onEntry told of each entry of its trace, as it is and as it is stored
     * @param onStepEnd told after each step
     */
    public record Watchers(
            Clients clients, BiConsumer<TraceEntry, StoredEntry> onEntry, Consumer<PeerView> onStepEnd) {}

    /** A node that holds no resource yet. */
    public Node(NodeSettings settings, Watchers watchers) {
        this.settings = settings;
        this.time = new RealTime(settings.epochNanos());
        this.recorder = new TraceRecorder(time.kernel(), Keep.FINGERPRINT, time.clock());
        this.transports = new NodeTransports(settings);
        World world = World.called("node")
                .model(settings.model().blockBytes(), settings.model().tokensPerBlock())
                .peers(settings.peer())
                .build();
        this.host = new PeerHost(
                world,
                settings.peer(),
                settings.profile(),
                time.kernel(),
                recorder,
                new PeerHost.Options(
                        settings.seed(),
                        settings.life(),
                        TierFactory.own(),
                        transports,
                        watchers.clients(),
                        watchers.onStepEnd()));
        recorder.addListener(entry -> watchers.onEntry().accept(entry, recorder.store(entry)));
    }

    /** What it is made from. */
    public NodeSettings settings() {
        return settings;
    }

    /**
     * Opens the transports and starts the engine; the caller's thread is the node's from now on.
     *
     * @throws io.kvdrill.transports.TransportUnavailableException if a transport cannot be opened, saying why
     */
    public void start() {
        host.start();
    }

    /** Lets its time begin with another instant than its settings say; before {@link #run}. */
    public void begin(long epochNanos) {
        time.begin(epochNanos);
    }

    /** Runs until the engine has ended: because it was shut down, or died of itself. */
    public void run() {
        time.run(() -> !host.view().alive());
    }

    /** Lets writes to a peer stand still, or go on: a fault. From any thread. */
    public void hold(String peer, boolean held) {
        transports.hold(peer, held);
    }

    /** Ends a node that has started and does not run: its transports are closed at once. */
    public void end() {
        transports.close();
    }

    /** Lets the node do something with its peer, on its thread, between two events. From any thread. */
    public void post(Consumer<PeerHost> action) {
        time.post(() -> action.accept(host));
    }

    /** The peer; for the node's own thread. */
    public PeerHost host() {
        return host;
    }

    /** How peers name this life of the memory, in their traces; once it has started. */
    public String region() {
        return transports.region();
    }

    /** World time: since the epoch of its settings. From the node's own thread. */
    public long nowNanos() {
        return time.nowNanos();
    }

    /** When the event that runs now was due on the host's clock: the time of a step. For the node's own thread. */
    public long eventNanos() {
        return time.kernel().nowNanos();
    }
}

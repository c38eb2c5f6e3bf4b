package io.kvdrill.scenarios.processes;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.scenarios.node.NodeSettings;
import io.kvdrill.scenarios.node.RealTime;
import io.kvdrill.sim.engine.LegSpec;
import io.kvdrill.sim.fault.EventCatalogue;
import io.kvdrill.sim.fault.FaultEvent;
import io.kvdrill.sim.fault.OpenMoments;
import io.kvdrill.sim.kernel.EventLabel;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.kernel.RandomStreams;
import io.kvdrill.sim.kernel.RunEnd;
import io.kvdrill.sim.run.Conductor;
import io.kvdrill.sim.run.RequestOutcome;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.trace.TraceRecorder;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import io.kvdrill.sim.world.End;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.WarmCache;
import io.kvdrill.sim.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A world whose peers are processes, while it runs: its conductor and its peers, on the thread that calls
 * {@link #run}. Used once; closing it ends every process.
 */
final class RealWorld implements AutoCloseable {
    /** The world is at rest once nothing has been open for this long. */
    private static final long REST_NANOS = 500_000_000L;
    /** A deadline of a tier that is nearer than this is waited for. */
    private static final long NEAR_NANOS = 5_000_000_000L;
    /** A peer that is not there by then will not come. */
    private static final long START_NANOS = 60_000_000_000L;

    private static final long LAST_WORD_NANOS = 5_000_000_000L;
    /** Faults that the kernels of their hosts tell nobody of. */
    private static final List<String> SILENT = List.of("power_off", "pause", "partition", "drop_connection");

    private static final long LOOK_NANOS = 50_000_000L;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final EventLabel LOOK = new EventLabel("look", "");

    private final World world;
    private final Profile profile;
    private final RealTime time = new RealTime(NodeSettings.LATER);
    private final Kernel kernel = time.kernel();
    private final TraceRecorder recorder = new TraceRecorder(kernel, Keep.NOTHING, time.clock());
    private final List<RealPeer> peers = new ArrayList<>();
    private final Map<String, RealPeer> byName = new LinkedHashMap<>();
    private final Conductor conductor;
    private final ControlPaths paths;
    private final List<Own> own = new ArrayList<>();
    private final Hosting hosting;
    private final Onlooker onlooker;
    private long restedSinceNanos;
    /** Until then, what went wrong last may not have been noticed. */
    private long settledNanos;

    private @Nullable RunEnd end;
    /** Processes that stand still do not notice that the runner is gone. */
    private final Thread hook = new Thread(() -> peers.forEach(RealPeer::killNow), "kvdrill-end-peers");

    private @Nullable String failure;

    /**
     * A world whose processes have not been started.
     *
     * @param hosting where its processes live; closed by whoever opened it
     * @param paths the ways between them
     * @param onlooker told how far it is
     */
    RealWorld(Hosting hosting, Profile profile, long seed, ControlPaths paths, Onlooker onlooker) {
        this.world = hosting.placed();
        this.profile = profile;
        this.paths = paths;
        this.hosting = hosting;
        this.onlooker = onlooker;
        this.conductor = new Conductor(
                world,
                profile,
                kernel,
                new RandomStreams(seed),
                id -> byId(id).clock(),
                OpenMoments.never(),
                new Engines(),
                new RealHooks(this::named, paths.faults(time), new RealDataFaults(peers)),
                recorder.sinkOf(""));
        recorder.addListener(this::onEntry);
        recorder.addListener(conductor.moments());
        RealPeer.Around around = new RealPeer.Around(
                world.model(),
                profile,
                seed,
                time,
                new EventCatalogue().reader(),
                recorder,
                conductor,
                Gates.of(world),
                hosting,
                own::size,
                message -> failure = message);
        for (PeerSpec spec : world.peers()) {
            RealPeer peer = new RealPeer(peers.size(), spec, paths.bindPort(spec.id()), around);
            peers.add(peer);
            byName.put(spec.name(), peer);
        }
    }

    /**
     * Runs the world until it is at rest, its end has come, or the longest time that it may take.
     *
     * @return why it ended
     * @throws UncheckedIOException if a peer cannot be started, saying why
     */
    RunEnd run() {
        startPeers();
        own.clear();
        conductor.start();
        long epoch = System.nanoTime();
        peers.forEach(peer -> peer.begin(epoch));
        time.begin(epoch);
        if (world.end() instanceof End.AtTime at) {
            kernel.at(at.nanos(), LOOK, () -> end = new RunEnd(RunEnd.Kind.TIME_REACHED, "reached its end"));
        }
        look();
        time.run(() -> end != null || failure != null);
        refuseIfFailed();
        askForLastWords();
        return Objects.requireNonNull(end);
    }

    private void startPeers() {
        Runtime.getRuntime().addShutdownHook(hook);
        long begun = System.nanoTime();
        for (RealPeer peer : peers) {
            try {
                peer.start();
            } catch (IOException e) {
                throw new UncheckedIOException(
                        "cannot start the process of " + peer.spec().name() + ": " + e, e);
            }
        }
        time.run(() -> failure != null
                || peers.stream().allMatch(RealPeer::ready)
                || peers.stream().anyMatch(peer -> !peer.alive())
                || System.nanoTime() - begun > START_NANOS);
        refuseIfFailed();
        for (RealPeer peer : peers) {
            if (!peer.ready()) {
                throw new UncheckedIOException(new IOException("the process of "
                        + peer.spec().name() + " "
                        + (peer.alive()
                                ? "is not ready after 60 s"
                                : "ended before it was ready; see " + hosting.errors())));
            }
        }
        for (WarmCache cache : world.warm()) {
            PeerSpec spec = world.peer(cache.peer());
            named(cache.peer())
                    .order(Order.Warm.of(conductor
                            .keys()
                            .of(cache.prompt(), spec.hashSeed(), world.model().tokensPerBlock())));
        }
    }

    private void refuseIfFailed() {
        String told = failure;
        if (told != null) {
            throw new UncheckedIOException(told, new IOException(told));
        }
    }

    // ---- when it ends --------------------------------------------------------------------------------------------

    private void look() {
        long now = time.nowNanos();
        onlooker.at(now, () -> Waiting.forText(nextNanos(), conductor.requests(), peers, now));
        if (now > world.caps().virtualNanos()) {
            end = new RunEnd(RunEnd.Kind.TIME_CAP, "it is not over after " + now / NANOS_PER_SECOND + " s");
            return;
        }
        if (!atRest(now)) {
            restedSinceNanos = now;
        } else if (now - restedSinceNanos >= REST_NANOS) {
            end = new RunEnd(RunEnd.Kind.QUIESCENT, "nothing is open, and nothing is to come");
            return;
        }
        kernel.after(LOOK_NANOS, LOOK, this::look);
    }

    private long nextNanos() {
        return kernel.pendingEvents() > 0 ? kernel.nextEventNanos() : -1;
    }

    private boolean atRest(long now) {
        if (kernel.pendingEvents() > 0 || now < settledNanos) {
            return false;
        }
        for (RequestOutcome request : conductor.requests()) {
            if (request.arrivedNanos() >= 0 && request.finish() == null) {
                return false;
            }
        }
        return peers.stream().allMatch(peer -> rests(peer, now));
    }

    private static boolean rests(RealPeer peer, long now) {
        if (!peer.alive() || peer.paused()) {
            return true;
        }
        Report.Step step = peer.lastStep();
        return peer.ready()
                && step != null
                && step.open() == 0
                && now - step.nanos() < REST_NANOS
                && (step.deadlineNanos() < 0 || step.deadlineNanos() > NEAR_NANOS);
    }

    /** What goes wrong may be noticed by heartbeats only. */
    private void onEntry(TraceEntry entry) {
        if (entry.peer().isEmpty()) {
            own.add(new Own(
                    entry.worldNanos(),
                    entry.event(),
                    peers.stream().map(peer -> peer.recorded().size()).toList()));
            long notice = silent(entry.event()) ? profile.nanos(Rows.HEARTBEAT_TIMEOUT) + 3 * REST_NANOS : REST_NANOS;
            settledNanos = Math.max(settledNanos, entry.worldNanos() + notice);
        }
    }

    /** Whether only heartbeats notice what has happened. */
    private static boolean silent(TraceEvent event) {
        String what = event instanceof FaultEvent.FaultStruck struck ? struck.what() : "";
        return SILENT.stream().anyMatch(word -> what.startsWith(word + "["));
    }

    private void askForLastWords() {
        long asked = System.nanoTime();
        List<RealPeer> able =
                peers.stream().filter(peer -> peer.ready() && !peer.paused()).toList();
        able.forEach(peer -> peer.order(new Order.SayLast()));
        time.run(() -> able.stream().allMatch(peer -> peer.last() != null || !peer.alive())
                || System.nanoTime() - asked > LAST_WORD_NANOS);
    }

    // ---- what is left of it --------------------------------------------------------------------------------------

    /** The peers, with all that they recorded. */
    List<RealPeer> peers() {
        return Collections.unmodifiableList(peers);
    }

    /** What the world itself recorded. */
    List<Own> own() {
        return Collections.unmodifiableList(own);
    }

    /** Requests, moments and the healing. */
    Conductor conductor() {
        return conductor;
    }

    /** Whether a tier waits for a deadline that was too far away to be waited for. */
    boolean leavesDeadlines() {
        return peers.stream().anyMatch(peer -> {
            Report.Step step = peer.lastStep();
            return peer.alive() && step != null && step.deadlineNanos() >= 0;
        });
    }

    /** How long it has run. */
    long nowNanos() {
        return time.nowNanos();
    }

    /** Events of its loop. */
    long events() {
        return kernel.firedEvents();
    }

    private RealPeer named(String name) {
        RealPeer peer = byName.get(name);
        if (peer == null) {
            throw new IllegalArgumentException("no peer is called " + name);
        }
        return peer;
    }

    private RealPeer byId(String id) {
        return peers.stream()
                .filter(peer -> peer.spec().id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no peer has the id " + id));
    }

    private final class Engines implements Conductor.Engines {
        @Override
        public boolean submit(String peerName, LegSpec leg) {
            return named(peerName).submit(leg);
        }

        @Override
        public void abort(String peerName, String engineRequest) {
            named(peerName).order(new Order.Abort(engineRequest));
        }
    }

    @Override
    public void close() {
        peers.forEach(RealPeer::close);
        paths.close();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // It runs.
        }
    }
}

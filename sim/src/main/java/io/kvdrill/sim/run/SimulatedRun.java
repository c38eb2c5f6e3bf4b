package io.kvdrill.sim.run;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.sim.engine.LegSpec;
import io.kvdrill.sim.fault.OpenMoments;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.kernel.Limits;
import io.kvdrill.sim.kernel.RandomStreams;
import io.kvdrill.sim.kernel.RunEnd;
import io.kvdrill.sim.network.SimControlNetwork;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.trace.TraceRecorder;
import io.kvdrill.sim.world.Caps;
import io.kvdrill.sim.world.End;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.WarmCache;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * One run of a world under a profile and a seed. The same world, profile and seed give the same trace on every machine.
 * A run is used once.
 */
public final class SimulatedRun {
    private final World world;
    private final Profile profile;
    private final RunOptions options;
    private final Kernel kernel;
    private final TraceRecorder recorder;
    private final RandomStreams streams;
    private final SimControlNetwork network;
    private final SimulatedDataPlanes planes;
    private final List<PeerProcess> peers = new ArrayList<>();
    private final Map<String, PeerProcess> byId = new LinkedHashMap<>();
    private final Steps grid;
    private final Conductor conductor;
    private final Judging judging;
    private final RunView view;

    /**
     * A run that has not begun.
     *
     * @param world valid, see {@link io.kvdrill.sim.world.WorldValidation}
     * @param profile what tiers and transports follow
     * @param options the seed, the tier and who watches
     */
    public SimulatedRun(World world, Profile profile, RunOptions options) {
        this.world = world;
        this.profile = profile;
        this.options = options;
        Caps caps = world.caps();
        RunDriver driver = options.driver();
        Limits limits = new Limits(caps.events(), caps.virtualNanos(), caps.eventsAtOneInstant());
        this.kernel = driver == null ? new Kernel(limits, options.choices()) : new Kernel(limits, driver);
        this.recorder = new TraceRecorder(kernel, options.keep());
        this.streams = new RandomStreams(options.seed(), options.fork(), kernel::nowNanos);
        this.network = new SimControlNetwork(kernel, streams, world.control());
        this.planes = new SimulatedDataPlanes(world, kernel, streams, recorder);
        this.grid = steps(driver != null);
        this.conductor = new Conductor(
                world,
                profile,
                kernel,
                streams,
                id -> peer(id).clock(),
                driver == null ? OpenMoments.never() : driver,
                new EnginesByName(),
                new Hooks(this::named, network, planes),
                recorder.sinkOf(""));
        this.view = new View();
        this.judging = new Judging(view, options.observers());
        Surroundings around = new Surroundings(
                world,
                profile,
                kernel,
                streams,
                recorder,
                new SimulatedTransports(network, planes),
                options.tiers(),
                grid,
                conductor,
                options.everyTick(),
                this::somethingDue,
                judging::onStepEnd);
        for (PeerSpec spec : world.peers()) {
            PeerProcess peer = new PeerProcess(peers.size(), spec, around);
            peers.add(peer);
            byId.put(peer.id(), peer);
        }
        links();
        listen();
    }

    private Steps steps(boolean free) {
        IntConsumer step = place -> peers.get(place).step();
        return free
                ? new FreeSteps(kernel, world.peers().stream().map(PeerSpec::id).toList(), step)
                : new StepGrid(kernel, world.peers().size(), step);
    }

    private void links() {
        world.links().forEach(link -> {
            String from = world.peer(link.from()).id();
            String to = world.peer(link.to()).id();
            if (link.control() != null) {
                network.link(from, to, link.control());
                if (link.bothWays()) {
                    network.link(to, from, link.control());
                }
            }
            if (link.data() != null) {
                planes.link(from, to, link.data());
                if (link.bothWays()) {
                    planes.link(to, from, link.data());
                }
            }
        });
    }

    /** Moments come last: what they set off is recorded after everybody has seen its cause. */
    private void listen() {
        recorder.addCauseFinder(network);
        judging.listen(recorder);
        recorder.addListener(this::noteAndWake);
        recorder.addListener(conductor.moments());
    }

    /** What a transport records for a peer outside of its steps is something that its next step will see. */
    private void noteAndWake(TraceEntry entry) {
        PeerProcess peer = byId.get(entry.peer());
        if (peer != null) {
            peer.recorded(entry.sequence());
            if (Wakings.wakes(entry.event())) {
                peer.wake();
            }
        }
    }

    /** The run as it is now. */
    public RunView view() {
        return view;
    }

    /** What waits for a moment that the world leaves open, in the order of the world. */
    public List<String> openMoments() {
        return conductor.moments().open();
    }

    /** Lets a moment that the world leaves open come now: one of {@link #openMoments()}. */
    public void come(String openMoment) {
        conductor.moments().come(openMoment);
    }

    /** Entries that the trace has so far. */
    public long recorded() {
        return recorder.size();
    }

    /** Cuts the run off after the event that fires now: nothing is settled by it. */
    public void cut(String reason) {
        kernel.stop(reason);
    }

    /** Runs the world to its end. */
    public RunResult run() {
        RunDriver driver = options.driver();
        if (driver != null) {
            driver.onStart(this);
        }
        judging.onStart();
        peers.forEach(PeerProcess::start);
        for (WarmCache cache : world.warm()) {
            PeerSpec spec = world.peer(cache.peer());
            peer(spec.id())
                    .warm(conductor
                            .keys()
                            .of(cache.prompt(), spec.hashSeed(), world.model().tokensPerBlock()));
        }
        conductor.start();
        long until = world.end() instanceof End.AtTime at ? at.nanos() : Kernel.NEVER;
        RunEnd end = kernel.runUntil(until);
        judging.onEnd(end);
        return result(end);
    }

    /** What was recorded so far: what is left of a run that something ended from outside. */
    public TraceRecorder trace() {
        return recorder;
    }

    private RunResult result(RunEnd end) {
        Map<String, List<Row<?>>> rows = new LinkedHashMap<>();
        peers.forEach(peer -> rows.put(peer.id(), peer.rowsReached()));
        return judging.result(
                options.seed(),
                end,
                kernel.firedEvents(),
                Collections.unmodifiableMap(rows),
                conductor.moments().missed(),
                recorder);
    }

    private boolean somethingDue() {
        if (kernel.pendingEvents() > grid.pendingEvents()) {
            return true;
        }
        for (PeerProcess peer : peers) {
            if (peer.somethingDue()) {
                return true;
            }
        }
        return false;
    }

    private PeerProcess peer(String id) {
        PeerProcess peer = byId.get(id);
        if (peer == null) {
            throw new IllegalArgumentException("no peer has the id " + id);
        }
        return peer;
    }

    private PeerProcess named(String name) {
        return peer(world.peer(name).id());
    }

    private final class EnginesByName implements Conductor.Engines {
        @Override
        public boolean submit(String peerName, LegSpec leg) {
            return named(peerName).submit(leg);
        }

        @Override
        public void abort(String peerName, String engineRequest) {
            named(peerName).abort(engineRequest);
        }
    }

    private final class View implements RunView {
        @Override
        public World world() {
            return world;
        }

        @Override
        public Profile profile() {
            return profile;
        }

        @Override
        public long nowNanos() {
            return kernel.nowNanos();
        }

        @Override
        public long healedNanos() {
            return conductor.healedNanos();
        }

        @Override
        public List<PeerView> peers() {
            return List.copyOf(peers);
        }

        @Override
        public PeerView peer(String id) {
            return SimulatedRun.this.peer(id);
        }

        @Override
        public List<RequestOutcome> requests() {
            return conductor.requests();
        }
    }
}

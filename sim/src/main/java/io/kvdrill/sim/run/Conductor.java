package io.kvdrill.sim.run;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.sim.engine.EngineEvent.Leg;
import io.kvdrill.sim.engine.EngineHost.LegResult;
import io.kvdrill.sim.engine.LegSpec;
import io.kvdrill.sim.engine.PromptKeys;
import io.kvdrill.sim.fault.FaultHooks;
import io.kvdrill.sim.fault.FaultInjector;
import io.kvdrill.sim.fault.Moments;
import io.kvdrill.sim.fault.OpenMoments;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.kernel.PeerClock;
import io.kvdrill.sim.kernel.RandomStreams;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Everything of a world but its peers: clients and router, moments, faults. It moves with its kernel, and knows the peers
 * by what it may ask of them and by what they record, whether they are simulated or real.
 */
public final class Conductor implements Clients {

    /** The engines that legs of requests go to, by the names of their peers. */
    public interface Engines {
        /** Hands a leg to a peer; false if nobody is there. */
        boolean submit(String peerName, LegSpec leg);

        /** Tells a peer that the client of a leg has gone. */
        void abort(String peerName, String engineRequest);
    }

    private final PromptKeys keys = new PromptKeys();
    private final Moments moments;
    private final Router router;
    private final Workloads workloads;
    private final FaultInjector faults;

    /**
     * A conductor that waits for nothing yet.
     *
     * @param clocks the clock of a peer, by its id
     * @param open decides when moments come that the world leaves open
     * @param worldTrace where the world's own events go
     */
    public Conductor(
            World world,
            Profile profile,
            Kernel kernel,
            RandomStreams streams,
            Function<String, PeerClock> clocks,
            OpenMoments open,
            Engines engines,
            FaultHooks hooks,
            TraceSink worldTrace) {
        this.moments = new Moments(kernel, world, profile, clocks, open);
        this.router = new Router(kernel, world, streams, moments, keys, engines);
        this.workloads = new Workloads(world, kernel, streams, moments, router);
        this.faults = new FaultInjector(kernel, world, moments, hooks, worldTrace);
    }

    /** Waits for all moments: those of faults first, so that they strike before what comes at the same time. */
    public void start() {
        faults.start();
        router.start();
        workloads.start();
    }

    /** When things happen: to be shown what is recorded, after everybody else. */
    public Moments moments() {
        return moments;
    }

    /** The names of the blocks of prompts. */
    public PromptKeys keys() {
        return keys;
    }

    /** What has become of all requests so far, in the order of the world. */
    public List<RequestOutcome> requests() {
        List<RequestOutcome> outcomes = new ArrayList<>(router.outcomes());
        outcomes.addAll(workloads.outcomes());
        return outcomes;
    }

    /** When the world healed; −1 if it has not. */
    public long healedNanos() {
        return faults.healedNanos();
    }

    @Override
    public void onPrefillDone(String request, Leg leg) {
        router.onPrefillDone(request, leg);
    }

    @Override
    public void onLegEnded(LegResult result) {
        router.onLegEnded(result);
    }
}

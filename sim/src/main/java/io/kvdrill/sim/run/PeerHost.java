package io.kvdrill.sim.run;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.sim.engine.LegSpec;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.kernel.RandomStreams;
import io.kvdrill.sim.trace.TraceRecorder;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import java.util.List;
import java.util.function.Consumer;

/**
 * One life of one peer of a world on transports of the caller's, in a process of its own: its engine steps at every tick of
 * the kernel's time, for nobody tells it when something has arrived. Used once.
 */
public final class PeerHost {
    private static final long LIVES_APART = 0x9E37_79B9_7F4A_7C15L;

    private final PeerProcess peer;
    private final RandomStreams streams;

    /**
     * How it is run.
     *
     * @param seed of its chance
     * @param life which life of the peer it is, from 1
     * @param tiers builds its tier
     * @param transports opens its transports
     * @param clients who is told what becomes of its requests
     * @param onStepEnd told after each step
     */
    public record Options(
            long seed,
            int life,
            TierFactory tiers,
            TransportFactory transports,
            Clients clients,
            Consumer<PeerView> onStepEnd) {}

    /**
     * A peer that has not started.
     *
     * @param world the model, and nothing else of it
     * @param spec the peer
     * @param kernel drives it; its time is world time
     * @param recorder where its events go
     */
    public PeerHost(
            World world, PeerSpec spec, Profile profile, Kernel kernel, TraceRecorder recorder, Options options) {
        this.streams = new RandomStreams(options.seed() + (options.life() - 1) * LIVES_APART);
        Steps steps = new FreeSteps(kernel, List.of(spec.id()), place -> step());
        Surroundings around = new Surroundings(
                world,
                profile,
                kernel,
                streams,
                recorder,
                options.transports(),
                options.tiers(),
                steps,
                options.clients(),
                true,
                () -> true,
                process -> options.onStepEnd().accept(process));
        this.peer = new PeerProcess(0, spec, around, options.life() - 1);
        recorder.addListener(entry -> peer.recorded(entry.sequence()));
    }

    private void step() {
        peer.step();
    }

    /** Starts the process. */
    public void start() {
        peer.start();
    }

    /**
     * Fills its cache, as earlier requests would have.
     *
     * @throws IllegalArgumentException if there is no room
     */
    public void warm(List<BlockKey> keys) {
        peer.warm(keys);
    }

    /** Hands a leg to the engine; false if it has ended. */
    public boolean submit(LegSpec leg) {
        return peer.submit(leg);
    }

    /** Tells the engine that the client of a leg has gone. */
    public void abort(String engineRequest) {
        peer.abort(engineRequest);
    }

    /** Asks the engine to shut its tier down and to end, in bounded time. False if it has ended. */
    public boolean shutDown() {
        return peer.shutDown();
    }

    /** Asks the engine to drain its tier and to forget its cache. False if it has ended. */
    public boolean resetCache() {
        return peer.resetCache();
    }

    /** Sets its clock ahead. */
    public void stepClock(long nanos) {
        peer.stepClock(nanos);
    }

    /** Changes the speed of its clock. */
    public void driftClock(long ppm) {
        peer.driftClock(ppm);
    }

    /** The peer as it is now. */
    public PeerView view() {
        return peer;
    }

    /** What its clock reads at a time of the kernel's, from the last change of the clock on. */
    public long localNanos(long worldNanos) {
        return peer.clock().localNanos(worldNanos);
    }

    /** Profile rows that have mattered. */
    public List<Row<?>> rowsReached() {
        return peer.rowsReached();
    }
}

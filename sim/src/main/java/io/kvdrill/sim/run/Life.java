package io.kvdrill.sim.run;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.sim.engine.Engine;
import io.kvdrill.sim.engine.EngineConfig;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.engine.EngineEvent.Leg;
import io.kvdrill.sim.engine.EngineEvent.LegEnd;
import io.kvdrill.sim.engine.EngineHost;
import io.kvdrill.sim.engine.LegSpec;
import io.kvdrill.sim.engine.SlotMemory;
import io.kvdrill.sim.kernel.EventLabel;
import io.kvdrill.sim.kernel.HostThread;
import io.kvdrill.sim.kernel.Incarnation;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.world.PeerSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One process: thread, transports, tier and engine, from start to death. Its {@link Stepper} lets it step. */
final class Life implements EngineHost {
    private final PeerProcess peer;
    private final Surroundings around;
    private final Kernel kernel;
    private final int number;
    private final EventLabel copyLabel;
    private final EventLabel deathLabel;
    private final HostThread thread;
    private final TraceSink trace;
    private final PeerTransports transports;
    private final SecondaryTier tier;
    private final Engine engine;
    private final Stepper stepper;

    private boolean dead;
    private HostThread.@Nullable Block standstill;
    private @Nullable Runnable stopped;

    Life(PeerProcess peer, Surroundings around, int number) {
        this.peer = peer;
        this.around = around;
        this.number = number;
        this.kernel = around.kernel();
        this.copyLabel = new EventLabel("gpu_copy", peer.id());
        this.deathLabel = new EventLabel("death", peer.id());
        String id = peer.id();
        TraceSink everlasting = around.recorder().sinkOf(id);
        this.trace = event -> {
            if (!dead) {
                everlasting.emit(event);
            }
        };
        this.thread = new HostThread(kernel, id, trace);
        Incarnation incarnation = new Incarnation(id, number);
        PeerSpec spec = peer.spec();
        this.transports = around.transports().open(spec, incarnation, thread, everlasting, peer.rules());
        this.tier = around.tiers()
                .create(new TierSettings(
                        id,
                        peer.rules(),
                        transports.control(),
                        transports.data(),
                        trace,
                        spec.hashSeed(),
                        spec.fingerprint(),
                        () -> around.streams().stream(id, "tier").nextLong(),
                        spec.failureDomain()));
        this.engine = new Engine(EngineConfig.of(spec, around.world().model()), List.of(tier), this);
        this.stepper = new Stepper(peer, around, thread, engine, this);
    }

    void begin() {
        trace.emit(new EngineEvent.EngineStarted(number));
        stepper.plan();
    }

    /** Fills the cache of a process that has just begun. */
    void warm(List<BlockKey> keys) {
        engine.warm(keys);
    }

    Engine engine() {
        return engine;
    }

    SecondaryTier tier() {
        return tier;
    }

    Stepper stepper() {
        return stepper;
    }

    /** Whether it can step: it lives, and moves. */
    boolean moves() {
        return !dead && standstill == null;
    }

    boolean dead() {
        return dead;
    }

    /** The engine died of itself. */
    void crash(String reason) {
        if (!dead) {
            trace.emit(new EngineEvent.EngineCrashed(number, reason));
            peer.crashed(reason);
        }
    }

    // ---- what happens to the process
    // -----------------------------------------------------------------------------------

    /**
     * Nothing that the process has yet to do happens; the world notices at the same instant, after this.
     *
     * @param onNoticed run then
     */
    void die(boolean silently, Runnable onNoticed) {
        List<LegSpec> lost = engine.openLegs();
        dead = true;
        thread.kill();
        around.grid().cancel(peer.place());
        kernel.after(0, deathLabel, () -> {
            onNoticed.run();
            if (stopped != null) {
                stopped.run();
            }
            transports.kill(silently);
            for (LegSpec leg : lost) {
                around.clients().onLegEnded(new LegResult(leg.request(), leg.leg(), LegEnd.LOST, 0, 0, 0));
            }
        });
    }

    boolean killControl() {
        kernel.after(0, deathLabel, () -> {
            transports.killControl();
            wake();
        });
        return true;
    }

    boolean killData() {
        kernel.after(0, deathLabel, () -> {
            transports.killData();
            wake();
        });
        return true;
    }

    void pause() {
        standstill = thread.block("the process stands still");
        around.grid().cancel(peer.place());
        kernel.after(0, deathLabel, () -> {
            if (!dead && standstill != null) {
                stopped = transports.stop();
            }
        });
    }

    void resume() {
        HostThread.Block ended = standstill;
        standstill = null;
        if (stopped != null) {
            stopped.run();
            stopped = null;
        }
        if (ended != null) {
            ended.release();
        }
        stepper.plan();
    }

    void stall(String reason, long nanos) {
        thread.stall(reason, nanos);
    }

    // ---- EngineHost
    // ----------------------------------------------------------------------------------------------------

    @Override
    public TraceSink trace() {
        return trace;
    }

    @Override
    public SlotMemory memory() {
        return transports.memory();
    }

    @Override
    public void runAfter(long delayNanos, Runnable action) {
        kernel.after(delayNanos, copyLabel, () -> {
            if (!dead) {
                action.run();
            }
        });
    }

    @Override
    public void wake() {
        stepper.wake();
    }

    @Override
    public void onShutDown() {
        if (!dead) {
            peer.kill(false);
        }
    }

    @Override
    public void onPrefillDone(String request, Leg leg) {
        if (!dead) {
            around.clients().onPrefillDone(request, leg);
        }
    }

    @Override
    public void onLegEnded(LegResult result) {
        if (!dead) {
            around.clients().onLegEnded(result);
        }
    }
}

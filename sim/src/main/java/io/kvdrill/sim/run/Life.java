package io.kvdrill.sim.run;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.sim.engine.Engine;
import io.kvdrill.sim.engine.EngineAssertion;
import io.kvdrill.sim.engine.EngineConfig;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.engine.EngineEvent.Leg;
import io.kvdrill.sim.engine.EngineEvent.LegEnd;
import io.kvdrill.sim.engine.EngineHost;
import io.kvdrill.sim.engine.LegSpec;
import io.kvdrill.sim.engine.SlotMemory;
import io.kvdrill.sim.kernel.Causality;
import io.kvdrill.sim.kernel.EventLabel;
import io.kvdrill.sim.kernel.HostThread;
import io.kvdrill.sim.kernel.Incarnation;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.kernel.RandomStream;
import io.kvdrill.sim.network.ControlEndpoint;
import io.kvdrill.sim.network.NetworkFaults;
import io.kvdrill.sim.network.SimControlTransport;
import io.kvdrill.sim.world.PeerSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One process: thread, transports, tier and engine, from start to death. It steps where the engine's last step ends, and
 * on the grid of idle ticks where something is due; see {@link StepGrid}.
 */
final class Life implements EngineHost {
    /** Steps in a row of which nothing comes, though the tier asked for each: more are a livelock. */
    private static final int MOST_VAIN_STEPS = 200_000;

    private final PeerProcess peer;
    private final Surroundings around;
    private final Kernel kernel;
    private final int number;
    private final EventLabel copyLabel;
    private final EventLabel deathLabel;
    private final HostThread thread;
    private final TraceSink trace;
    private final SimControlTransport control;
    private final SimulatedDataPlanes.Plane plane;
    private final SecondaryTier tier;
    private final Engine engine;

    private boolean dead;
    /** Between the begin of a step and the end of what stalls its thread. */
    private boolean inStep;
    /** Within the code of a step. */
    private boolean stepping;
    /** Something happened that the next step will, or may, see. */
    private boolean dirty = true;
    /** The GPU computes until {@link #readyNanos}, and the engine steps then. */
    private boolean computing;
    /** The next step does not come earlier. */
    private long readyNanos;

    private long wakeCause = Causality.NONE;
    private long entryOfLastStep;
    private int vainSteps;
    private HostThread.@Nullable Block standstill;
    private NetworkFaults.@Nullable Lasting stopped;

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
        this.control = around.network().open(ControlEndpoint.of(incarnation, thread, everlasting, peer.rules()));
        this.plane = around.planes().open(peer.spec(), incarnation, thread, peer.rules());
        RandomStream random = around.streams().stream(id, "tier");
        PeerSpec spec = peer.spec();
        this.tier = around.tiers()
                .create(new TierSettings(
                        id,
                        peer.rules(),
                        control,
                        plane.transport(),
                        trace,
                        spec.hashSeed(),
                        spec.fingerprint(),
                        random::nextLong));
        this.engine = new Engine(EngineConfig.of(spec, around.world().model()), List.of(tier), this);
        this.readyNanos = kernel.nowNanos();
    }

    void begin() {
        trace.emit(new EngineEvent.EngineStarted(number));
        plan();
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

    // ---- steps
    // -------------------------------------------------------------------------------------------------------

    boolean somethingDue() {
        return inStep
                || computing
                || dirty
                || engine.hasWork()
                || engine.nextDeadlineNanos() != SecondaryTier.NO_DEADLINE;
    }

    /** Plans the next step. */
    void plan() {
        if (dead || inStep) {
            return;
        }
        if (standstill != null) {
            around.grid().cancel(peer.place());
            return;
        }
        long now = kernel.nowNanos();
        long at = computing ? Math.max(now, readyNanos) : onGrid(Math.max(dueNanos(now), readyNanos));
        if (at == Kernel.NEVER) {
            around.grid().cancel(peer.place());
        } else {
            around.grid().plan(peer.place(), at);
        }
    }

    private long dueNanos(long now) {
        if (dirty || engine.hasWork()) {
            return now;
        }
        if (around.everyTick() && around.somethingDue().getAsBoolean()) {
            return now;
        }
        long deadline = engine.nextDeadlineNanos();
        return deadline == SecondaryTier.NO_DEADLINE
                ? Kernel.NEVER
                : Math.max(now, peer.clock().worldNanos(deadline));
    }

    private long onGrid(long nanos) {
        if (nanos == Kernel.NEVER) {
            return nanos;
        }
        long tick = peer.spec().idleTickNanos();
        long phase = peer.spec().tickPhaseNanos();
        long ticks = Math.floorDiv(nanos - phase + tick - 1, tick);
        return phase + ticks * tick;
    }

    /** One step; called by the grid. */
    void step() {
        inStep = true;
        thread.leave(this::runStep);
    }

    private void runStep() {
        long begun = kernel.nowNanos();
        long cause = wakeCause == Causality.NONE ? peer.lastEntry() : wakeCause;
        wakeCause = Causality.NONE;
        dirty = false;
        long[] duration = new long[1];
        long entriesBefore = peer.lastEntry();
        stepping = true;
        kernel.causality().because(cause, () -> {
            try {
                duration[0] = engine.step(peer.clock().localNanos(begun));
            } catch (EngineAssertion assertion) {
                if (!dead) {
                    trace.emit(new EngineEvent.EngineCrashed(number, String.valueOf(assertion.getMessage())));
                    peer.crashed(String.valueOf(assertion.getMessage()));
                }
            }
        });
        stepping = false;
        if (dead) {
            return;
        }
        // Where something happened, another tick may find more: a fetch clears the probes, and the next lookups ask
        // again.
        dirty = peer.lastEntry() != entriesBefore;
        watchForLivelock(duration[0]);
        around.onStepEnd().accept(peer);
        thread.leave(() -> endStep(begun, duration[0]));
    }

    private void watchForLivelock(long duration) {
        boolean vain = peer.lastEntry() == entryOfLastStep && duration == 0 && !around.everyTick();
        entryOfLastStep = peer.lastEntry();
        vainSteps = vain ? vainSteps + 1 : 0;
        if (vainSteps == MOST_VAIN_STEPS) {
            kernel.stop("livelock: " + peer.id() + " has stepped " + vainSteps
                    + " times in a row because its tier said that something was due, and nothing came of it");
        }
    }

    private void endStep(long begun, long duration) {
        inStep = false;
        long now = kernel.nowNanos();
        computing = duration > 0;
        readyNanos = computing ? now + duration : Math.max(now, begun + 1);
        plan();
    }

    // ---- what happens to the process
    // -----------------------------------------------------------------------------------

    /** Nothing that the process has yet to do happens; the world notices at the same instant, after this. */
    void die(boolean silently) {
        List<LegSpec> lost = engine.openLegs();
        dead = true;
        thread.kill();
        around.grid().cancel(peer.place());
        kernel.after(0, deathLabel, () -> {
            if (stopped != null) {
                stopped.end();
            }
            control.kill(silently);
            plane.kill();
            for (LegSpec leg : lost) {
                around.router().onLegEnded(new LegResult(leg.request(), leg.leg(), LegEnd.LOST, 0, 0, 0));
            }
        });
    }

    boolean killControl() {
        kernel.after(0, deathLabel, () -> {
            control.kill(false);
            wake();
        });
        return true;
    }

    boolean killData() {
        kernel.after(0, deathLabel, () -> {
            plane.killPlane();
            wake();
        });
        return true;
    }

    void pause() {
        standstill = thread.block("the process stands still");
        around.grid().cancel(peer.place());
        kernel.after(0, deathLabel, () -> {
            if (!dead && standstill != null) {
                stopped = around.network().faults().stop(peer.id());
            }
        });
    }

    void resume() {
        HostThread.Block ended = standstill;
        standstill = null;
        if (stopped != null) {
            stopped.end();
            stopped = null;
        }
        if (ended != null) {
            ended.release();
        }
        plan();
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
        return plane;
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
        if (stepping || dead) {
            return;
        }
        dirty = true;
        wakeCause = kernel.causality().current();
        plan();
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
            around.router().onPrefillDone(request, leg);
        }
    }

    @Override
    public void onLegEnded(LegResult result) {
        if (!dead) {
            around.router().onLegEnded(result);
        }
    }
}

package io.kvdrill.sim.run;

import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.sim.engine.Engine;
import io.kvdrill.sim.engine.EngineAssertion;
import io.kvdrill.sim.kernel.Causality;
import io.kvdrill.sim.kernel.HostThread;
import io.kvdrill.sim.kernel.Kernel;

/**
 * Lets the engine of one process step: where its last step ends, and on the grid of idle ticks where something is due; see
 * {@link StepGrid}.
 */
final class Stepper {
    /** Steps in a row of which nothing comes, though the tier asked for each: more are a livelock. */
    private static final int MOST_VAIN_STEPS = 200_000;

    private final PeerProcess peer;
    private final Surroundings around;
    private final Kernel kernel;
    private final HostThread thread;
    private final Engine engine;
    private final Life life;

    /** From the moment of a step to the end of what stalls its thread. */
    private boolean inStep;
    /** Within the code of a step. */
    private boolean stepping;
    /** Something happened that the next step will, or may, see. */
    private boolean dirty = true;
    /** The GPU computes until {@link #readyNanos}, and the engine steps then. */
    private boolean computing;
    /** The next step does not come earlier. */
    private long readyNanos;
    /** When a control thread looks at messages before {@link #readyNanos}; never where the step's end is planned. */
    private long lookNanos = Kernel.NEVER;

    private long wakeCause = Causality.NONE;
    private long entryOfLastStep;
    private int vainSteps;

    Stepper(PeerProcess peer, Surroundings around, HostThread thread, Engine engine, Life life) {
        this.peer = peer;
        this.around = around;
        this.kernel = around.kernel();
        this.thread = thread;
        this.engine = engine;
        this.life = life;
        this.readyNanos = kernel.nowNanos();
    }

    /** Whether a step will do something, now or at a deadline. */
    boolean somethingDue() {
        return inStep
                || computing
                || dirty
                || engine.hasWork()
                || engine.nextDeadlineNanos() != SecondaryTier.NO_DEADLINE;
    }

    /** Something happened outside of a step that the next one will see. */
    void wake() {
        if (stepping || life.dead()) {
            return;
        }
        dirty = true;
        wakeCause = kernel.causality().current();
        plan();
    }

    /** Plans the next step. */
    void plan() {
        if (life.dead() || inStep) {
            return;
        }
        if (!life.moves()) {
            around.grid().cancel(peer.place());
            return;
        }
        long now = kernel.nowNanos();
        long at = computing ? whileComputing(now) : onGrid(Math.max(dueNanos(now), readyNanos));
        if (around.grid().hasFired(at)) {
            at = computing && hasControlThread() ? Math.min(readyNanos, onControlGrid(at + 1)) : onGrid(at + 1);
        }
        lookNanos = computing && at < readyNanos ? at : Kernel.NEVER;
        if (at == Kernel.NEVER) {
            around.grid().cancel(peer.place());
        } else {
            around.grid().plan(peer.place(), at, !computing && !dirty && !engine.hasWork());
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

    /** The end of the step; or, with a control thread of its own, when that looks next. */
    private long whileComputing(long now) {
        long end = Math.max(now, readyNanos);
        if (!hasControlThread() || now >= readyNanos) {
            return end;
        }
        long deadline = engine.nextDeadlineNanos();
        long due = deadline == SecondaryTier.NO_DEADLINE
                ? Kernel.NEVER
                : Math.max(now, peer.clock().worldNanos(deadline));
        return Math.min(end, onControlGrid(dirty ? now : due));
    }

    /**
     * Whether what comes now is a look of the control thread, and not the end of the step. An exploration lets both come
     * before their time: so what was planned decides, and not the clock. A look ahead of its time that would see nothing
     * gives way to the end.
     */
    private boolean looksOnly(long now) {
        return now < readyNanos && lookNanos != Kernel.NEVER && (dirty || now >= lookNanos);
    }

    private boolean hasControlThread() {
        return peer.spec().controlTickNanos() > 0;
    }

    private long onControlGrid(long nanos) {
        long tick = peer.spec().controlTickNanos();
        return nanos == Kernel.NEVER ? nanos : Math.floorDiv(nanos + tick - 1, tick) * tick;
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
        long entriesBefore = peer.lastEntry();
        long[] duration = new long[1];
        boolean control = looksOnly(begun);
        stepping = true;
        kernel.causality().because(cause, () -> duration[0] = control ? controlStep(begun) : stepEngine(begun));
        stepping = false;
        if (life.dead()) {
            return;
        }
        // Where something happened, another tick may find more: a fetch clears the probes, and the next lookups ask
        // again.
        dirty = peer.lastEntry() != entriesBefore;
        watchForLivelock(duration[0]);
        around.onStepEnd().accept(peer);
        thread.leave(() -> endStep(begun, duration[0]));
    }

    private long stepEngine(long nowNanos) {
        try {
            return engine.step(peer.clock().localNanos(nowNanos));
        } catch (EngineAssertion assertion) {
            life.crash(String.valueOf(assertion.getMessage()));
            return 0;
        }
    }

    /** A step still computes, and a thread of its own looks at control messages; answers what is left of the step. */
    private long controlStep(long nowNanos) {
        try {
            engine.controlStep(peer.clock().localNanos(nowNanos));
        } catch (EngineAssertion assertion) {
            life.crash(String.valueOf(assertion.getMessage()));
        }
        return Math.max(0, readyNanos - nowNanos);
    }

    private void endStep(long begun, long duration) {
        inStep = false;
        long now = kernel.nowNanos();
        computing = duration > 0;
        readyNanos = computing ? now + duration : Math.max(now, begun + 1);
        plan();
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
}

package io.kvdrill.sim.search;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.check.Laws;
import io.kvdrill.sim.kernel.ChoiceSource;
import io.kvdrill.sim.kernel.RandomStreams.Fork;
import io.kvdrill.sim.run.RunObserver;
import io.kvdrill.sim.run.RunOptions;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.RunView;
import io.kvdrill.sim.run.SimulatedRun;
import io.kvdrill.sim.run.TierFactory;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.trace.TraceListener;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import io.kvdrill.sim.world.World;
import org.jspecify.annotations.Nullable;

/** Runs kvdrill's own tier, with all laws watching. */
public final class OwnTier implements ForkingTrial {
    private final long pinBudgetSlotNanos;

    /** Without a budget for pinned slots but that of each single pin. */
    public OwnTier() {
        this(Long.MAX_VALUE);
    }

    /** With a leak budget: how long the slots of each peer may be pinned in a run, added up over slots. */
    public OwnTier(long pinBudgetSlotNanos) {
        this.pinBudgetSlotNanos = pinBudgetSlotNanos;
    }

    @Override
    public RunResult runWatched(World world, Profile profile, long seed, TraceListener listener) {
        RunObserver observer = new RunObserver() {
            @Override
            public void onEntry(TraceEntry entry, RunView run) {
                listener.onEntry(entry);
            }
        };
        RunOptions options = options(seed).observedBy(observer).keeping(Keep.FINGERPRINT);
        return new SimulatedRun(world, profile, options).run();
    }

    @Override
    public RunResult run(
            World world, Profile profile, long seed, ChoiceSource choices, Keep keep, @Nullable Fork fork) {
        RunOptions options = options(seed).choosing(choices).keeping(keep).forkingAt(fork);
        return new SimulatedRun(world, profile, options).run();
    }

    private RunOptions options(long seed) {
        return RunOptions.of(seed, TierFactory.own()).observedBy(Laws.withPinBudget(pinBudgetSlotNanos));
    }
}

package io.kvdrill.sim.search;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.check.Laws;
import io.kvdrill.sim.kernel.ChoiceSource;
import io.kvdrill.sim.run.RunOptions;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.SimulatedRun;
import io.kvdrill.sim.run.TierFactory;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import io.kvdrill.sim.world.World;

/** Runs kvdrill's own tier, with all laws watching. */
public final class OwnTier implements Trial {

    @Override
    public RunResult run(World world, Profile profile, long seed, ChoiceSource choices, Keep keep) {
        RunOptions options = RunOptions.of(seed, TierFactory.own())
                .observedBy(Laws.standard())
                .choosing(choices)
                .keeping(keep);
        return new SimulatedRun(world, profile, options).run();
    }
}

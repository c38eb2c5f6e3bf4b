package io.kvdrill.sim.search;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.kernel.ChoiceSource;
import io.kvdrill.sim.kernel.RandomStreams.Fork;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import io.kvdrill.sim.world.World;
import org.jspecify.annotations.Nullable;

/** A trial whose runs can take another way from an instant on. */
public interface ForkingTrial extends Trial {

    /**
     * One run that takes another way from an instant on.
     *
     * @param fork that instant, and the seed from there on; null for never
     */
    RunResult run(World world, Profile profile, long seed, ChoiceSource choices, Keep keep, @Nullable Fork fork);

    @Override
    default RunResult run(World world, Profile profile, long seed, ChoiceSource choices, Keep keep) {
        return run(world, profile, seed, choices, keep, null);
    }
}

package io.kvdrill.sim.search;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.kernel.ChoiceSource;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.trace.TraceListener;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import io.kvdrill.sim.world.World;

/**
 * Runs one world, with the laws watching. What is searched over: kvdrill's own tier, or one that a user plugged in. The
 * same arguments give an equal run. Used by many threads at once.
 */
@FunctionalInterface
public interface Trial {

    /**
     * One run.
     *
     * @param world valid, see {@link io.kvdrill.sim.world.WorldValidation}
     * @param profile what tiers and transports follow
     * @param seed of all chance
     * @param choices what comes first of events at one instant
     * @param keep whether the trace is kept
     */
    RunResult run(World world, Profile profile, long seed, ChoiceSource choices, Keep keep);

    /** One run in the usual order, of which only the fingerprint is kept. */
    default RunResult run(World world, Profile profile, long seed) {
        return run(world, profile, seed, ChoiceSource.insertionOrder(), Keep.FINGERPRINT);
    }

    /** One run in the usual order whose trace is kept: what {@link Signature#of} needs. */
    default RunResult runKeepingTrace(World world, Profile profile, long seed) {
        return run(world, profile, seed, ChoiceSource.insertionOrder(), Keep.ENTRIES);
    }

    /**
     * One run in the usual order, of which only the fingerprint need be kept, and whose entries a listener sees, in their
     * order.
     */
    default RunResult runWatched(World world, Profile profile, long seed, TraceListener listener) {
        RunResult result = runKeepingTrace(world, profile, seed);
        result.trace().entries().forEach(listener::onEntry);
        return result;
    }
}

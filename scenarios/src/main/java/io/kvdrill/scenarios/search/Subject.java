package io.kvdrill.scenarios.search;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.search.Signature;
import io.kvdrill.sim.search.Trial;
import io.kvdrill.sim.world.World;
import java.util.Map;

/** What is swept: for each variant and seed, one run. Used by many threads. */
public interface Subject {

    /**
     * All that a run takes.
     *
     * @param world what is run
     * @param profile under which profile
     * @param seed of its chance
     * @param trial what runs it
     */
    record Input(World world, Profile profile, long seed, Trial trial) {}

    /** What it is called: a scenario's name, or {@code swarm}. */
    String name();

    /** How many variants there are, at least one. */
    int variants();

    /** What tells a variant from the others, for people; empty where there is one only. */
    String label(int variant);

    /** The run of a seed. */
    Input input(int variant, long seed);

    /** The command that repeats that run alone. */
    String again(int variant, long seed);

    /**
     * The command that makes a small scenario of what failed in that run; empty where something was thrown, which is a
     * fault of kvdrill's and no failure of a tier, and where a tier ended the run by not keeping to its protocol.
     */
    default String shrink(int variant, long seed, String law) {
        return law.equals(Signature.THREW) || law.equals(TierFailure.LAW)
                ? ""
                : again(variant, seed).replaceFirst("^kvdrill run", "kvdrill shrink") + " --law " + law;
    }

    /** What a sweep must have in common with one that continues it, by names for people. */
    Map<String, String> identity();
}

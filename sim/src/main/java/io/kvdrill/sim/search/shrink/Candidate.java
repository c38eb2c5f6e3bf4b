package io.kvdrill.sim.search.shrink;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.world.World;

/**
 * A run that may fail.
 *
 * @param world what is run
 * @param profile under which profile
 * @param seed of all chance
 */
public record Candidate(World world, Profile profile, long seed) {

    Candidate with(World otherWorld) {
        return new Candidate(otherWorld, profile, seed);
    }

    Candidate with(Profile otherProfile) {
        return new Candidate(world, otherProfile, seed);
    }

    Candidate with(long otherSeed) {
        return new Candidate(world, profile, otherSeed);
    }
}

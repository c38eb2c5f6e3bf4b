package io.kvdrill.sim.search.swarm;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.world.World;

/**
 * One run of a swarm. It states no outcome: every law must hold.
 *
 * @param world what is run; valid
 * @param profile under which profile: the one that was asked for, perhaps with drawn rows
 * @param seed of the drawing, and of all chance in the run
 * @param features what was drawn from
 */
public record SwarmCase(World world, Profile profile, long seed, FeatureMask features) {}

package io.kvdrill.sim.search.explore;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.run.TierFactory;
import io.kvdrill.sim.world.World;

/**
 * What is explored.
 *
 * @param world valid, see {@link io.kvdrill.sim.world.WorldValidation}
 * @param profile what tiers and transports follow
 * @param seed of all chance that is left
 * @param tiers what is rehearsed
 */
public record Subject(World world, Profile profile, long seed, TierFactory tiers) {}

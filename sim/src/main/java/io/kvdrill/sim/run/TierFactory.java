package io.kvdrill.sim.run;

import io.kvdrill.core.tier.SecondaryTier;

/** Builds the tier of a process life: kvdrill's own, or another that is to be rehearsed. */
@FunctionalInterface
public interface TierFactory {

    /** A tier that has not been used. */
    SecondaryTier create(TierSettings settings);
}

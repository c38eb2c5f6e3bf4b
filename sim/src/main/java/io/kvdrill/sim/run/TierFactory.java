package io.kvdrill.sim.run;

import io.kvdrill.core.manager.TierConfig;
import io.kvdrill.core.manager.TierManager;
import io.kvdrill.core.tier.SecondaryTier;

/** Builds the tier of a process life: kvdrill's own, or another that is to be rehearsed. */
@FunctionalInterface
public interface TierFactory {

    /** A tier that has not been used. */
    SecondaryTier create(TierSettings settings);

    /** kvdrill's own tier. */
    static TierFactory own() {
        return settings -> new TierManager(
                new TierConfig(
                        settings.localId(), settings.fingerprint(), settings::hashSeed, settings.failureDomain()),
                settings.rules(),
                settings.control(),
                settings.data(),
                settings.random(),
                settings.trace());
    }
}

package io.kvdrill.scenarios.compare;

import io.kvdrill.scenarios.hosted.TierArguments;
import io.kvdrill.scenarios.run.RunCase;

/**
 * One of the variants that are compared.
 *
 * @param name what it is called
 * @param words its profile, settings and tiers, as they were given
 * @param tiers what of it lives in other processes
 * @param runCase what is run; its seed does not count
 */
public record Variant(String name, String words, TierArguments tiers, RunCase runCase) {
    /** The same run with another seed. */
    RunCase with(long seed) {
        return new RunCase(runCase.scenario(), runCase.profile(), runCase.statedAs(), seed, runCase.arguments());
    }
}

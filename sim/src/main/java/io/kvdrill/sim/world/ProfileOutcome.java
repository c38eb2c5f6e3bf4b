package io.kvdrill.sim.world;

import java.util.List;

/**
 * What happens under a profile that does not keep what the world expects.
 *
 * @param profile the profile's name
 * @param breaks laws that break under it ({@code I2}); each must
 * @param drops expectations of the world that are not stated under it: those with the same {@link
 *     Expectation#subject()}; what else these say does not count
 * @param expect expectations that replace those of the world with the same {@link Expectation#subject()}, or are added
 */
public record ProfileOutcome(String profile, List<String> breaks, List<Expectation> drops, List<Expectation> expect) {
    /** Keeps immutable copies of the lists. */
    public ProfileOutcome {
        breaks = List.copyOf(breaks);
        drops = List.copyOf(drops);
        expect = List.copyOf(expect);
    }

    /** An outcome that drops nothing. */
    public ProfileOutcome(String profile, List<String> breaks, List<Expectation> expect) {
        this(profile, breaks, List.of(), expect);
    }

    /** The same outcome under another profile. */
    public ProfileOutcome under(String otherProfile) {
        return new ProfileOutcome(otherProfile, breaks, drops, expect);
    }
}

package io.kvdrill.sim.world;

import java.util.List;

/**
 * What happens under a profile that does not keep what the world expects.
 *
 * @param profile the profile's name
 * @param breaks laws that break under it ({@code I2}); each must
 * @param expect expectations that replace those of the world with the same {@link Expectation#subject()}, or are added
 */
public record ProfileOutcome(String profile, List<String> breaks, List<Expectation> expect) {
    /** Keeps immutable copies of the lists. */
    public ProfileOutcome {
        breaks = List.copyOf(breaks);
        expect = List.copyOf(expect);
    }
}

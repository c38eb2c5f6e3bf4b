package io.kvdrill.core.walk;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.testkit.TierBench;
import java.util.List;
import java.util.Random;
import net.jqwik.api.RandomGenerator;
import net.jqwik.api.sessions.JqwikSession;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A few walks for each property, in less than a second: what mutants meet first. {@link TierPropertiesTest} has more. */
class BriefWalksTest {
    private static final int WALKS = 30;

    @ParameterizedTest
    @EnumSource(TierProperty.class)
    void hardenedKeepsThePropertyInAFewWalks(TierProperty property) {
        JqwikSession.run(() -> {
            RandomGenerator<List<Op>> walks = property.walks().generator(1000);
            Profile profile = property.under(Profile.of(Preset.HARDENED));
            for (long seed = 0; seed < WALKS; seed++) {
                List<Op> walk = walks.next(new Random(seed)).value();
                // Not cut down: that takes its time.
                assertThat(Walks.failure(profile, TierBench.FENCING, walk)).isNull();
            }
        });
    }
}

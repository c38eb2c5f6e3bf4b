package io.kvdrill.core.walk;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.testkit.TierBench;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/**
 * Whatever happens, {@code hardened} keeps the laws while it happens, and comes to rest after it. A walk that fails is cut
 * down by {@link Walks}, which knows that ops may go and stay as they are.
 */
class HardenedWalksTest {

    @Provide
    Arbitrary<List<Op>> walks() {
        return OpArbitraries.ops().list().ofMaxSize(100);
    }

    @Property(tries = 1500, shrinking = ShrinkingMode.OFF)
    void keepTheLawsAndComeToRest(@ForAll("walks") List<Op> ops) {
        Walks.check(Profile.of(Preset.HARDENED), TierBench.FENCING, ops);
    }
}

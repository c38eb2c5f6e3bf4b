package io.kvdrill.core.walk;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Choices.Switch;
import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.transport.DataCapabilities;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;

/**
 * Whatever happens, {@code hardened} keeps the laws while it happens, and comes to rest after it: one result for each job
 * and none for another; slots free only on proof; no write from a free slot; answers only when nothing of their round
 * runs; every wait ends in time; every map returns to its baseline; a sweep with nothing to do does nothing. Row C29.
 *
 * <p>A walk that fails is cut down by {@link Walks}, which knows that ops may go and stay as they are.
 */
class HardenedWalksTest {
    /** Fixed, so that a build says the same twice; another one searches elsewhere. */
    private static final String SEED = "20261129";

    private static final Profile HARDENED = Profile.of(Preset.HARDENED);
    private static final DataCapabilities UNFENCED = new DataCapabilities(false, false, false, false, 0);

    @Provide
    Arbitrary<List<Op>> walks() {
        return OpArbitraries.walks(OpArbitraries.ops());
    }

    @Provide
    Arbitrary<List<Op>> hostileWalks() {
        return OpArbitraries.walks(Arbitraries.frequencyOf(
                Tuple.of(4, OpArbitraries.ops()), Tuple.of(1, HostileOps.ops(OpArbitraries.peer()))));
    }

    @Property(seed = SEED, tries = 1000, shrinking = ShrinkingMode.OFF)
    void keepTheLawsAndComeToRest(@ForAll("walks") List<Op> ops) {
        Walks.check(HARDENED, TierBench.FENCING, ops);
    }

    @Property(seed = SEED, tries = 400, shrinking = ShrinkingMode.OFF)
    void keepTheLawsAmongHostilePeers(@ForAll("hostileWalks") List<Op> ops) {
        Walks.check(HARDENED, TierBench.FENCING, ops);
    }

    @Property(seed = SEED, tries = 150, shrinking = ShrinkingMode.OFF)
    void keepTheLawsWhenPeersAreGroupedByHost(@ForAll("walks") List<Op> ops) {
        Walks.check(HARDENED.with(Rows.GROUP_PEERS_BY_HOST, Switch.ON), TierBench.FENCING, ops);
    }

    @Property(seed = SEED, tries = 150, shrinking = ShrinkingMode.OFF)
    void keepTheLawsWithFewSlots(@ForAll("walks") List<Op> ops) {
        Profile crowded = HARDENED.with(Rows.MAX_PEERS, 2L).with(Rows.IDLE_TIMEOUT, 3_000_000_000L);
        Walks.check(crowded, TierBench.FENCING, ops);
    }

    @Property(seed = SEED, tries = 150, shrinking = ShrinkingMode.OFF)
    void keepTheLawsOverATransportThatKnowsItsBandwidth(@ForAll("walks") List<Op> ops) {
        Walks.check(HARDENED, new DataCapabilities(false, true, true, false, 1_000), ops);
        Walks.check(HARDENED, new DataCapabilities(false, true, true, true, 0), ops);
    }

    /** Without a fence nothing comes to rest: what is unproved stays held, and that is all that does. */
    @Property(seed = SEED, tries = 150, shrinking = ShrinkingMode.OFF)
    void neverFreeASlotWithoutProofWhereNothingCanBeFenced(@ForAll("walks") List<Op> ops) {
        new Walk(HARDENED, UNFENCED).run(ops);
        new Walk(HARDENED, new DataCapabilities(false, true, false, false, 0)).run(ops);
    }

    @Property(seed = SEED, tries = 150, shrinking = ShrinkingMode.OFF)
    void doTheSameToEqualTiersAndLeaveEqualDigests(@ForAll("walks") List<Op> ops) {
        Walk one = new Walk(HARDENED, TierBench.FENCING);
        Walk other = new Walk(HARDENED, TierBench.FENCING);
        for (Op op : ops) {
            op.run(one);
            op.run(other);
            assertThat(one.digest()).isEqualTo(other.digest());
        }
        assertThat(one.bench.trace()).isEqualTo(other.bench.trace());
    }
}

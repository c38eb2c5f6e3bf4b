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
 * The properties of {@link TierProperty} under {@code hardened}. That each can fail is shown where documented defects are
 * set back, over the table of set-back rows.
 */
class TierPropertiesTest {
    /** Fixed, so that a build says the same twice; another one searches elsewhere. */
    private static final String SEED = "20261129";

    private static final int TRIES = 200;

    private static void check(TierProperty property, List<Op> walk) {
        Walks.check(property.under(Profile.of(Preset.HARDENED)), TierBench.FENCING, walk);
    }

    @Provide
    Arbitrary<List<Op>> oneResultWalks() {
        return TierProperty.ONE_RESULT_PER_JOB.walks();
    }

    @Property(seed = SEED, tries = TRIES, shrinking = ShrinkingMode.OFF)
    void everyJobGetsOneResult(@ForAll("oneResultWalks") List<Op> walk) {
        check(TierProperty.ONE_RESULT_PER_JOB, walk);
    }

    @Provide
    Arbitrary<List<Op>> groupedResultWalks() {
        return TierProperty.ONE_RESULT_PER_JOB_OF_A_GROUP.walks();
    }

    @Property(seed = SEED, tries = TRIES, shrinking = ShrinkingMode.OFF)
    void everyJobGetsOneResultWherePeersAreGrouped(@ForAll("groupedResultWalks") List<Op> walk) {
        check(TierProperty.ONE_RESULT_PER_JOB_OF_A_GROUP, walk);
    }

    @Provide
    Arbitrary<List<Op>> slotWalks() {
        return TierProperty.SLOTS_ARE_HELD_WHILE_A_WRITE_CAN_REACH_THEM.walks();
    }

    @Property(seed = SEED, tries = TRIES, shrinking = ShrinkingMode.OFF)
    void noSlotIsReleasedThatAWriteCanReach(@ForAll("slotWalks") List<Op> walk) {
        check(TierProperty.SLOTS_ARE_HELD_WHILE_A_WRITE_CAN_REACH_THEM, walk);
    }

    @Provide
    Arbitrary<List<Op>> waitWalks() {
        return TierProperty.WAITS_END_AT_THEIR_TIME.walks();
    }

    @Property(seed = SEED, tries = TRIES, shrinking = ShrinkingMode.OFF)
    void everyWaitEndsAtItsStatedTime(@ForAll("waitWalks") List<Op> walk) {
        check(TierProperty.WAITS_END_AT_THEIR_TIME, walk);
    }

    @Provide
    Arbitrary<List<Op>> reapedWalks() {
        return TierProperty.REAPED_IDS_NEITHER_PARK_NOR_BIND.walks();
    }

    @Property(seed = SEED, tries = TRIES, shrinking = ShrinkingMode.OFF)
    void reapedIdsNeitherParkNorBindWithinTheirRetention(@ForAll("reapedWalks") List<Op> walk) {
        check(TierProperty.REAPED_IDS_NEITHER_PARK_NOR_BIND, walk);
    }

    @Provide
    Arbitrary<List<Op>> parkedWalks() {
        return TierProperty.UNBOUND_STORES_END_FOR_A_REASON.walks();
    }

    @Property(seed = SEED, tries = TRIES, shrinking = ShrinkingMode.OFF)
    void unboundStoresEndByBindingExpiryRejectionOrShutdown(@ForAll("parkedWalks") List<Op> walk) {
        check(TierProperty.UNBOUND_STORES_END_FOR_A_REASON, walk);
    }

    @Provide
    Arbitrary<List<Op>> baselineWalks() {
        return TierProperty.EVERYTHING_RETURNS_TO_BASELINE.walks();
    }

    @Property(seed = SEED, tries = TRIES, shrinking = ShrinkingMode.OFF)
    void everyMapReturnsToItsBaseline(@ForAll("baselineWalks") List<Op> walk) {
        check(TierProperty.EVERYTHING_RETURNS_TO_BASELINE, walk);
    }

    @Provide
    Arbitrary<List<Op>> deathWalks() {
        return TierProperty.DEAD_PEERS_LEAVE_NOTHING_BEHIND.walks();
    }

    @Property(seed = SEED, tries = TRIES, shrinking = ShrinkingMode.OFF)
    void deadPeersLeaveNothingBehind(@ForAll("deathWalks") List<Op> walk) {
        check(TierProperty.DEAD_PEERS_LEAVE_NOTHING_BEHIND, walk);
    }

    @Provide
    Arbitrary<List<Op>> groupedWalks() {
        return TierProperty.GROUPING_TOUCHES_ONE_HOST.walks();
    }

    @Property(seed = SEED, tries = TRIES, shrinking = ShrinkingMode.OFF)
    void groupingTouchesOneHostOnly(@ForAll("groupedWalks") List<Op> walk) {
        check(TierProperty.GROUPING_TOUCHES_ONE_HOST, walk);
    }

    @Provide
    Arbitrary<List<Op>> olderWalks() {
        return TierProperty.WHAT_IS_OLDER_CHANGES_NOTHING.walks();
    }

    @Property(seed = SEED, tries = TRIES, shrinking = ShrinkingMode.OFF)
    void olderLivesAndRoundsChangeNothing(@ForAll("olderWalks") List<Op> walk) {
        check(TierProperty.WHAT_IS_OLDER_CHANGES_NOTHING, walk);
    }

    @Provide
    Arbitrary<List<Op>> hostileWalks() {
        return TierProperty.NOTHING_REACHES_THE_ENGINE.walks();
    }

    @Property(seed = SEED, tries = TRIES, shrinking = ShrinkingMode.OFF)
    void nothingThatAPeerDoesReachesTheEngine(@ForAll("hostileWalks") List<Op> walk) {
        check(TierProperty.NOTHING_REACHES_THE_ENGINE, walk);
    }
}

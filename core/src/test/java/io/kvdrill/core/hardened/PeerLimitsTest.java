package io.kvdrill.core.hardened;

import static io.kvdrill.core.testkit.Jobs.loadFailedHeld;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Choices.Switch;
import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TransferJob;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many peers there may be, which of them go, and what the loss of one does to the others of its host. */
class PeerLimitsTest {
    private static final String PEER = "h1:1";

    private final TierBench bench = new TierBench(Preset.HARDENED).up(PEER, 1);

    private static Profile hardened() {
        return Profile.of(Preset.HARDENED);
    }

    @Test
    @Tag("B2")
    void peersBeyondTheMaximumAreRefusedBothWays() {
        TierBench two = new TierBench(hardened().with(Rows.MAX_PEERS, 2L).with(Rows.IDLE_TIMEOUT, 0L))
                .up(PEER, 1)
                .up("h1:2");
        RequestContext request = two.opened(Peers.pd("A", "h3:1"));
        assertThat(two.lookup(request, "a")).isEqualTo(LookupOutcome.MISS);
        two.receive("h4:1", Peers.connect("h4:1", null)).step();
        assertThat(two.tier.peers()).containsExactly(PEER, "h1:2");
        assertThat(two.lookup(two.opened(Peers.pd("B", PEER)), "a")).isEqualTo(LookupOutcome.HIT);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 16, 17, 18})
    @Tag("B4")
    @Tag("C27")
    void idleSessionsGoOnlyWhileSlotsAreScarce(long maxPeers) {
        TierBench small = new TierBench(hardened().with(Rows.MAX_PEERS, maxPeers)).up(PEER, 1);
        small.advance(299_999).step();
        assertThat(small.tier.peers()).containsExactly(PEER);
        small.advance(1).step();
        assertThat(small.tier.peers()).hasSize(maxPeers <= 17 ? 0 : 1);
    }

    @Test
    @Tag("C27")
    void aTimeoutOfZeroEvictsNobody() {
        TierBench small = new TierBench(hardened().with(Rows.MAX_PEERS, 1L).with(Rows.IDLE_TIMEOUT, 0L)).up(PEER, 1);
        small.advance(3_600_000).step();
        assertThat(small.tier.peers()).containsExactly(PEER);
    }

    @Test
    @Tag("C27")
    void sessionsThatBecameIdleTogetherGoTogetherAndOthersStay() {
        TierBench small =
                new TierBench(hardened().with(Rows.MAX_PEERS, 3L)).up(PEER, 1).up("h2:1", 1);
        small.advance(1).up("h3:1", 1);
        RequestContext request = small.opened(Peers.symmetric("A", "h2:1"));
        small.advance(299_999).step();
        assertThat(small.tier.peers()).containsExactly("h3:1");
        assertThat(small.lookup(request, "a")).isEqualTo(LookupOutcome.MISS);
    }

    @Test
    @Tag("B4")
    @Tag("C27")
    void parkedDemandProtectsASession() {
        TierBench small = new TierBench(
                        hardened().with(Rows.MAX_PEERS, 1L).with(Rows.PARKED_DEMAND_TIMEOUT, Preset.VLLM_2026_08))
                .up(PEER, 1);
        small.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        small.advance(300_000).step();
        assertThat(small.tier.peers()).containsExactly(PEER);
    }

    @Test
    @Tag("B24")
    void groupingClosesOneHostAndTouchesNoOther() {
        TierBench grouped = new TierBench(hardened().with(Rows.GROUP_PEERS_BY_HOST, Switch.ON)).up(PEER, 1);
        grouped.up("h1:2").up("h2:1", 1);
        RequestContext sibling = grouped.opened(Peers.pd("S", "h1:2"));
        RequestContext other = grouped.opened(Peers.pd("O", "h2:1"));
        TransferJob lost = grouped.load(sibling, "a");
        grouped.load(other, "a");
        grouped.control.lose(PEER);
        assertThat(grouped.step()).containsExactly(loadFailedHeld(lost));
        assertThat(grouped.tier.peers()).containsExactly("h2:1");
        assertThat(grouped.lookup(sibling, "b")).isEqualTo(LookupOutcome.MISS);
        assertThat(grouped.lookup(other, "b")).isEqualTo(LookupOutcome.HIT);

        assertThat(grouped.tier.sizes().deferredPeers()).isEqualTo(1);
        grouped.advance(9_999).open(Peers.pd("T", "h1:9"));
        assertThat(grouped.tier.peers()).containsExactly("h2:1");
        grouped.advance(1).open(Peers.pd("U", "h1:9"));
        assertThat(grouped.tier.peers()).containsExactly("h2:1", "h1:9");
    }

    @Test
    @Tag("B24")
    void withoutGroupingTheLossOfOnePeerIsItsOwn() {
        bench.up("h1:2");
        bench.control.lose(PEER);
        bench.step();
        assertThat(bench.tier.peers()).containsExactly("h1:2");
    }
}

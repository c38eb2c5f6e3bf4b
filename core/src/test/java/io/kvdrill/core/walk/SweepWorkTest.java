package io.kvdrill.core.walk;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Choices.Switch;
import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.TierBench;
import org.junit.jupiter.api.Test;

/** A sweep costs what is due, not what exists: counted in visits, never in time. */
class SweepWorkTest {
    private static final int MANY = 300;

    private static TierBench crowded(Profile profile) {
        TierBench bench = new TierBench(profile.with(Rows.MAX_PEERS, 1_000L));
        for (int i = 0; i < MANY; i++) {
            String peer = "h" + (i / 2) + ".example:" + (1 + i % 2);
            bench.receive(peer, Peers.connect(peer, 1L), Peers.ack(peer, 1L));
            bench.store(bench.opened(Peers.producer("parked" + i)), "a");
        }
        bench.step();
        bench.step();
        bench.control.takeSent();
        return bench;
    }

    @Test
    void aSweepWithoutNewsVisitsNobody() {
        TierBench bench = crowded(Profile.of(Preset.HARDENED));
        assertThat(bench.tier.sizes().sessions()).isEqualTo(MANY);
        assertThat(bench.tier.sizes().parkedIds()).isEqualTo(MANY);
        long before = bench.control.receives();
        for (int i = 0; i < 100; i++) {
            bench.advance(1).step();
        }
        assertThat(bench.control.receives()).isEqualTo(before);
    }

    @Test
    void aSweepVisitsOnlyWhoSentSomethingOrFellDue() {
        TierBench bench = crowded(Profile.of(Preset.HARDENED));
        String peer = bench.tier.peers().get(17);
        long before = bench.control.receives();
        bench.receive(peer, Peers.fetch("Z", 0, 40, "a")).step();
        assertThat(bench.control.receives()).isEqualTo(before + 1);
        bench.advance(60_000).step();
        assertThat(bench.sentTo(peer)).containsExactly(Peers.done("Z", 0, false));
        assertThat(bench.control.receives()).isEqualTo(before + 2);
    }

    @Test
    void theLossOfAHostIsNoConcernOfOtherHosts() {
        TierBench bench = crowded(Profile.of(Preset.HARDENED).with(Rows.GROUP_PEERS_BY_HOST, Switch.ON));
        long before = bench.control.receives();
        bench.control.lose(bench.tier.peers().get(0));
        bench.step();
        assertThat(bench.tier.sizes().sessions()).isEqualTo(MANY - 2);
        assertThat(bench.control.receives()).isEqualTo(before + 1);
    }
}

package io.kvdrill.core.hardened;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.TierBench;
import org.junit.jupiter.api.Test;

/** One address is one peer, however a request spells it. */
class PeerSpellingTest {

    @Test
    void sharesASessionBetweenSpellingsOfAnAddress() {
        TierBench bench = new TierBench(Preset.HARDENED);
        bench.open(Peers.pd("a", "0:0::1:7"));
        bench.open(Peers.pd("b", "[::1]:7"));
        bench.open(Peers.symmetric("c", "[0:0:0:0:0:0:0:1]:7"));

        assertThat(bench.tier.peers()).containsExactly("[::1]:7");
    }

    @Test
    void takesASpellingVerbatimUnderThePublishedRules() {
        TierBench bench = new TierBench(Preset.VLLM_2026_08);
        bench.open(Peers.pd("a", "0:0::1:7"));

        assertThat(bench.tier.peers()).containsExactly("0:0::1:7");
    }
}

package io.kvdrill.core.hardened;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.trace.SessionEvent.FenceStarted;
import io.kvdrill.core.transport.DataCapabilities;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A dead peer's data path is cut where that proves something about what its session has left, and only there. */
class FencesTest {
    private static final String PEER = "h1:1";

    private static TierBench bench(boolean outbound, boolean inbound) {
        TierBench bench =
                new TierBench(Profile.of(Preset.HARDENED), new DataCapabilities(false, outbound, inbound, false, 0));
        return bench.up(PEER, 1);
    }

    private static int fencesAfterTheLoss(TierBench bench) {
        bench.control.lose(PEER);
        bench.step();
        return bench.events(FenceStarted.class).size();
    }

    @ParameterizedTest
    @CsvSource({"false,false", "true,false", "false,true", "true,true"})
    void heldLoadsNeedAFenceOfThePeersWrites(boolean outbound, boolean inbound) {
        TierBench bench = bench(outbound, inbound);
        bench.load(bench.opened(Peers.pd("A", PEER)), "a");
        assertThat(fencesAfterTheLoss(bench)).isEqualTo(inbound ? 1 : 0);
        bench.step();
        assertThat(bench.tier.sizes().retiredSessions()).isEqualTo(inbound ? 0 : 1);
    }

    @ParameterizedTest
    @CsvSource({"false,false", "true,false", "false,true", "true,true"})
    void runningWritesNeedAFenceOfOurs(boolean outbound, boolean inbound) {
        TierBench bench = bench(outbound, inbound);
        bench.store(bench.opened(Peers.producer("A")), "a");
        bench.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        assertThat(bench.data.inFlight()).hasSize(1);
        assertThat(fencesAfterTheLoss(bench)).isEqualTo(outbound ? 1 : 0);
        bench.step();
        bench.step();
        assertThat(bench.tier.sizes().retiredSessions()).isEqualTo(outbound ? 0 : 1);
    }
}

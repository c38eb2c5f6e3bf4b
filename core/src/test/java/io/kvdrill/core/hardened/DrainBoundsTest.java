package io.kvdrill.core.hardened;

import static io.kvdrill.core.testkit.Jobs.key;
import static io.kvdrill.core.testkit.Jobs.loaded;
import static io.kvdrill.core.testkit.Jobs.storeFailed;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.TransferJob;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What drains and shutdowns settle, and how long they may take. */
class DrainBoundsTest {
    private static final String PEER = "h1:1";

    private final TierBench bench = new TierBench(Preset.HARDENED).up(PEER, 1);

    private static Profile hardened() {
        return Profile.of(Preset.HARDENED);
    }

    @Test
    @Tag("C13")
    void aDrainSettlesWhatIsParkedAndWhatIsPinned() {
        bench.parent.set(key("a"), LookupOutcome.HIT);
        TransferJob parked = bench.store(bench.opened(Peers.producer("A")), "a");
        bench.receive(PEER, Peers.lookup("B", 0, "a")).step();
        bench.receive(PEER, Peers.fetch("C", 0, 40, "z")).step();
        TransferJob filed = bench.store(bench.opened(Peers.producer("C")), "a");
        assertThat(bench.drain()).isZero();
        assertThat(bench.poll())
                .contains(storeFailed(parked), storeFailed(filed))
                .hasSize(3);
    }

    @Test
    @Tag("C13")
    void aDrainAnswersWhatPeersLookUpSinceNoServeWindowComes() {
        bench.parent.set(key("a"), LookupOutcome.HIT_PENDING);
        bench.receive(PEER, Peers.lookup("A", 0, "a")).step();
        TransferJob load = bench.load(bench.opened(Peers.pd("L", PEER)), "z");
        bench.sentTo(PEER);
        bench.drainStep();
        bench.receive(PEER, Peers.lookup("B", 1, "b", "c"));
        bench.drainStep();
        bench.drainStep();
        assertThat(bench.sentTo(PEER))
                .containsExactly(Peers.answer("A", 0L, false, "a"), Peers.answer("B", 1L, false, "b", "c"));
        assertThat(bench.poll()).isEmpty();
        bench.receive(PEER, Peers.done("L", 0, true));
        assertThat(bench.drain()).isZero();
        assertThat(bench.poll()).containsExactly(loaded(load));
    }

    @Test
    @Tag("A154")
    @Tag("A155")
    @Tag("A156")
    @Tag("C13")
    void aDrainIsBounded() {
        TierBench patient = new TierBench(hardened().with(Rows.STALLED_WRITE_TIMEOUT, Preset.VLLM_2026_08)).up(PEER, 1);
        assertThat(patient.drain()).isZero();
        patient.store(patient.opened(Peers.producer("A")), "a");
        patient.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        patient.data.holdFences(true);
        assertThat(patient.drain()).isEqualTo(30_000);
        assertThat(patient.poll()).hasSize(1);
    }

    @Test
    @Tag("C13")
    void aDrainWaitsForTheWritesOfClosedSessions() {
        bench.store(bench.opened(Peers.producer("A")), "a");
        bench.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        bench.data.holdFences(true);
        bench.control.lose(PEER);
        bench.step();
        assertThat(bench.tier.drainStep(bench.now())).hasToString("AGAIN");
        bench.data.end(bench.data.inFlight().get(0), true);
        assertThat(bench.tier.drainStep(bench.now())).hasToString("DONE");
    }

    @Test
    @Tag("A157")
    @Tag("A158")
    @Tag("A159")
    void shutdownWaitsThreeSecondsForWritesAndClosesBothTransports() {
        bench.store(bench.opened(Peers.producer("A")), "a");
        bench.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        assertThat(bench.tier.shutdownStep(bench.now())).hasToString("AGAIN");
        assertThat(bench.tier.shutdownStep(bench.advance(2_999).now())).hasToString("AGAIN");
        assertThat(bench.tier.shutdownStep(bench.advance(1).now())).hasToString("DONE");
        assertThat(bench.control.closed() && bench.data.closed()).isTrue();
    }
}

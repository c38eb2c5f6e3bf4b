package io.kvdrill.core.hardened;

import static io.kvdrill.core.testkit.Jobs.loadFailed;
import static io.kvdrill.core.testkit.Jobs.loadFailedHeld;
import static io.kvdrill.core.testkit.Jobs.loadReleased;
import static io.kvdrill.core.testkit.Jobs.loaded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.Message.AbortFetch;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TierResult;
import io.kvdrill.core.tier.TierResult.ReleaseProof;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.trace.ClientEvent.AbortAckTimedOut;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import io.kvdrill.core.trace.ClientEvent.LoadSlotsReleased;
import io.kvdrill.core.trace.ClientEvent.LoadTimedOut;
import io.kvdrill.core.trace.ClientEvent.TerminalIgnored;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is left of a load once it has ended, how long its slots were held, and how it ends under older rules. */
class LoadEdgesTest {
    private static final String PEER = "h1:1";
    private static final long SECOND = 1_000_000_000L;

    private final TierBench bench = new TierBench(Preset.HARDENED).up(PEER, 1);

    private static Profile hardened() {
        return Profile.of(Preset.HARDENED);
    }

    private static int loads(TierBench bench) {
        return bench.tier.sizes().clientRequests();
    }

    private static List<Long> heldSeconds(TierBench bench) {
        return bench.events(LoadSlotsReleased.class).stream()
                .map(released -> released.heldNanos() / SECOND)
                .toList();
    }

    // ---- what is left --------------------------------------------------------------------------------------------

    @Test
    void aLoadThatHasEndedLeavesNothing() {
        RequestContext request = bench.opened(Peers.pd("A", PEER));
        bench.load(request, "a");
        assertThat(loads(bench)).isEqualTo(1);
        bench.receive(PEER, Peers.done("A", 0, true)).step();
        bench.step();
        assertThat(loads(bench)).isZero();
        assertThat(bench.tier.nextDeadlineNanos()).isEqualTo(bench.now() + 300 * SECOND);
    }

    @Test
    void aLoadThatIsRefusedLeavesNothing() {
        RequestContext request = bench.opened(Peers.symmetric("A", PEER));
        TransferJob job = bench.load(request, "a");
        assertThat(bench.step()).containsExactly(loadFailed(job));
        assertThat(loads(bench)).isZero();
    }

    @Test
    void theDeadlineOfALoadGoesWithItsSession() {
        bench.load(bench.opened(Peers.pd("A", PEER)), "a");
        bench.control.lose(PEER);
        bench.step();
        assertThat(bench.tier.nextDeadlineNanos()).isEqualTo(bench.now() + 90 * SECOND);
    }

    @Test
    void aLoadWhoseFetchNeverLeftFreesItsSlotsAtItsDeadline() {
        RequestContext request = bench.opened(Peers.pd("B", "h2:1"));
        TransferJob job = bench.load(request, "a");
        bench.advance(30_000);
        assertThat(bench.step()).containsExactly(loadFailed(job));
        assertThat(bench.events(LoadTimedOut.class))
                .containsExactly(new LoadTimedOut("h2:1", "B", job.id(), 0, LoadMode.PD, 30 * SECOND, 30 * SECOND));
    }

    // ---- how long ------------------------------------------------------------------------------------------------

    @Test
    void slotsAreHeldFromTheResultToTheProof() {
        RequestContext request = bench.opened(Peers.pd("A", PEER));
        bench.load(request, "a");
        bench.advance(30_000).step();
        bench.advance(2_000).receive(PEER, Peers.aborted("A", 0)).step();
        assertThat(heldSeconds(bench)).containsExactly(2L);
    }

    @Test
    void slotsOfALostSessionAreHeldFromTheirResultToTheFence() {
        bench.data.holdFences(true);
        bench.load(bench.opened(Peers.pd("A", PEER)), "a");
        bench.advance(29_000).step();
        bench.load(bench.opened(Peers.pd("B", PEER)), "a");
        bench.advance(1_000).step(); // the first is held from here on
        bench.advance(3_000).control.lose(PEER);
        bench.step(); // and the second from here
        bench.data.holdFences(false);
        bench.advance(4_000).step();
        assertThat(heldSeconds(bench)).containsExactly(7L, 4L);
        assertThat(bench.events(LoadSlotsReleased.class))
                .extracting(LoadSlotsReleased::request, LoadSlotsReleased::job, LoadSlotsReleased::round)
                .containsExactly(tuple("A", 1L, 0L), tuple("B", 2L, 1L));
    }

    @Test
    void anAbortThatNobodyAcknowledgesIsReportedWithItsAge() {
        TransferJob job = bench.load(bench.opened(Peers.pd("A", PEER)), "a");
        bench.advance(30_000).step();
        bench.advance(15_000).step();
        assertThat(bench.events(AbortAckTimedOut.class))
                .containsExactly(new AbortAckTimedOut(PEER, "A", job.id(), 0, 15 * SECOND));
    }

    @Test
    void theEndsOfWhatWasNeverAskedAreReportedWithTheirRounds() {
        bench.receive(PEER, Peers.done("A", 3, true), Peers.aborted("A", 4)).step();
        assertThat(bench.events(TerminalIgnored.class))
                .containsExactly(
                        new TerminalIgnored(PEER, "A", 3, "transfer_done"),
                        new TerminalIgnored(PEER, "A", 4, "abort_ack"));
    }

    // ---- older rules ---------------------------------------------------------------------------------------------

    /** Under which the result of a load that is too old waits for the acknowledgement of its abort. */
    private static TierBench waiting(Profile profile) {
        return new TierBench(profile.with(Rows.LOAD_TIMEOUT_RESULT, Preset.VLLM_2026_08)).up(PEER, 1);
    }

    @Test
    void whereTheResultWaitsForTheAcknowledgementTheAbortIsSentOnce() {
        TierBench older = waiting(Profile.of(Preset.VLLM_2026_10));
        RequestContext request = older.opened(Peers.pd("A", PEER));
        TransferJob job = older.load(request, "a");
        older.advance(30_000);
        assertThat(older.step()).isEmpty();
        assertThat(older.sentTo(PEER)).filteredOn(AbortFetch.class::isInstance).hasSize(1);
        older.finish(request);
        assertThat(older.sentTo(PEER)).isEmpty();
        older.receive(PEER, Peers.done("A", 0, true));
        assertThat(older.step()).containsExactly(loadFailed(job));
        assertThat(loads(older)).isZero();
    }

    @Test
    void whereTheResultWaitsAndSlotsNeedProofASilentPeerIsFaultedAndTheSlotsAreHeld() {
        TierBench older = waiting(Profile.of(Preset.VLLM_2026_10).with(Rows.ABORT_ACK_TIMEOUT_ACTION, Preset.HARDENED));
        TransferJob job = older.load(older.opened(Peers.pd("A", PEER)), "a");
        older.advance(30_000).step();
        older.advance(5_000);
        assertThat(older.step()).containsExactly(loadFailedHeld(job));
        assertThat(older.tier.peers()).isEmpty();
    }

    @Test
    void whereTheResultWaitsASilentPeerEndsTheLoadAtTheSecondDeadline() {
        TierBench older = waiting(Profile.of(Preset.VLLM_2026_10));
        TransferJob job = older.load(older.opened(Peers.pd("A", PEER)), "a");
        older.advance(30_000).step();
        older.advance(5_000);
        assertThat(older.step()).containsExactly(loadFailed(job));
        assertThat(loads(older)).isZero();
    }

    @Test
    void whereTimeFreesSlotsTheSecondDeadlineDoes() {
        TierBench older = new TierBench(Profile.of(Preset.VLLM_2026_10)).up(PEER);
        TransferJob job = older.load(older.opened(Peers.pd("A", PEER)), "a");
        older.advance(30_000);
        assertThat(older.step()).containsExactly(loadFailedHeld(job));
        older.advance(5_000);
        assertThat(older.step()).containsExactly(loadReleased(job, ReleaseProof.TIMEOUT));
        assertThat(loads(older)).isZero();
    }

    @Test
    void whereTimeFreesSlotsTheEndOfTheSessionDoesToo() {
        TierBench older = new TierBench(Profile.of(Preset.VLLM_2026_10)).up(PEER);
        TransferJob job = older.load(older.opened(Peers.pd("A", PEER)), "a");
        older.advance(30_000).step();
        older.control.lose(PEER);
        assertThat(older.step()).containsExactly(loadReleased(job, ReleaseProof.TIMEOUT));
    }

    @Test
    void whereAFinishedRequestsLoadFailsAtTheAcknowledgementItFailsWhateverThePeerSays() {
        TierBench october = new TierBench(Profile.of(Preset.VLLM_2026_10)).up(PEER);
        RequestContext request = october.opened(Peers.pd("A", PEER));
        TransferJob job = october.load(request, "a");
        october.finish(request);
        assertThat(october.step()).isEmpty();
        october.receive(PEER, Peers.done("A", 0, true));
        assertThat(october.step()).containsExactly(loadFailed(job));
    }

    @Test
    void whereAFinishedRequestsLoadFailsAtTheAcknowledgementItFailsAtTheLatestWithItsTimeout() {
        TierBench october = new TierBench(Profile.of(Preset.VLLM_2026_10)).up(PEER);
        RequestContext request = october.opened(Peers.pd("A", PEER));
        TransferJob job = october.load(request, "a");
        october.finish(request);
        october.advance(4_999);
        assertThat(october.step()).isEmpty();
        october.advance(1);
        assertThat(october.step()).containsExactly(loadFailed(job));
        assertThat(loads(october)).isZero();
    }

    @Test
    void whereAFinishedRequestsLoadIsForgottenNothingIsLeftOfIt() {
        TierBench august = new TierBench(Profile.of(Preset.VLLM_2026_08)).up(PEER);
        RequestContext request = august.opened(Peers.pd("A", PEER));
        august.load(request, "a");
        august.finish(request);
        assertThat(loads(august)).isZero();
        List<TierResult> later = august.advance(60_000).step();
        assertThat(later).isEmpty();
        TransferJob again = august.load(august.opened(Peers.pd("A", PEER)), "a");
        august.receive(PEER, Peers.done("A", 0, true));
        assertThat(august.step()).containsExactly(loaded(again));
    }
}

package io.kvdrill.core.hardened;

import static io.kvdrill.core.testkit.Jobs.key;
import static io.kvdrill.core.testkit.Jobs.loaded;
import static io.kvdrill.core.testkit.Jobs.storeFailed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.manager.MapSizes;
import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.Message.Disconnect;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.core.tier.TierFailure;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.trace.ClientEvent.LoadRefused;
import io.kvdrill.core.trace.ClientEvent.LoadTimedOut;
import io.kvdrill.core.trace.ManagerEvent.JobReported;
import io.kvdrill.core.trace.ManagerEvent.JobSubmitted;
import io.kvdrill.core.trace.ManagerEvent.PeerDown;
import io.kvdrill.core.trace.ManagerEvent.RequestMarkCleared;
import io.kvdrill.core.trace.ManagerEvent.RequestMarkedFailed;
import io.kvdrill.core.trace.ManagerEvent.RequestOpened;
import io.kvdrill.core.trace.ManagerEvent.SlotsReported;
import io.kvdrill.core.trace.SessionEvent.DialRefused;
import io.kvdrill.core.trace.SessionEvent.FenceStarted;
import io.kvdrill.core.trace.SessionEvent.PeerRefused;
import io.kvdrill.core.trace.SessionEvent.SendFailed;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The sessions of a tier: who gets one, when they are swept, and what is left when they end. */
class SessionsTest {
    private static final String PEER = "h1:1";
    private static final String OTHER = "h2:1";

    private final TierBench bench = new TierBench(Preset.HARDENED);

    private static Profile hardened() {
        return Profile.of(Preset.HARDENED);
    }

    // ---- who gets one --------------------------------------------------------------------------------------------

    @Test
    @Tag("B2")
    void aPeerBeyondTheMaximumIsToldSoByTheEndOfItsConnection() {
        TierBench one = new TierBench(hardened().with(Rows.MAX_PEERS, 1L)).up(PEER, 1);
        one.receive(OTHER, Peers.connect(OTHER, 1L)).step();
        assertThat(one.control.closes()).containsExactly(0, 1);
        assertThat(one.events(PeerRefused.class))
                .containsExactly(new PeerRefused(OTHER, "1 sessions are open, the maximum"));
        one.open(Peers.pd("A", OTHER));
        assertThat(one.events(DialRefused.class))
                .containsExactly(new DialRefused(OTHER, "1 sessions are open, the maximum"));
    }

    @Test
    @Tag("C10")
    void aPeerThatNobodyCanDialIsToldSoByTheEndOfItsConnection() {
        bench.receive("h1:0", Peers.connect("h1:0", null)).step();
        assertThat(bench.control.closes()).containsExactly(1);
        assertThat(bench.events(PeerRefused.class)).hasSize(1);
    }

    @Test
    void aSessionWhoseConnectEscapesLeavesNothingBehind() {
        TierBench older = new TierBench(hardened().with(Rows.SEND_FAILURE, Preset.VLLM_2026_08));
        older.control.failSends(PEER, true);
        assertThatThrownBy(() -> older.open(Peers.pd("A", PEER))).isInstanceOf(TierFailure.class);
        assertThat(older.tier.nextDeadlineNanos()).isEqualTo(SecondaryTier.NO_DEADLINE);
    }

    // ---- the sweep -----------------------------------------------------------------------------------------------

    @Test
    @Tag("C9")
    void whatFallsDueForADeadSessionIsJudgedBeforeItsPeerGetsAnother() {
        bench.up(PEER, 1);
        bench.load(bench.opened(Peers.pd("A", PEER)), "a");
        bench.advance(30_000);
        DefectScenarios.dieUnswept(bench);
        bench.receive(PEER, Peers.connect(PEER, 1L)).step();
        assertThat(bench.tier.peers()).containsExactly(PEER);
        assertThat(bench.events(LoadTimedOut.class)).hasSize(1);
    }

    @Test
    void whatArisesForASessionAfterItsPollWaitsForTheNextSweepAlsoWhereAnotherIsSucceeded() {
        bench.up(OTHER, 1).up(PEER, 1);
        TransferJob job = bench.store(bench.opened(Peers.producer("A")), "a");
        bench.data.refuseWrites(OTHER, true);
        bench.receive(OTHER, Peers.fetch("A", 0, 40, "a"));
        bench.receive(PEER, Peers.connect(PEER, 2L), Peers.ack(PEER, 2L));
        assertThat(bench.step()).isEmpty();
        assertThat(bench.step()).containsExactly(storeFailed(job));
    }

    @Test
    void aSessionThatEndedWithWorkAsksForNoFurtherSweep() {
        bench.up(PEER, 1);
        bench.load(bench.opened(Peers.pd("A", PEER)), "a");
        bench.control.lose(PEER);
        bench.step();
        assertThat(bench.tier.nextDeadlineNanos()).isGreaterThan(bench.now());
    }

    // ---- what is left --------------------------------------------------------------------------------------------

    @Test
    void theLossOfAPeerIsReportedWithWhatItCost() {
        bench.up(PEER, 1);
        bench.load(bench.opened(Peers.pd("A", PEER)), "a");
        bench.control.lose(PEER);
        bench.step();
        assertThat(bench.events(PeerDown.class)).containsExactly(new PeerDown(PEER, "connection lost", 1, 0));
        assertThat(bench.events(FenceStarted.class)).containsExactly(new FenceStarted(PEER, 1));
    }

    @Test
    void theEndOfASessionIsReportedWithWhatItLeaves() {
        bench.up(PEER, 1);
        bench.load(bench.opened(Peers.pd("L", PEER)), "a");
        RequestContext producer = bench.opened(Peers.producer("A"));
        bench.store(producer, "a");
        bench.store(producer, "b");
        bench.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        bench.control.lose(PEER);
        bench.step();
        assertThat(bench.events(SessionClosed.class))
                .containsExactly(new SessionClosed(PEER, 1, "connection lost", 1, 2, 1));
    }

    @Test
    void sizesCountWhatIsThere() {
        bench.up(PEER, 1).up(OTHER, 1);
        bench.load(bench.opened(Peers.pd("L", PEER)), "a");
        bench.open(Peers.pd("M", PEER));
        bench.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        bench.receive(OTHER, Peers.fetch("B", 0, 40, "a"), Peers.fetch("C", 0, 50, "a"))
                .step();
        bench.store(bench.opened(Peers.producer("P")), "a");
        assertThat(bench.tier.sizes()).isEqualTo(new MapSizes(2, 3, 1, 0, 0, 3, 0, 2, 0, 1, 3));
    }

    @Test
    void requestsAndJobsAreReportedAsTheyComeAndGo() {
        bench.up(PEER, 1);
        bench.open(Peers.symmetric("S", PEER));
        RequestContext pd = bench.opened(Peers.pd("A", PEER));
        RequestContext producer = bench.opened(Peers.producer("D"));
        assertThat(bench.events(RequestOpened.class))
                .containsExactly(
                        new RequestOpened("sym-S", "S", PEER, true, ""),
                        new RequestOpened("pd-A", "A", PEER, false, ""),
                        new RequestOpened("prod-D", "", "", false, "D"));
        TransferJob load = bench.load(pd, "a");
        TransferJob store = bench.store(producer, "b");
        assertThat(bench.events(JobSubmitted.class))
                .containsExactly(
                        new JobSubmitted(load.id(), Direction.LOAD, "A", load.keys(), load.slots()),
                        new JobSubmitted(store.id(), Direction.STORE, "D", store.keys(), store.slots()));
        bench.finish(pd);
        bench.receive(PEER, Peers.aborted("A", 0)).step();
        assertThat(bench.events(JobReported.class))
                .containsExactly(new JobReported(load.id(), Direction.LOAD, false, true));
        assertThat(bench.events(SlotsReported.class)).containsExactly(new SlotsReported(load.id(), Direction.LOAD));
    }

    @Test
    void aLoadThatNobodyCanFetchIsReportedWithItsPeer() {
        bench.control.refuseDials(PEER, true);
        TransferJob job = bench.load(bench.opened(Peers.pd("A", PEER)), "a");
        assertThat(bench.events(LoadRefused.class))
                .containsExactly(new LoadRefused(PEER, "A", job.id(), "no session with " + PEER));
    }

    @Test
    @Tag("C15")
    void aLoadThatWentWellMarksNothing() {
        bench.up(PEER, 1);
        RequestContext request = bench.opened(Peers.pd("A", PEER));
        TransferJob job = bench.load(request, "a");
        bench.receive(PEER, Peers.done("A", 0, true));
        assertThat(bench.step()).containsExactly(loaded(job));
        assertThat(bench.tier.sizes().failedIds()).isZero();
        assertThat(bench.lookup(request, "b")).isEqualTo(LookupOutcome.HIT);
    }

    @Test
    @Tag("C15")
    void theMarkOfAnIdIsSetOnceAndClearedOnce() {
        bench.control.refuseDials(PEER, true);
        RequestContext first = bench.opened(Peers.pd("A", PEER));
        RequestContext second = bench.opened(Peers.symmetric("A", PEER));
        assertThat(bench.events(RequestMarkedFailed.class))
                .containsExactly(new RequestMarkedFailed("A", "no session with " + PEER));
        bench.finish(first);
        assertThat(bench.events(RequestMarkCleared.class)).containsExactly(new RequestMarkCleared("A"));
        bench.finish(second);
        assertThat(bench.events(RequestMarkCleared.class)).hasSize(1);
    }

    @Test
    @Tag("C15")
    void theEndOfAProducerClearsTheMarkOfItsId() {
        bench.control.refuseDials(PEER, true);
        bench.open(Peers.pd("A", PEER));
        RequestContext producer = bench.opened(Peers.producer("A"));
        assertThat(bench.tier.sizes().failedIds()).isEqualTo(1);
        bench.finish(producer);
        assertThat(bench.tier.sizes().failedIds()).isZero();
    }

    @Test
    void aLoadForWhichThereIsNoSessionAnyMoreMarksItsId() {
        bench.up(PEER, 1);
        RequestContext request = bench.opened(Peers.pd("A", PEER));
        bench.control.lose(PEER);
        bench.step();
        assertThat(bench.tier.sizes().failedIds()).isZero();
        bench.load(request, "a");
        assertThat(bench.events(RequestMarkedFailed.class))
                .containsExactly(new RequestMarkedFailed("A", "no session with " + PEER));
    }

    // ---- idleness ------------------------------------------------------------------------------------------------

    @Test
    void aFullTierInWhichNobodyIsSilentHasNoUseForTheIdleTimeout() {
        TierBench one = new TierBench(hardened().with(Rows.MAX_PEERS, 1L)).up(PEER, 1);
        one.step();
        assertThat(one.tier.rules().reached()).doesNotContain(Rows.IDLE_TIMEOUT, Rows.IDLE_REAP_HEADROOM);
        one.advance(300_000).step();
        assertThat(one.tier.rules().reached()).contains(Rows.IDLE_TIMEOUT, Rows.IDLE_REAP_HEADROOM);
    }

    @Test
    void whereIdleMeansNoLoadOrWriteALoadProtectsItsSession() {
        TierBench october = new TierBench(Profile.of(Preset.VLLM_2026_10)
                        .with(Rows.MAX_PEERS, 1L)
                        .with(Rows.LOAD_TIMEOUT_PD, 600_000_000_000L))
                .up(PEER);
        RequestContext request = october.opened(Peers.pd("A", PEER));
        october.load(request, "a");
        october.advance(300_000).step();
        assertThat(october.tier.peers()).containsExactly(PEER);
        october.receive(PEER, Peers.done("A", 0, true)).step();
        october.advance(300_000).step();
        assertThat(october.tier.peers()).isEmpty();
    }

    /** A tier of one peer, which was last heard of now. */
    private static TierBench one() {
        return new TierBench(hardened().with(Rows.MAX_PEERS, 1L)).up(PEER, 1);
    }

    private static void evictedAfter(TierBench one, long millis) {
        one.advance(millis - 1).step();
        assertThat(one.tier.peers()).containsExactly(PEER);
        one.advance(1).step();
        assertThat(one.tier.peers()).isEmpty();
    }

    @Test
    void aMessageThatAsksForNothingIsAsGoodAsAnyOther() {
        TierBench one = one();
        one.advance(200_000).receive(PEER, Peers.done("Z", 0, true)).step();
        evictedAfter(one, 300_000);
    }

    @Test
    void whatWeSendKeepsASessionOpen() {
        TierBench one = one();
        RequestContext request = one.opened(Peers.symmetric("A", PEER));
        one.lookup(request, "a");
        one.scheduleEnd();
        one.receive(PEER, Peers.answer("A", 0L, false, "a")).step();
        one.advance(200_000);
        one.finish(request); // its terminal fetch leaves
        evictedAfter(one, 300_000);
    }

    @Test
    void aSweepThatBringsNoMessageKeepsNoSessionOpen() {
        TierBench one = one();
        one.parent.set(key("a"), LookupOutcome.HIT);
        one.receive(PEER, Peers.lookup("A", 0, "a")).step();
        one.advance(30_000);
        assertThat(one.step()).hasSize(1); // the pin has expired
        evictedAfter(one, 270_000);
    }

    @Test
    void aPeerThatIsEvictedIsToldAndOneThatIsLostIsNot() {
        TierBench one = one();
        evictedAfter(one, 300_000);
        assertThat(one.sentTo(PEER)).containsExactly(new Disconnect());
        bench.up(PEER, 1);
        bench.control.lose(PEER);
        bench.step();
        assertThat(bench.events(SendFailed.class)).isEmpty();
    }

    // ---- time ----------------------------------------------------------------------------------------------------

    static List<Consumer<TierBench>> calls() {
        RequestContext request = Peers.producer("A");
        TransferJob job = new TierBench(Preset.HARDENED).jobs.of("a");
        return List.of(
                bench -> bench.tier.onNewRequest(0, request),
                bench -> bench.tier.lookup(0, key("a"), request),
                bench -> bench.tier.submitStore(0, job, request),
                bench -> bench.tier.submitLoad(0, job, request),
                bench -> bench.tier.onScheduleEnd(0),
                bench -> bench.tier.serveExternalRequests(0, bench.parent),
                bench -> bench.tier.getFinishedJobs(0),
                bench -> bench.tier.onRequestFinished(0, request),
                bench -> bench.tier.drainStep(0),
                bench -> bench.tier.shutdownStep(0));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void noCallTakesATimeBeforeTheLast(Consumer<TierBench> call) {
        bench.step();
        assertThatThrownBy(() -> call.accept(bench))
                .isInstanceOf(TierFailure.class)
                .hasMessageContaining("time went back");
    }
}

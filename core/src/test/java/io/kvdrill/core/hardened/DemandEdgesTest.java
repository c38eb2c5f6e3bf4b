package io.kvdrill.core.hardened;

import static io.kvdrill.core.testkit.Jobs.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.testkit.Jobs;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.SecondaryTier.StepOutcome;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.trace.ManagerEvent.ReapedIdRefused;
import io.kvdrill.core.trace.ServerEvent.AbortAcknowledged;
import io.kvdrill.core.trace.ServerEvent.AbortDrainTimedOut;
import io.kvdrill.core.trace.ServerEvent.AbortParked;
import io.kvdrill.core.trace.ServerEvent.ParkedDemandTimedOut;
import io.kvdrill.core.trace.ServerEvent.WriteRefused;
import io.kvdrill.core.trace.ServerEvent.WriteStalled;
import io.kvdrill.core.trace.ServerEvent.WriteStarted;
import io.kvdrill.core.trace.ServerEvent.WritesCancelled;
import io.kvdrill.core.transport.DataCapabilities;
import io.kvdrill.core.transport.Registration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Demand: how long it waits, what ends the wait, and that nothing is written for a round that has failed. */
class DemandEdgesTest {
    private static final String PEER = "h1:1";
    private static final long SECOND = 1_000_000_000L;

    private final TierBench bench = patient(Profile.of(Preset.HARDENED));
    private final RequestContext producer = bench.opened(Peers.producer("A"));

    /** Under which writes never stall. */
    private static TierBench patient(Profile profile) {
        return new TierBench(profile.with(Rows.STALLED_WRITE_TIMEOUT, Preset.VLLM_2026_08)).up(PEER, 1);
    }

    private void fetch(long round, long slot, String... keys) {
        bench.receive(PEER, Peers.fetch("A", round, slot, keys)).step();
    }

    private void end(int write, boolean success) {
        bench.data.end(bench.data.writes().get(write), success);
    }

    private List<Message> sent() {
        return bench.sentTo(PEER);
    }

    // ---- how long it waits ---------------------------------------------------------------------------------------

    @Test
    void demandThatIsMetWaitsForNothingMore() {
        fetch(0, 40, "a", "b");
        bench.store(producer, "a", "b");
        fetch(1, 50, "c");
        bench.parent.set(key("c"), LookupOutcome.HIT);
        bench.receive(PEER, Peers.lookup("A", 1, "c")).step();
        assertThat(bench.data.inFlight()).hasSize(2);
        bench.advance(60_000).step();
        assertThat(bench.events(ParkedDemandTimedOut.class)).isEmpty();
        assertThat(sent()).noneMatch(Message.TransferDone.class::isInstance);
    }

    @Test
    void demandThatFailedOrWasAbortedWaitsForNothingMore() {
        fetch(0, 40, "a");
        bench.receive(PEER, Peers.abort("A", 0)).step();
        bench.step();
        assertThat(bench.tier.nextDeadlineNanos()).isEqualTo(bench.now() + 300 * SECOND);
    }

    @Test
    void demandGoesWithItsSession() {
        fetch(0, 40, "a");
        bench.control.lose(PEER);
        bench.step();
        assertThat(bench.tier.nextDeadlineNanos()).isEqualTo(bench.now() + 90 * SECOND);
    }

    @Test
    void demandThatWaitedTooLongIsReportedAndNotServedAnyMore() {
        fetch(0, 40, "a", "b");
        bench.store(producer, "a");
        bench.advance(60_000).step();
        assertThat(bench.events(ParkedDemandTimedOut.class))
                .containsExactly(new ParkedDemandTimedOut(PEER, "A", 0, 1, 60 * SECOND));
        bench.store(producer, "b");
        assertThat(bench.data.writes()).hasSize(1);
        sent();
        end(0, true);
        bench.step();
        assertThat(sent()).containsExactly(Peers.done("A", 0, false));
    }

    @Test
    void afterATerminalFetchNothingMoreIsWrittenAndNothingWaitedFor() {
        fetch(0, 40, "a", "b");
        bench.store(producer, "a");
        bench.receive(PEER, Peers.terminal("A", 1)).step();
        bench.store(producer, "b");
        assertThat(bench.data.writes()).hasSize(1);
        bench.advance(60_000).step();
        assertThat(bench.events(ParkedDemandTimedOut.class)).isEmpty();
    }

    @Test
    void afterAFailedWriteNothingMoreIsWrittenForItsRoundAndNothingWaitedFor() {
        fetch(0, 40, "a", "b", "c");
        bench.store(producer, "a");
        bench.store(producer, "b");
        end(0, false);
        bench.step();
        bench.store(producer, "c");
        assertThat(bench.data.writes()).hasSize(2);
        bench.advance(60_000).step();
        assertThat(bench.events(ParkedDemandTimedOut.class)).isEmpty();
        sent();
        end(1, true);
        bench.step();
        assertThat(sent()).containsExactly(Peers.done("A", 0, false));
    }

    // ---- producers that finish -----------------------------------------------------------------------------------

    @Test
    void demandBeyondWhatAFinishedProducerLeftFailsAtOnce() {
        fetch(0, 40, "a");
        TransferJob job = bench.store(producer, "a", "b");
        end(0, true);
        bench.step();
        bench.finish(producer);
        sent();
        fetch(1, 50, "z");
        assertThat(sent()).containsExactly(Peers.done("A", 1, false));
        fetch(2, 60, "b");
        end(1, true);
        assertThat(bench.step()).extracting(result -> result.job()).containsExactly(job.id());
        assertThat(sent()).containsExactly(Peers.done("A", 2, true));
    }

    @Test
    void demandUnderAnIdWhoseProducerLeftNothingWaits() {
        fetch(0, 40, "a");
        bench.store(producer, "a");
        bench.finish(producer);
        sent();
        fetch(1, 50, "z");
        assertThat(sent()).isEmpty();
    }

    @Test
    void theEndOfARequestEndsTheLookupsUnderItsId() {
        bench.parent.set(key("a"), LookupOutcome.HIT_PENDING);
        fetch(0, 40, "z");
        bench.receive(PEER, Peers.abort("A", 0), Peers.lookup("A", 1, "a")).step();
        assertThat(bench.parent.openContexts()).isEqualTo(1);
        assertThat(bench.tier.sizes().serverRequests()).isEqualTo(1);
        bench.finish(producer);
        assertThat(bench.tier.sizes().serverRequests()).isZero();
        bench.serve();
        assertThat(bench.parent.openContexts()).isZero();
        assertThat(sent()).containsExactly(Peers.aborted("A", 0), Peers.answer("A", 1L, false, "a"));
    }

    // ---- reaped ids ----------------------------------------------------------------------------------------------

    @Test
    void aFetchThatMeetsPinsUnderAReapedIdIsNotRefusedAndOneThatDoesNotIs() {
        bench.store(producer, "z");
        bench.advance(60_000).step();
        bench.parent.set(key("a"), LookupOutcome.HIT);
        bench.receive(PEER, Peers.lookup("A", 0, "a")).step();
        fetch(1, 50, "z");
        assertThat(bench.events(ReapedIdRefused.class)).containsExactly(new ReapedIdRefused("A", "fetch"));
        assertThat(sent()).contains(Peers.done("A", 1, false));
        fetch(0, 40, "a");
        end(0, true);
        bench.step();
        assertThat(bench.events(ReapedIdRefused.class)).hasSize(1);
        assertThat(sent()).contains(Peers.done("A", 0, true));
    }

    // ---- writes --------------------------------------------------------------------------------------------------

    @Test
    void writesAreReportedWithWhatTheyCarry() {
        fetch(6, 30, "z"); // so that stores go to the session
        TransferJob first = bench.store(producer, "a");
        TransferJob second = bench.store(producer, "b");
        fetch(7, 40, "a", "b");
        assertThat(bench.events(WriteStarted.class))
                .containsExactly(new WriteStarted(
                        PEER,
                        "A",
                        7,
                        0,
                        List.of(first.id(), second.id()),
                        Jobs.keys("a", "b"),
                        bench.data.writes().get(0).local(),
                        bench.data.writes().get(0).remote(),
                        1));
        bench.store(producer, "c", "d");
        bench.data.refuseWrites(PEER, true);
        fetch(8, 50, "c", "d");
        bench.data.refuseWrites(PEER, false);
        bench.store(producer, "e", "f", "g");
        bench.data.throwOnWrite(PEER, true);
        fetch(9, 60, "e", "f", "g");
        assertThat(bench.events(WriteRefused.class))
                .containsExactly(
                        new WriteRefused(PEER, "A", 8, 2, "the data transport refused it"),
                        new WriteRefused(PEER, "A", 9, 3, "it threw: the script throws on writes to " + PEER));
    }

    @Test
    void aWriteToAPeerThatIsNotRegisteredYetIsRefusedForThat() {
        TierBench slow = new TierBench(Preset.HARDENED);
        slow.data.settleAs(PEER, Registration.State.PENDING);
        slow.store(slow.opened(Peers.producer("A")), "a");
        slow.receive(PEER, Peers.connect(PEER, 1L), Peers.fetch("A", 0, 40, "a"))
                .step();
        assertThat(slow.events(WriteRefused.class))
                .extracting(WriteRefused::reason)
                .containsExactly("the peer is not registered");
    }

    // ---- stalls --------------------------------------------------------------------------------------------------

    private static TierBench writing(boolean knowsProgress, long bytesPerSecond, Profile profile) {
        TierBench writing = new TierBench(
                        profile, new DataCapabilities(false, true, true, knowsProgress, bytesPerSecond))
                .up(PEER, 1);
        writing.store(writing.opened(Peers.producer("A")), "a", "b");
        writing.receive(PEER, Peers.fetch("A", 0, 40, "a", "b")).step();
        return writing;
    }

    private static void stallsAfter(TierBench writing, long millis) {
        writing.advance(millis - 1).step();
        assertThat(writing.tier.peers()).containsExactly(PEER);
        writing.advance(1).step();
        assertThat(writing.tier.peers()).isEmpty();
    }

    @Test
    void aWriteMayTakeItsBytesAtTheDeclaredBandwidthLonger() {
        stallsAfter(writing(false, 4096, Profile.of(Preset.HARDENED)), 7_000);
        stallsAfter(writing(false, 0, Profile.of(Preset.HARDENED)), 5_000);
    }

    @Test
    void aWriteThatProgressesDoesNotStallAndOneThatStopsDoes() {
        TierBench writing = writing(true, 4096, Profile.of(Preset.HARDENED));
        for (long bytes = 1; bytes <= 3; bytes++) {
            writing.data.writes().get(0).progress(bytes);
            writing.advance(5_000).step();
        }
        assertThat(writing.tier.peers()).containsExactly(PEER);
        stallsAfter(writing, 5_000);
        assertThat(writing.events(WriteStalled.class))
                .containsExactly(new WriteStalled(PEER, "A", 0, 0, 20 * SECOND, 3));
    }

    @Test
    void aWriteWithoutALimitDoesNotStallAtAnyBandwidth() {
        TierBench writing =
                writing(false, 4096, Profile.of(Preset.HARDENED).with(Rows.STALLED_WRITE_TIMEOUT, Preset.VLLM_2026_08));
        writing.advance(3_600_000).step();
        assertThat(writing.events(WriteStalled.class)).isEmpty();
    }

    @Test
    void theStallOfAWriteGoesWithItAndWithItsSession() {
        TierBench writing = writing(false, 0, Profile.of(Preset.HARDENED));
        writing.data.holdFences(true);
        writing.control.lose(PEER);
        writing.step();
        assertThat(writing.tier.nextDeadlineNanos()).isEqualTo(writing.now() + 90 * SECOND);
    }

    // ---- aborts --------------------------------------------------------------------------------------------------

    @Test
    void anAbortThatDrainsIsReportedOnceAndAsksForEverySweep() {
        bench.store(producer, "a");
        fetch(0, 40, "a");
        bench.receive(PEER, Peers.abort("A", 0)).step();
        bench.step();
        assertThat(bench.events(AbortParked.class)).containsExactly(new AbortParked(PEER, "A", 0, 1));
        assertThat(bench.tier.nextDeadlineNanos()).isEqualTo(bench.now());
        end(0, true);
        bench.step();
        bench.step();
        assertThat(bench.tier.nextDeadlineNanos()).isEqualTo(bench.now() + 300 * SECOND);
    }

    @Test
    void anAbortWaitsForItsOwnWritesOnly() {
        bench.store(producer, "a", "b");
        fetch(0, 40, "a");
        bench.receive(PEER, Peers.abort("A", 0), Peers.fetch("A", 0, 50, "b")).step();
        end(0, true);
        bench.step();
        assertThat(sent()).containsExactly(Peers.aborted("A", 0));
    }

    @Test
    void anAbortOfAPeerThatIsLostIsNotAcknowledged() {
        bench.store(producer, "a");
        fetch(0, 40, "a");
        bench.receive(PEER, Peers.abort("A", 0)).step();
        end(0, true);
        bench.control.lose(PEER);
        bench.step();
        assertThat(bench.events(AbortAcknowledged.class)).isEmpty();
    }

    @Test
    void anAbortWhoseWriteDoesNotEndIsReportedWithItsRequest() {
        bench.store(producer, "a");
        fetch(0, 40, "a");
        bench.receive(PEER, Peers.abort("A", 0)).step();
        bench.advance(10_000).step();
        assertThat(bench.events(AbortDrainTimedOut.class))
                .containsExactly(new AbortDrainTimedOut(PEER, "A", 0, 1, 10 * SECOND));
    }

    // ---- older rules ---------------------------------------------------------------------------------------------

    @Test
    void whereAnAbortIsForcedItsWritesAreForgotten() {
        TierBench october = new TierBench(
                        Profile.of(Preset.VLLM_2026_10).with(Rows.STALLED_WRITE_TIMEOUT, Preset.VLLM_2026_08))
                .up(PEER);
        october.store(october.opened(Peers.producer("A")), "a");
        october.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        october.receive(PEER, Peers.abort("A", 0)).step();
        october.advance(10_000).step();
        assertThat(october.sentTo(PEER)).contains(Peers.aborted("A", 0));
        cancelled(october, 0);
        assertThat(october.tier.sizes().serverRequests()).isZero();
    }

    @Test
    void whereAFailedWriteEndsItsRoundItsSiblingsAreForgotten() {
        TierBench october = new TierBench(Profile.of(Preset.VLLM_2026_10)).up(PEER);
        RequestContext request = october.opened(Peers.producer("A"));
        october.receive(PEER, Peers.fetch("A", 0, 40, "a", "b")).step();
        october.store(request, "a");
        october.store(request, "b");
        october.sentTo(PEER);
        october.data.end(october.data.writes().get(0), false);
        october.step();
        assertThat(october.sentTo(PEER)).containsExactly(Peers.done("A", 0, false));
        cancelled(october, 1);
    }

    private static void cancelled(TierBench older, int write) {
        assertThat(older.events(WritesCancelled.class))
                .singleElement()
                .matches(all -> all.transfers().equals(List.of((long) write)));
        assertThat(older.drainStep()).isEqualTo(StepOutcome.DONE);
        older.data.end(older.data.writes().get(write), true);
        assertThat(older.data.quiet())
                .as("nobody is told of a write that was cancelled")
                .isTrue();
    }

    @Test
    void aTerminalFetchLeavesNothingOfARoundThatOnlyWaited() {
        bench.receive(PEER, Peers.fetch("Z", 0, 40, "a")).step();
        assertThat(bench.tier.sizes().serverRequests()).isEqualTo(1);
        bench.receive(PEER, Peers.terminal("Z", 0)).step();
        assertThat(bench.tier.sizes().serverRequests()).isZero();
    }
}

package io.kvdrill.core.hardened;

import static io.kvdrill.core.testkit.Jobs.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.testkit.Jobs;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.trace.ServerEvent.HitsPinned;
import io.kvdrill.core.trace.ServerEvent.LookupAnswered;
import io.kvdrill.core.trace.ServerEvent.ParentAsked;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a peer's lookups leave, what is said of them, and the fetches that come before their answers. */
class LookupEdgesTest {
    private static final String PEER = "h1:1";
    private static final long SECOND = 1_000_000_000L;

    private final TierBench bench = new TierBench(Preset.HARDENED).up(PEER, 1);

    private void ask(String id, long round, String... keys) {
        bench.receive(PEER, Peers.lookup(id, round, keys)).step();
    }

    private void set(String name, LookupOutcome outcome) {
        bench.parent.set(key(name), outcome);
    }

    /** Nothing waits but the session, for its peer to be silent. */
    private void onlyIdlenessIsLeft() {
        bench.step();
        assertThat(bench.tier.nextDeadlineNanos()).isEqualTo(bench.now() + 300 * SECOND);
    }

    // ---- what is left --------------------------------------------------------------------------------------------

    @Test
    void aLookupThatIsAnsweredLeavesNothing() {
        set("a", LookupOutcome.HIT_PENDING);
        ask("A", 0, "a");
        assertThat(bench.tier.sizes().serverRequests()).isEqualTo(1);
        set("a", LookupOutcome.MISS);
        bench.step();
        assertThat(bench.sentTo(PEER)).containsExactly(Peers.answer("A", 0L, false, "a"));
        assertThat(bench.tier.sizes().serverRequests()).isZero();
        onlyIdlenessIsLeft();
    }

    @Test
    void aLookupThatIsDroppedLeavesNothingButTheEndOfItsContextWhichIsWantedAtOnce() {
        set("a", LookupOutcome.HIT_PENDING);
        ask("A", 0, "a");
        bench.receive(PEER, Peers.terminal("A", 1)).poll();
        assertThat(bench.tier.sizes().serverRequests()).isZero();
        assertThat(bench.parent.openContexts()).isEqualTo(1);
        bench.poll();
        assertThat(bench.tier.nextDeadlineNanos()).isEqualTo(bench.now());
        bench.serve();
        assertThat(bench.parent.openContexts()).isZero();
        onlyIdlenessIsLeft();
    }

    @Test
    void aLookupThatIsDroppedInTheSweepInWhichItsPeerIsLostStillEndsItsContext() {
        set("a", LookupOutcome.HIT_PENDING);
        ask("A", 0, "a");
        bench.receive(PEER, Peers.terminal("A", 1), new Message.Disconnect()).step();
        assertThat(bench.tier.peers()).isEmpty();
        assertThat(bench.parent.openContexts()).isZero();
    }

    @Test
    void aDrainAnswersWhatIsParkedOnceAndWithMissesAndLeavesNothingOfIt() {
        set("a", LookupOutcome.HIT);
        set("b", LookupOutcome.HIT_PENDING);
        ask("A", 0, "a", "b");
        bench.drainStep();
        assertThat(bench.sentTo(PEER)).containsExactly(Peers.answer("A", 0L, false, "a", "b"));
        assertThat(bench.tier.nextDeadlineNanos())
                .as("the end of its context is owed")
                .isEqualTo(bench.now());
        set("b", LookupOutcome.HIT);
        bench.step();
        assertThat(bench.parent.openContexts()).isZero();
        bench.step();
        assertThat(bench.sentTo(PEER)).isEmpty();
        assertThat(bench.tier.sizes().serverRequests()).isZero();
        onlyIdlenessIsLeft();
    }

    @Test
    void aDrainAnswersWhatNoWindowHasLookedAt() {
        set("a", LookupOutcome.HIT);
        bench.receive(PEER, Peers.lookup("A", 0, "a")).poll();
        bench.drainStep();
        assertThat(bench.sentTo(PEER)).containsExactly(Peers.answer("A", 0L, false, "a"));
        bench.step();
        assertThat(bench.sentTo(PEER)).isEmpty();
        assertThat(bench.parent.openContexts()).isZero();
        onlyIdlenessIsLeft();
    }

    @Test
    void whereNobodyRemembersAFinishItDropsTheLookupsOfItsId() {
        TierBench older = new TierBench(Profile.of(Preset.HARDENED).with(Rows.FINISH_BEFORE_BIND, Preset.VLLM_2026_08))
                .up(PEER, 1);
        RequestContext producer = older.opened(Peers.producer("A"));
        older.parent.set(key("b"), LookupOutcome.HIT_PENDING);
        older.receive(PEER, Peers.fetch("A", 0, 40, "a"), Peers.lookup("A", 1, "b"))
                .step();
        older.finish(producer);
        older.step();
        older.advance(10_000).step();
        assertThat(older.sentTo(PEER)).noneMatch(Message.LookupResponse.class::isInstance);
        assertThat(older.parent.openContexts()).isZero();
    }

    @Test
    void theDeadlineOfALookupGoesWithItsSession() {
        set("a", LookupOutcome.HIT_PENDING);
        ask("A", 0, "a");
        bench.control.lose(PEER);
        bench.step();
        assertThat(bench.tier.nextDeadlineNanos()).isEqualTo(bench.now() + 90 * SECOND);
    }

    @Test
    void aLookupOfNothingGetsAContextAndNoAnswer() {
        bench.parent.takeCalls();
        ask("A", 0);
        assertThat(bench.sentTo(PEER)).isEmpty();
        assertThat(bench.parent.takeCalls()).hasSize(2);
        assertThat(bench.parent.openContexts()).isZero();
        assertThat(bench.tier.sizes().serverRequests()).isZero();
    }

    // ---- what is said --------------------------------------------------------------------------------------------

    @Test
    void theContextOfALookupNamesItsPeerItsIdAndItsNumber() {
        bench.parent.takeCalls();
        ask("A", 0);
        ask("B", 0);
        assertThat(bench.parent.takeCalls())
                .filteredOn(call -> call.startsWith("new "))
                .satisfiesExactly(
                        first -> assertThat(first).contains("p2p:" + PEER + ":A:lu0"),
                        second -> assertThat(second).contains("p2p:" + PEER + ":B:lu1"));
    }

    @Test
    void whatTheCacheAnswersIsReportedWhenItIsNew() {
        set("a", LookupOutcome.RETRY);
        ask("A", 0, "a");
        bench.step();
        set("a", LookupOutcome.HIT_PENDING);
        bench.step();
        bench.step();
        set("a", LookupOutcome.HIT);
        bench.step();
        assertThat(bench.events(ParentAsked.class))
                .extracting(ParentAsked::outcome)
                .containsExactly(LookupOutcome.RETRY, LookupOutcome.HIT_PENDING, LookupOutcome.HIT);
    }

    @Test
    void pinsAndAnswersAreReportedWithWhatTheyCover() {
        set("a", LookupOutcome.HIT);
        ask("A", 7, "a", "b", "c");
        long job = bench.jobs.last();
        assertThat(bench.events(HitsPinned.class))
                .containsExactly(
                        new HitsPinned(PEER, "A", 1, job, 7, Jobs.keys("a"), SlotList.of(new long[] {100 * job})));
        assertThat(bench.events(LookupAnswered.class)).containsExactly(new LookupAnswered(PEER, "A", 1, 7, 1, 2, 0));
    }

    // ---- fetches that come first ---------------------------------------------------------------------------------

    @Test
    void aFetchThatOvertookTwoLookupsOfItsRoundWaitsForBoth() {
        set("a", LookupOutcome.HIT);
        set("b", LookupOutcome.HIT_PENDING);
        bench.receive(PEER, Peers.lookup("A", 0, "a"), Peers.lookup("A", 0, "b"));
        bench.receive(PEER, Peers.fetch("A", 0, 40, "a", "b")).step();
        assertThat(bench.data.writes()).isEmpty();
        assertThat(bench.sentTo(PEER)).noneMatch(Message.TransferDone.class::isInstance);
        set("b", LookupOutcome.HIT);
        bench.step();
        assertThat(bench.data.inFlight()).hasSize(1);
        assertThat(bench.data.inFlight().get(0).local().size()).isEqualTo(2);
    }

    @Test
    void whereAFetchMayComeFirstAPinThatIsBeingReadWhenItExpiresIsStillAHit() {
        TierBench early = new TierBench(Profile.of(Preset.HARDENED)
                        .with(Rows.EARLY_SYMMETRIC_FETCH, Preset.VLLM_2026_08)
                        .with(Rows.STALLED_WRITE_TIMEOUT, Preset.VLLM_2026_08))
                .up(PEER, 1);
        early.parent.set(key("a"), LookupOutcome.HIT);
        early.parent.set(key("b"), LookupOutcome.HIT_PENDING);
        early.receive(PEER, Peers.lookup("A", 0, "a", "b")).step();
        early.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        assertThat(early.data.inFlight()).hasSize(1);
        early.advance(30_000).step(); // a step as long as a prefill
        assertThat(early.sentTo(PEER))
                .containsExactly(new Message.LookupResponse("A", Jobs.keys("a", "b"), List.of(true, false), 0L));
    }
}

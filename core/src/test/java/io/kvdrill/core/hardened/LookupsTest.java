package io.kvdrill.core.hardened;

import static io.kvdrill.core.testkit.Jobs.key;
import static io.kvdrill.core.testkit.Jobs.loadFailed;
import static io.kvdrill.core.testkit.Jobs.storeFailed;
import static io.kvdrill.core.testkit.Jobs.storeHeld;
import static io.kvdrill.core.testkit.Jobs.storeReleased;
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
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.trace.ClientEvent.ProbesDropped;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lookups, asked and answered. */
class LookupsTest {
    private static final String PEER = "h1:1";

    private final TierBench bench = new TierBench(Preset.HARDENED).up(PEER, 1);

    private RequestContext asking(String id, String key) {
        RequestContext request = bench.opened(Peers.symmetric(id, PEER));
        assertThat(bench.lookup(request, key)).isEqualTo(LookupOutcome.RETRY);
        bench.scheduleEnd();
        return request;
    }

    // ---- asking --------------------------------------------------------------------------------------------------

    @Test
    @Tag("A32")
    @Tag("A33")
    @Tag("C6")
    void anAnswerCountsForItsOwnRoundOnly() {
        RequestContext request = asking("A", "a");
        bench.receive(PEER, Peers.answer("A", 0L, true, "a"));
        bench.step();
        assertThat(bench.lookup(request, "a")).isEqualTo(LookupOutcome.HIT);
        bench.load(request, "a");

        assertThat(bench.lookup(request, "a")).isEqualTo(LookupOutcome.RETRY);
        bench.scheduleEnd();
        bench.receive(PEER, Peers.answer("A", 0L, true, "a"));
        bench.step();
        assertThat(bench.lookup(request, "a")).isEqualTo(LookupOutcome.RETRY);
        bench.receive(PEER, Peers.answer("A", 1L, true, "a"));
        bench.step();
        assertThat(bench.lookup(request, "a")).isEqualTo(LookupOutcome.HIT);
    }

    @Test
    @Tag("A32")
    @Tag("A34")
    @Tag("A35")
    @Tag("A36")
    @Tag("A37")
    @Tag("A38")
    void eachStepAsksOnceForWhatIsNewOfEachRequestAndAnswersMayComeInParts() {
        RequestContext first = bench.opened(Peers.symmetric("A", PEER));
        RequestContext second = bench.opened(Peers.symmetric("B", PEER));
        bench.lookup(first, "a");
        bench.lookup(first, "b");
        bench.lookup(first, "a");
        bench.lookup(second, "a");
        bench.scheduleEnd();
        assertThat(bench.sentTo(PEER)).containsExactly(Peers.lookup("A", 0, "a", "b"), Peers.lookup("B", 1, "a"));
        bench.scheduleEnd();
        bench.lookup(first, "c");
        bench.lookup(second, "d");
        bench.finish(second);
        bench.sentTo(PEER);
        bench.scheduleEnd();
        assertThat(bench.sentTo(PEER)).containsExactly(Peers.lookup("A", 0, "c"));

        bench.receive(PEER, Peers.answer("A", 0L, true, "b"), Peers.answer("A", 0L, false, "a", "c"));
        bench.step();
        assertThat(bench.lookup(first, "a")).isEqualTo(LookupOutcome.MISS);
        assertThat(bench.lookup(first, "b")).isEqualTo(LookupOutcome.HIT);
        assertThat(bench.lookup(first, "c")).isEqualTo(LookupOutcome.MISS);
    }

    @Test
    @Tag("C6")
    void whereAnswersNameNoRoundTheLastOneCounts() {
        TierBench vllm = new TierBench(Preset.HARDENED).up(PEER);
        RequestContext request = vllm.opened(Peers.symmetric("A", PEER));
        vllm.lookup(request, "a");
        vllm.lookup(request, "b");
        vllm.scheduleEnd();
        vllm.receive(PEER, Peers.answer("A", null, true, "b"));
        vllm.step();
        vllm.load(request, "b");
        vllm.lookup(request, "a");
        vllm.scheduleEnd();
        vllm.receive(PEER, Peers.answer("A", null, true, "a"));
        vllm.step();
        assertThat(vllm.lookup(request, "a")).isEqualTo(LookupOutcome.RETRY);
        vllm.receive(PEER, Peers.answer("A", null, false, "a"));
        vllm.step();
        assertThat(vllm.lookup(request, "a")).isEqualTo(LookupOutcome.MISS);
    }

    @Test
    @Tag("B16")
    void aPeerThatDoesNotAnswerForTenSecondsIsGivenUp() {
        RequestContext request = asking("A", "a");
        bench.advance(9_999).step();
        assertThat(bench.tier.peers()).containsExactly(PEER);
        bench.advance(1).step();
        assertThat(bench.tier.peers()).isEmpty();
        assertThat(bench.lookup(request, "a")).isEqualTo(LookupOutcome.MISS);
    }

    @Test
    @Tag("B16")
    void onlyAnAnswerThatResolvesSomethingBuysTime() {
        RequestContext request = bench.opened(Peers.symmetric("A", PEER));
        bench.lookup(request, "a");
        bench.lookup(request, "b");
        bench.scheduleEnd();
        bench.advance(9_000).receive(PEER, Peers.answer("A", 0L, true, "a"));
        bench.step();
        bench.advance(9_000).receive(PEER, Peers.answer("A", 0L, true, "a", "z"));
        bench.step();
        bench.advance(999).step();
        assertThat(bench.tier.peers()).containsExactly(PEER);
        bench.advance(1).step();
        assertThat(bench.tier.peers()).isEmpty();
    }

    @Test
    @Tag("B16")
    void anAnswerThatIsThereAtTheDeadlineCounts() {
        RequestContext request = asking("A", "a");
        bench.advance(10_000).receive(PEER, Peers.answer("A", 0L, true, "a"));
        bench.step();
        assertThat(bench.lookup(request, "a")).isEqualTo(LookupOutcome.HIT);
    }

    @Test
    @Tag("B22")
    void whileTheHandshakeGoesOnRequestsPrefillLocally() {
        assertThat(bench.lookup(bench.opened(Peers.symmetric("A", "h2:1")), "a"))
                .isEqualTo(LookupOutcome.MISS);
        assertThat(bench.lookup(bench.opened(Peers.pd("B", "h2:1")), "a")).isEqualTo(LookupOutcome.MISS);
    }

    @Test
    @Tag("A39")
    @Tag("A40")
    @Tag("A41")
    void aRequestThatAskedAndNeverFetchedSaysSoWhenItFinishes() {
        RequestContext request = asking("A", "a");
        bench.sentTo(PEER);
        bench.finish(request);
        assertThat(bench.sentTo(PEER)).containsExactly(Peers.terminal("A", 0));
        bench.finish(bench.opened(Peers.symmetric("B", PEER)));
        assertThat(bench.sentTo(PEER)).isEmpty();
    }

    @Test
    @Tag("A84")
    @Tag("A143")
    void whenAPeerIsLostOnlyUnansweredRequestsMiss() {
        RequestContext open = asking("A", "a");
        RequestContext answered = asking("B", "b");
        bench.receive(PEER, Peers.answer("B", 1L, true, "b"));
        bench.step();
        bench.control.lose(PEER);
        bench.step();
        assertThat(bench.tier.sizes().failedIds()).isEqualTo(1);
        assertThat(bench.lookup(open, "a")).isEqualTo(LookupOutcome.MISS);
        assertThat(bench.lookup(answered, "b")).isEqualTo(LookupOutcome.MISS);
    }

    @Test
    @Tag("A119")
    void aFetchOfAnUnconfirmedBlockIsRefusedBeforeItLeaves() {
        RequestContext request = asking("A", "a");
        bench.sentTo(PEER);
        TransferJob job = bench.load(request, "a");
        assertThat(bench.step()).containsExactly(loadFailed(job));
        assertThat(bench.sentTo(PEER)).isEmpty();
    }

    @Test
    @Tag("A39")
    void theEndOfAskingNamesTheRoundThatWasAsked() {
        bench.load(bench.opened(Peers.pd("B", PEER)), "b"); // round 0
        RequestContext request = asking("A", "a");
        bench.sentTo(PEER);
        bench.finish(request);
        assertThat(bench.sentTo(PEER)).containsExactly(Peers.terminal("A", 1));
    }

    @Test
    @Tag("B16")
    void askingForMoreBuysNoTime() {
        RequestContext request = asking("A", "a");
        bench.advance(9_000);
        bench.lookup(request, "b");
        bench.scheduleEnd();
        bench.advance(1_000).step();
        assertThat(bench.tier.peers()).isEmpty();
    }

    @Test
    @Tag("B16")
    void whoFetchesWaitsForNoFurtherAnswer() {
        RequestContext request = bench.opened(Peers.symmetric("A", PEER));
        bench.lookup(request, "a");
        bench.lookup(request, "b");
        bench.scheduleEnd();
        bench.receive(PEER, Peers.answer("A", 0L, true, "a")).step();
        bench.load(request, "a");
        bench.receive(PEER, Peers.done("A", 0, true)).step();
        bench.advance(60_000).step();
        assertThat(bench.tier.peers()).containsExactly(PEER);
        assertThat(bench.tier.sizes().clientRequests()).isEqualTo(1);
        bench.receive(PEER, Peers.answer("A", 0L, true, "b")).step();
        assertThat(bench.tier.sizes().clientRequests()).isZero();
    }

    @Test
    @Tag("B16")
    void whoFinishesWaitsForNoAnswerAlsoWhereALoadOfItsIdIsHeld() {
        bench.load(bench.opened(Peers.pd("A", PEER)), "z");
        RequestContext request = asking("A", "a");
        bench.finish(request);
        bench.advance(14_999).step();
        assertThat(bench.tier.peers()).containsExactly(PEER);
    }

    @Test
    @Tag("B16")
    void anAnswerToWhoIsGoneIsNotWaitedForByTheNextUnderItsId() {
        TierBench waiting =
                new TierBench(Profile.of(Preset.HARDENED).with(Rows.LOOKUP_WHILE_HANDSHAKING, Preset.VLLM_2026_08));
        RequestContext first = waiting.opened(Peers.symmetric("A", PEER));
        waiting.lookup(first, "a");
        waiting.scheduleEnd();
        waiting.finish(first);
        waiting.load(waiting.opened(Peers.pd("A", PEER)), "z");
        waiting.up(PEER, 1);
        waiting.advance(20_000).step();
        assertThat(waiting.tier.peers()).containsExactly(PEER);
    }

    @Test
    void theDeadlineOfALookupGoesWithItsSession() {
        asking("A", "a");
        bench.control.lose(PEER);
        bench.step();
        assertThat(bench.tier.nextDeadlineNanos()).isEqualTo(bench.now() + 90_000_000_000L);
    }

    @Test
    void onlyUnansweredLookupsAreReportedAsDropped() {
        RequestContext answered = asking("A", "a");
        bench.receive(PEER, Peers.answer("A", 0L, true, "a")).step();
        bench.finish(answered);
        assertThat(bench.events(ProbesDropped.class)).isEmpty();
        bench.finish(asking("B", "b"));
        assertThat(bench.events(ProbesDropped.class)).containsExactly(new ProbesDropped(PEER, "B", 1));
    }

    // ---- answering -----------------------------------------------------------------------------------------------

    @Test
    @Tag("A43")
    @Tag("A52")
    void hitsArePinnedUnderTheirRoundAndServed() {
        bench.parent.set(key("a"), LookupOutcome.HIT);
        bench.receive(PEER, Peers.lookup("A", 7, "a", "b"));
        bench.step();
        assertThat(bench.sentTo(PEER))
                .containsExactly(new Message.LookupResponse("A", Jobs.keys("a", "b"), List.of(true, false), 7L));
        long pin = bench.jobs.last();

        bench.receive(PEER, Peers.fetch("A", 7, 40, "a"));
        bench.step();
        bench.data.end(bench.data.inFlight().get(0), true);
        assertThat(bench.step()).extracting(result -> result.job()).containsExactly(pin);
        assertThat(bench.sentTo(PEER)).containsExactly(Peers.done("A", 7, true));
    }

    @Test
    @Tag("A45")
    @Tag("A46")
    @Tag("A47")
    @Tag("C23")
    void aHitInTheWindowOfItsDeadlineWins() {
        bench.parent.set(key("a"), LookupOutcome.HIT_PENDING);
        bench.parent.set(key("b"), LookupOutcome.HIT_PENDING);
        bench.receive(PEER, Peers.lookup("A", 0, "a", "b"));
        bench.step();
        bench.advance(4_999).step();
        assertThat(bench.sentTo(PEER)).isEmpty();
        bench.parent.set(key("a"), LookupOutcome.HIT);
        bench.advance(1).step();
        assertThat(bench.sentTo(PEER))
                .containsExactly(new Message.LookupResponse("A", Jobs.keys("a", "b"), List.of(true, false), 0L));
    }

    @Test
    @Tag("A45")
    void aKeyThatPendedIsAskedForInEveryWindowUntilItIsThere() {
        bench.parent.set(key("a"), LookupOutcome.HIT_PENDING);
        bench.receive(PEER, Peers.lookup("A", 0, "a"));
        bench.step();
        bench.step();
        assertThat(bench.sentTo(PEER)).isEmpty();
        bench.parent.set(key("a"), LookupOutcome.HIT);
        bench.step();
        assertThat(bench.sentTo(PEER)).containsExactly(Peers.answer("A", 0L, true, "a"));
    }

    @Test
    @Tag("C23")
    void aPinThatExpiredWhileAnotherKeyWasPendingIsNoHit() {
        bench.parent.set(key("a"), LookupOutcome.HIT);
        bench.parent.set(key("b"), LookupOutcome.HIT_PENDING);
        bench.receive(PEER, Peers.lookup("A", 0, "a", "b"));
        bench.step();
        TransferJob pin = new TransferJob(bench.jobs.last(), List.of(), SlotList.empty());
        bench.advance(30_000); // a step as long as a prefill
        assertThat(bench.step()).containsExactly(storeFailed(pin));
        assertThat(bench.sentTo(PEER)).containsExactly(Peers.answer("A", 0L, false, "a", "b"));
    }

    @Test
    void theEndOfARequestAnswersWhatAPeerStillLooksUpUnderItsId() {
        bench.parent.set(key("a"), LookupOutcome.HIT_PENDING);
        RequestContext own = bench.opened(Peers.combined("A", PEER, "A"));
        bench.receive(PEER, Peers.lookup("A", 0, "a"));
        bench.step();
        bench.receive(PEER, Peers.lookup("A", 0, "b", "c"));
        bench.poll();
        assertThat(bench.sentTo(PEER)).isEmpty();
        bench.finish(own);
        assertThat(bench.sentTo(PEER))
                .containsExactly(Peers.answer("A", 0L, false, "b", "c"), Peers.answer("A", 0L, false, "a"));
        bench.step();
        bench.checkAtRest();
    }

    @Test
    @Tag("C22")
    void aLookupAfterTheTerminalFetchOfItsIdIsServed() {
        bench.parent.set(key("a"), LookupOutcome.HIT);
        bench.receive(PEER, Peers.lookup("A", 0, "a"), Peers.terminal("A", 1), Peers.lookup("A", 2, "a"));
        bench.step();
        assertThat(bench.sentTo(PEER)).containsExactly(Peers.answer("A", 2L, true, "a"));
    }

    @Test
    @Tag("C22")
    void aFetchBesideItsLookupIsServedFromThePinsOfTheNextWindow() {
        bench.parent.set(key("a"), LookupOutcome.HIT);
        bench.receive(PEER, Peers.lookup("A", 0, "a"), Peers.fetch("A", 0, 40, "a"));
        bench.step();
        assertThat(bench.data.inFlight()).hasSize(1);
    }

    @Test
    @Tag("C22")
    void aFetchBesideItsLookupFailsInTheNextWindowWhereAKeyMisses() {
        bench.parent.set(key("a"), LookupOutcome.HIT);
        bench.receive(PEER, Peers.lookup("A", 0, "a", "b"), Peers.fetch("A", 0, 40, "a", "b"));
        bench.step();
        assertThat(bench.sentTo(PEER)).contains(Peers.done("A", 0, false));
        assertThat(bench.data.writes()).isEmpty();
        assertThat(bench.step()).hasSize(1);
    }

    @Test
    @Tag("A49")
    @Tag("A50")
    @Tag("A51")
    @Tag("A136")
    void contextsOfLookupsThatGoUnansweredAreEndedInTheNextWindow() {
        bench.parent.set(key("a"), LookupOutcome.HIT_PENDING);
        bench.receive(PEER, Peers.lookup("A", 0, "a"), Peers.lookup("B", 0, "a"));
        bench.step();
        assertThat(bench.parent.openContexts()).isEqualTo(2);
        bench.receive(PEER, Peers.terminal("A", 1));
        bench.step();
        assertThat(bench.parent.openContexts()).isEqualTo(1);
        bench.control.lose(PEER);
        bench.step();
        assertThat(bench.parent.openContexts()).isZero();
    }

    @Test
    @Tag("C14")
    void symmetricTrafficLeavesNoBindings() {
        bench.parent.set(key("a"), LookupOutcome.HIT);
        for (int i = 0; i < 50; i++) {
            bench.receive(PEER, Peers.lookup("id" + i, i, "a"));
            bench.step();
            bench.receive(PEER, i % 2 == 0 ? Peers.fetch("id" + i, i, 40, "a") : Peers.terminal("id" + i, i));
            bench.step();
            bench.data.inFlight().forEach(write -> bench.data.end(write, true));
            bench.step();
        }
        assertThat(bench.tier.sizes().bindings()).isZero();
    }

    @Test
    @Tag("A52")
    void aPinThatIsFetchedInPartIsReleasedWithItsRound() {
        bench.parent.set(key("a"), LookupOutcome.HIT);
        bench.parent.set(key("b"), LookupOutcome.HIT);
        bench.receive(PEER, Peers.lookup("A", 0, "a", "b"));
        bench.step();
        bench.receive(PEER, Peers.fetch("A", 0, 40, "b"));
        bench.step();
        bench.data.end(bench.data.inFlight().get(0), true);
        TransferJob pin = new TransferJob(bench.jobs.last(), List.of(), SlotList.empty());
        assertThat(bench.step()).containsExactly(storeHeld(pin, true), storeReleased(pin));
    }

    // ---- when to come back ---------------------------------------------------------------------------------------

    @Test
    void aLookupThatNoServeWindowHasSeenAsksForOneAtOnce() {
        bench.receive(PEER, Peers.lookup("A", 0, "a"));
        assertThat(bench.poll()).isEmpty();
        assertThat(bench.tier.nextDeadlineNanos()).isEqualTo(bench.now());
    }

    @Test
    void aParkedLookupWhoseTimeIsUpInASweepWithoutAServeWindowAsksForOneAtOnce() {
        bench.parent.set(key("a"), LookupOutcome.HIT_PENDING);
        bench.receive(PEER, Peers.lookup("A", 0, "a")).step();
        long due = bench.tier.nextDeadlineNanos();
        assertThat(due).isGreaterThan(bench.now());

        bench.advanceTo(due);
        assertThat(bench.poll()).isEmpty();
        assertThat(bench.tier.nextDeadlineNanos()).isEqualTo(bench.now());
        bench.serve();
        assertThat(bench.tier.nextDeadlineNanos()).isGreaterThan(bench.now());
    }
}

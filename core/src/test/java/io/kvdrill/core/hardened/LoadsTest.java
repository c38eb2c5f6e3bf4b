package io.kvdrill.core.hardened;

import static io.kvdrill.core.testkit.Jobs.loadFailed;
import static io.kvdrill.core.testkit.Jobs.loadFailedHeld;
import static io.kvdrill.core.testkit.Jobs.loadReleased;
import static io.kvdrill.core.testkit.Jobs.loaded;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TierResult.ReleaseProof;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.transport.DataCapabilities;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Loads: one result, in time; slots free on proof. */
class LoadsTest {
    private static final String PEER = "h1:1";

    private final TierBench bench = new TierBench(Preset.HARDENED).up(PEER, 1);
    private final RequestContext pd = bench.opened(Peers.pd("A", PEER));

    @Test
    @Tag("A24")
    @Tag("A25")
    void aLoadFetchesItsBlocksAndSucceedsWhenThePeerIsDone() {
        TransferJob job = bench.load(pd, "a", "b");
        assertThat(bench.sentTo(PEER)).containsExactly(new Message.Fetch("A", job.keys(), job.slots(), 0));

        bench.receive(PEER, Peers.done("A", 0, true));
        assertThat(bench.step()).containsExactly(loaded(job));
    }

    @Test
    @Tag("A26")
    @Tag("A150")
    void aLoadThatThePeerFailsLeavesItsSlotsFreeAndItsIdMissing() {
        TransferJob job = bench.load(pd, "a");
        bench.receive(PEER, Peers.done("A", 0, false));
        assertThat(bench.step()).containsExactly(loadFailed(job));
        assertThat(bench.lookup(pd, "b")).isEqualTo(LookupOutcome.MISS);
    }

    @Test
    @Tag("A29")
    @Tag("A31")
    @Tag("B20")
    void aLoadFailsAtItsDeadlineAndItsSlotsAreFreeAtTheAcknowledgement() {
        TransferJob job = bench.load(pd, "a");
        bench.sentTo(PEER);
        bench.advance(29_999);
        assertThat(bench.step()).isEmpty();
        bench.advance(1);
        assertThat(bench.step()).containsExactly(loadFailedHeld(job));
        assertThat(bench.sentTo(PEER)).containsExactly(new Message.AbortFetch("A", 0));

        bench.receive(PEER, Peers.aborted("A", 0));
        assertThat(bench.step()).containsExactly(loadReleased(job, ReleaseProof.PEER_CONFIRMED));
    }

    @Test
    @Tag("B19")
    void aSymmetricLoadFailsAfterTenSeconds() {
        RequestContext symmetric = bench.opened(Peers.symmetric("S", PEER));
        bench.lookup(symmetric, "a");
        bench.scheduleEnd();
        bench.receive(PEER, Peers.answer("S", 0L, true, "a"));
        bench.step();
        TransferJob job = bench.load(symmetric, "a");
        bench.advance(9_999);
        assertThat(bench.step()).isEmpty();
        bench.advance(1);
        assertThat(bench.step()).containsExactly(loadFailedHeld(job));
    }

    @Test
    @Tag("A30")
    @Tag("C4")
    void aSilentPeerIsFaultedAndTheSlotsWaitForTheFence() {
        TransferJob job = bench.load(pd, "a");
        bench.data.holdFences(true);
        bench.advance(30_000).step();
        bench.sentTo(PEER);
        bench.advance(15_000);
        assertThat(bench.step()).isEmpty();
        assertThat(bench.sentTo(PEER)).containsExactly(new Message.Disconnect());
        assertThat(bench.tier.peers()).isEmpty();

        bench.advance(3_600_000);
        assertThat(bench.step()).isEmpty();
        bench.data.holdFences(false);
        assertThat(bench.step()).containsExactly(loadReleased(job, ReleaseProof.FENCED));
        bench.checkAtRest();
    }

    @Test
    @Tag("C4")
    void withoutAFenceTheSlotsStayQuarantined() {
        TierBench unfenced = new TierBench(
                        Profile.of(Preset.HARDENED), new DataCapabilities(false, false, false, false, 0))
                .up(PEER);
        RequestContext request = unfenced.opened(Peers.pd("A", PEER));
        TransferJob job = unfenced.load(request, "a");
        unfenced.control.lose(PEER);
        assertThat(unfenced.step()).containsExactly(loadFailedHeld(job));
        unfenced.advance(3_600_000);
        assertThat(unfenced.step()).isEmpty();
        assertThat(unfenced.tier.sizes().retiredSessions()).isEqualTo(1);
    }

    @Test
    @Tag("A27")
    @Tag("B6")
    @Tag("B7")
    void aRequestThatFinishesFailsItsLoadAtOnceAndFreesTheSlotsAtTheAcknowledgement() {
        TransferJob job = bench.load(pd, "a");
        bench.sentTo(PEER);
        bench.finish(pd);
        assertThat(bench.sentTo(PEER)).containsExactly(new Message.AbortFetch("A", 0));
        assertThat(bench.step()).containsExactly(loadFailedHeld(job));
        bench.receive(PEER, Peers.aborted("A", 0));
        assertThat(bench.step()).containsExactly(loadReleased(job, ReleaseProof.PEER_CONFIRMED));
    }

    @Test
    @Tag("B9")
    @Tag("C21")
    void aDoneThatCrossesTheAbortFreesTheSlotsAndAddsNoResult() {
        TransferJob job = bench.load(pd, "a");
        bench.finish(pd);
        bench.step();
        bench.receive(PEER, Peers.done("A", 0, true), Peers.aborted("A", 0));
        assertThat(bench.step()).containsExactly(loadReleased(job, ReleaseProof.PEER_CONFIRMED));
    }

    @Test
    @Tag("A82")
    @Tag("A142")
    @Tag("C4")
    void aLostConnectionFailsItsLoadsAndHoldsTheSlotsUntilTheFence() {
        TransferJob job = bench.load(pd, "a");
        bench.control.lose(PEER);
        assertThat(bench.step()).containsExactly(loadFailedHeld(job));
        assertThat(bench.step()).containsExactly(loadReleased(job, ReleaseProof.FENCED));
    }

    @Test
    @Tag("C4")
    void theAcknowledgementOfAPeerOfVllmIsTrusted() {
        TierBench vllm = new TierBench(Preset.HARDENED).up(PEER);
        RequestContext request = vllm.opened(Peers.pd("A", PEER));
        TransferJob job = vllm.load(request, "a");
        vllm.finish(request);
        vllm.step();
        vllm.receive(PEER, Peers.aborted("A", 0));
        assertThat(vllm.step()).containsExactly(loadReleased(job, ReleaseProof.PEER_TRUSTED));
    }

    @Test
    @Tag("C4")
    void aLoadThatNeverLeftIsWithdrawnAndFreesItsSlotsAtOnce() {
        RequestContext other = bench.opened(Peers.pd("B", "h2:1"));
        TransferJob job = bench.load(other, "a");
        bench.advance(20_000).finish(other);
        assertThat(bench.step()).containsExactly(loadFailed(job));
        bench.receive("h2:1", Peers.connect("h2:1", 5L), Peers.ack("h2:1", 5L));
        bench.step();
        assertThat(bench.sentTo("h2:1")).noneMatch(Message.RequestMessage.class::isInstance);
    }

    @Test
    @Tag("C4")
    void aPeerCannotEndALoadWhoseFetchHasNotLeft() {
        RequestContext other = bench.opened(Peers.pd("B", "h2:1"));
        TransferJob job = bench.load(other, "a");
        bench.receive("h2:1", Peers.connect("h2:1", 5L), Peers.done("B", 0, true));
        assertThat(bench.step()).isEmpty();
        bench.receive("h2:1", Peers.ack("h2:1", 5L));
        bench.step();
        bench.receive("h2:1", Peers.done("B", 0, true));
        assertThat(bench.step()).containsExactly(loaded(job));
    }

    @Test
    @Tag("C7")
    @Tag("B14")
    void theTerminalsOfAnEarlierLifeOfAnIdEndNothing() {
        TransferJob first = bench.load(pd, "a");
        bench.finish(pd);
        bench.receive(PEER, Peers.aborted("A", 0));
        assertThat(bench.step()).contains(loadFailedHeld(first));

        RequestContext again = bench.opened(Peers.pd("A", PEER));
        TransferJob second = bench.load(again, "a");
        bench.receive(PEER, Peers.aborted("A", 0), Peers.done("A", 0, true));
        assertThat(bench.step()).isEmpty();
        bench.receive(PEER, Peers.done("A", 1, true));
        assertThat(bench.step()).containsExactly(loaded(second));
    }

    @Test
    @Tag("C5")
    void twoLoadsUnderOneIdHaveRoundsOfTheirOwn() {
        TransferJob first = bench.load(pd, "a");
        TransferJob second = bench.load(pd, "b");
        bench.receive(PEER, Peers.done("A", 1, true), Peers.done("A", 0, false));
        assertThat(bench.step()).containsExactly(loaded(second), loadFailed(first));
    }

    @Test
    @Tag("A83")
    void aFetchThatCannotBeSentEndsTheSessionAndFreesTheSlots() {
        bench.control.failSends(PEER, true);
        TransferJob job = bench.load(pd, "a");
        assertThat(bench.step()).containsExactly(loadFailed(job));
        assertThat(bench.tier.peers()).isEmpty();
    }

    @Test
    @Tag("A124")
    @Tag("A125")
    @Tag("A126")
    @Tag("A128")
    void aLoadThatCannotBeFetchedEndsAtOnce() {
        RequestContext none = bench.opened(Peers.plain());
        RequestContext roleless = bench.opened(Peers.plain("remote_host", "h1", "remote_port", 1));
        bench.control.refuseDials("h9:1", true);
        RequestContext nobody = bench.opened(Peers.pd("N", "h9:1"));
        assertThat(bench.lookup(nobody, "a")).isEqualTo(LookupOutcome.MISS);
        TransferJob first = bench.load(none, "a");
        TransferJob second = bench.load(roleless, "a");
        TransferJob third = bench.load(nobody, "a");
        TransferJob empty = bench.load(pd);
        assertThat(bench.step())
                .containsExactly(loadFailed(first), loadFailed(second), loadFailed(third), loaded(empty));
    }

    @Test
    @Tag("C15")
    void aLoadThatFailsAfterItsRequestLeavesNoMark() {
        bench.load(pd, "a");
        bench.finish(pd);
        bench.step();
        assertThat(bench.tier.sizes().failedIds()).isZero();
        assertThat(bench.lookup(bench.opened(Peers.pd("A", PEER)), "a")).isEqualTo(LookupOutcome.HIT);
    }
}

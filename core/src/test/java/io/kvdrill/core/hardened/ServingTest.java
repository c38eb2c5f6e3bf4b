package io.kvdrill.core.hardened;

import static io.kvdrill.core.testkit.Jobs.storeFailed;
import static io.kvdrill.core.testkit.Jobs.storeHeld;
import static io.kvdrill.core.testkit.Jobs.storeReleased;
import static io.kvdrill.core.testkit.Jobs.stored;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.ScriptedData;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.transport.Registration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Serving a peer that fetches: matching, ends of rounds, and the pins of the slots that writes read. */
class ServingTest {
    private static final String PEER = "h1:1";

    private final TierBench bench = new TierBench(Preset.HARDENED).up(PEER, 1);
    private final RequestContext producer = bench.opened(Peers.producer("A"));

    private void fetch(long round, long slot, String... keys) {
        bench.receive(PEER, Peers.fetch("A", round, slot, keys));
    }

    private void end(int write, boolean success) {
        bench.data.end(bench.data.writes().get(write), success);
    }

    private List<Message> sent() {
        return bench.sentTo(PEER);
    }

    // ---- matching ------------------------------------------------------------------------------------------------

    @Test
    @Tag("A53")
    @Tag("A55")
    @Tag("C5")
    void whatWasStoredIsWrittenToWhicheverRoundFetchesIt() {
        TransferJob job = bench.store(producer, "a", "b");
        fetch(17, 40, "a", "b");
        bench.step();
        ScriptedData.Write write = bench.data.inFlight().get(0);
        assertThat(write.local()).isEqualTo(job.slots());
        end(0, true);
        assertThat(bench.step()).containsExactly(stored(job));
        assertThat(sent()).containsExactly(Peers.done("A", 17, true));
    }

    @Test
    @Tag("A54")
    @Tag("A72")
    void demandWaitsForEveryStoreThatMeetsIt() {
        fetch(0, 40, "a", "b");
        bench.step();
        TransferJob first = bench.store(producer, "a");
        TransferJob second = bench.store(producer, "b");
        end(0, true);
        assertThat(bench.step()).containsExactly(stored(first));
        assertThat(sent()).isEmpty();
        end(1, true);
        assertThat(bench.step()).containsExactly(stored(second));
        assertThat(sent()).containsExactly(Peers.done("A", 0, true));
    }

    @Test
    @Tag("C5")
    void twoRoundsOfOneIdAreServedFromOneStore() {
        TransferJob job = bench.store(producer, "a", "b");
        fetch(3, 40, "a");
        fetch(4, 50, "b");
        bench.step();
        end(1, true);
        assertThat(bench.step()).containsExactly(storeHeld(job, true));
        assertThat(sent()).containsExactly(Peers.done("A", 4, true));
        end(0, true);
        assertThat(bench.step()).containsExactly(storeReleased(job));
        assertThat(sent()).containsExactly(Peers.done("A", 3, true));
    }

    @Test
    @Tag("C5")
    void oneStoreThatMeetsTwoRoundsIsPinnedUntilBothWritesHaveEnded() {
        fetch(3, 40, "a");
        fetch(4, 50, "b");
        bench.step();
        TransferJob job = bench.store(producer, "a", "b");
        end(0, false);
        assertThat(bench.step()).containsExactly(storeHeld(job, false));
        end(1, true);
        assertThat(bench.step()).containsExactly(storeReleased(job));
        assertThat(sent()).containsExactly(Peers.done("A", 3, false), Peers.done("A", 4, true));
    }

    @Test
    @Tag("C2")
    void whatIsLeftOfAStoreInPartFetchedEndsByTheStoreTimeout() {
        TransferJob job = bench.store(producer, "a", "b");
        fetch(0, 40, "a");
        bench.step();
        end(0, true);
        assertThat(bench.step()).containsExactly(storeHeld(job, true));
        bench.advance(29_999);
        assertThat(bench.step()).isEmpty();
        bench.advance(1);
        assertThat(bench.step()).containsExactly(storeReleased(job));
        fetch(1, 50, "b");
        bench.step();
        assertThat(bench.data.inFlight()).isEmpty();
    }

    @Test
    @Tag("C3")
    void whatIsLeftOfAStoreInPartFetchedEndsWithItsSession() {
        TransferJob job = bench.store(producer, "a", "b");
        fetch(0, 40, "a");
        bench.step();
        end(0, true);
        bench.step();
        bench.control.lose(PEER);
        assertThat(bench.step()).containsExactly(storeReleased(job));
    }

    // ---- ends of rounds --------------------------------------------------------------------------------------------

    @Test
    @Tag("A61")
    @Tag("C2")
    void aKeyWhoseStoreTimedOutIsNotWrittenAnyMore() {
        TransferJob job = bench.store(producer, "a");
        fetch(0, 40, "b");
        bench.step();
        bench.advance(30_000);
        assertThat(bench.step()).containsExactly(storeFailed(job));
        fetch(1, 50, "a");
        bench.step();
        assertThat(bench.data.writes()).isEmpty();
    }

    @Test
    @Tag("A62")
    @Tag("A63")
    @Tag("C3")
    void aStoreThatTimesOutWhileItIsReadFailsAtOnceAndIsReleasedWhenTheWriteEnds() {
        TransferJob job = bench.store(producer, "a");
        fetch(0, 40, "a");
        bench.data.holdFences(true);
        bench.step();
        bench.advance(5_000); // the write stalls: the session ends, the slot does not
        assertThat(bench.step()).containsExactly(storeHeld(job, false));
        bench.advance(60_000);
        assertThat(bench.step()).isEmpty();
        end(0, true);
        assertThat(bench.step()).containsExactly(storeReleased(job));
    }

    @Test
    @Tag("B23")
    void aStalledWriteFaultsThePeerAndPutsOffTheNextDial() {
        bench.store(producer, "a");
        fetch(0, 40, "a");
        bench.step();
        bench.advance(4_999).step();
        assertThat(bench.tier.peers()).containsExactly(PEER);
        bench.advance(1).step();
        assertThat(bench.tier.peers()).isEmpty();
        assertThat(sent()).containsExactly(new Message.Disconnect());
        bench.open(Peers.pd("B", PEER));
        assertThat(bench.tier.peers()).isEmpty();
        bench.advance(1_000).open(Peers.pd("C", PEER));
        assertThat(bench.tier.peers()).containsExactly(PEER);
    }

    @Test
    @Tag("C3")
    @Tag("B21")
    void aClosedSessionsWritesAreWatchedUntilTheyEnd() {
        TransferJob job = bench.store(producer, "a");
        fetch(0, 40, "a");
        bench.step();
        bench.data.holdFences(true);
        bench.control.lose(PEER);
        assertThat(bench.step()).containsExactly(storeHeld(job, false));
        assertThat(bench.tier.sizes().retiredSessions()).isEqualTo(1);
        end(0, true);
        assertThat(bench.step()).containsExactly(storeReleased(job));
        assertThat(bench.tier.sizes().retiredSessions()).isZero();
    }

    @Test
    @Tag("C3")
    void aFailedSiblingIsAnsweredOnceTheOtherWriteHasEnded() {
        TransferJob first = bench.store(producer, "a");
        TransferJob second = bench.store(producer, "b");
        fetch(0, 40, "a");
        bench.step();
        fetch(1, 50, "a", "b");
        bench.step();
        bench.store(producer, "a");
        end(2, false);
        bench.step();
        assertThat(sent()).isEmpty();
        end(1, true);
        end(0, true);
        assertThat(bench.step()).contains(stored(first), stored(second));
        assertThat(sent()).containsExactlyInAnyOrder(Peers.done("A", 0, true), Peers.done("A", 1, false));
    }

    @Test
    @Tag("C3")
    void aTerminalFetchWaitsForTheWritesOfItsId() {
        TransferJob job = bench.store(producer, "a");
        fetch(0, 40, "a");
        bench.step();
        bench.receive(PEER, Peers.terminal("A", 1));
        assertThat(bench.step()).isEmpty();
        end(0, true);
        assertThat(bench.step()).containsExactly(stored(job));
        assertThat(sent()).isEmpty();
    }

    @Test
    @Tag("A64")
    @Tag("A69")
    void aProducerThatFinishesFailsDemandThatItCannotMeet() {
        TransferJob job = bench.store(producer, "a");
        fetch(0, 40, "b");
        bench.step();
        bench.finish(producer);
        assertThat(sent()).containsExactly(Peers.done("A", 0, false));
        bench.receive(PEER, Peers.terminal("A", 1));
        assertThat(bench.step()).containsExactly(stored(job));
    }

    @Test
    @Tag("A65")
    @Tag("A66")
    @Tag("A70")
    void aProducerThatFinishesDuringAWriteIsJudgedByWhatWasWritten() {
        TransferJob job = bench.store(producer, "a");
        fetch(0, 40, "a");
        fetch(1, 50, "z");
        bench.step();
        bench.finish(producer);
        assertThat(sent()).containsExactly(Peers.done("A", 1, false));
        end(0, true);
        assertThat(bench.step()).containsExactly(stored(job));
        assertThat(sent()).containsExactly(Peers.done("A", 0, true));
    }

    @Test
    @Tag("A67")
    void aProducerThatFinishedBeforeTheFetchIsRemembered() {
        TransferJob job = bench.store(producer, "a");
        bench.finish(producer);
        fetch(0, 40, "a", "b");
        bench.step();
        end(0, true);
        assertThat(bench.step()).contains(stored(job));
        assertThat(sent()).containsExactly(Peers.done("A", 0, false));
    }

    @Test
    @Tag("A67")
    void anotherProducerOfTheIdMayStillStoreWhatTheFirstDidNot() {
        bench.store(producer, "a");
        RequestContext second = bench.opened(Peers.producer("A"));
        bench.finish(producer);
        fetch(0, 40, "a", "b");
        bench.step();
        bench.store(second, "b");
        end(0, true);
        end(1, true);
        bench.step();
        assertThat(sent()).containsExactly(Peers.done("A", 0, true));
    }

    @Test
    @Tag("A71")
    @Tag("A73")
    @Tag("C17")
    void aWriteThatThrowsCountsAsRefused() {
        TransferJob job = bench.store(producer, "a");
        bench.data.throwOnWrite(PEER, true);
        fetch(0, 40, "a");
        bench.step();
        assertThat(sent()).containsExactly(Peers.done("A", 0, false));
        assertThat(bench.step()).containsExactly(storeFailed(job));
    }

    @Test
    void demandThatNobodyMeetsFailsAfterAMinute() {
        bench.receive(PEER, Peers.fetch("Z", 0, 40, "a"));
        bench.step();
        bench.advance(59_999).step();
        assertThat(sent()).isEmpty();
        bench.advance(1).step();
        assertThat(sent()).containsExactly(Peers.done("Z", 0, false));
        assertThat(bench.tier.sizes().bindings()).isZero();
    }

    @Test
    void demandMetInPartFailsAfterAMinuteWhenItsWriteHasEnded() {
        bench.store(producer, "a");
        fetch(0, 40, "b", "c");
        bench.step();
        bench.advance(59_000).step();
        bench.store(producer, "b");
        bench.advance(1_000).step();
        assertThat(sent()).isEmpty();
        end(0, true);
        bench.step();
        assertThat(sent()).containsExactly(Peers.done("A", 0, false));
    }

    @Test
    @Tag("C8")
    void aFetchThatNamesABlockTwiceEndsTheSession() {
        fetch(0, 40, "a", "a");
        bench.step();
        assertThat(sent()).containsExactly(new Message.Disconnect());
        assertThat(bench.tier.peers()).isEmpty();
    }

    @Test
    @Tag("C1")
    void whatWasSettledBeforeTheSessionDiedIsDelivered() {
        TransferJob job = bench.store(producer, "a");
        fetch(0, 40, "b");
        bench.step();
        bench.receive(PEER, Peers.terminal("A", 1), new Message.Disconnect());
        assertThat(bench.step()).containsExactly(stored(job));
    }

    @Test
    @Tag("C25")
    void aFetchOfAPeerThatIsNotRegisteredFails() {
        bench.data.settleAs("h2:1", Registration.State.PENDING);
        TransferJob job = bench.store(producer, "a");
        bench.receive("h2:1", Peers.connect("h2:1", 1L), Peers.ack("h2:1", 1L), Peers.fetch("A", 0, 40, "a"));
        bench.step();
        assertThat(bench.sentTo("h2:1")).contains(Peers.done("A", 0, false));
        assertThat(bench.step()).containsExactly(storeFailed(job));
    }
}

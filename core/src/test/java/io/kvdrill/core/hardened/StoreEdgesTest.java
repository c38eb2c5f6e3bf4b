package io.kvdrill.core.hardened;

import static io.kvdrill.core.testkit.Jobs.key;
import static io.kvdrill.core.testkit.Jobs.storeFailed;
import static io.kvdrill.core.testkit.Jobs.storeHeld;
import static io.kvdrill.core.testkit.Jobs.storeReleased;
import static io.kvdrill.core.testkit.Jobs.stored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.trace.ManagerEvent.RequestBound;
import io.kvdrill.core.trace.ServerEvent.StoreEnded;
import io.kvdrill.core.trace.ServerEvent.SupplyRemoved;
import io.kvdrill.core.trace.ServerEvent.WritesCancelled;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Stores: one result each, when their last block is written, withdrawn, replaced or given up, and no deadline after it. */
class StoreEdgesTest {
    private static final String PEER = "h1:1";
    private static final String OTHER = "h2:1";
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

    private void end(int write) {
        bench.data.end(bench.data.writes().get(write), true);
    }

    /** Nothing waits but the session, for its peer to be silent. */
    private void onlyIdlenessIsLeft() {
        bench.step();
        assertThat(bench.tier.nextDeadlineNanos()).isEqualTo(bench.now() + 300 * SECOND);
    }

    // ---- deadlines -----------------------------------------------------------------------------------------------

    @Test
    void theDeadlineOfAStoreGoesWhenItIsWritten() {
        bench.store(producer, "a");
        fetch(0, 40, "a");
        end(0);
        bench.step();
        onlyIdlenessIsLeft();
    }

    @Test
    void theDeadlineOfAStoreThatIsHeldForWhatIsLeftOfItGoesWhenThatGoes() {
        bench.store(producer, "a", "b");
        fetch(0, 40, "a");
        end(0);
        bench.step();
        bench.receive(PEER, Peers.terminal("A", 1)).step();
        onlyIdlenessIsLeft();
    }

    @Test
    void theDeadlinesOfStoresGoWithTheirSession() {
        bench.data.holdFences(true);
        bench.store(producer, "a", "b");
        bench.store(producer, "c");
        fetch(0, 40, "a");
        bench.control.lose(PEER);
        bench.step();
        assertThat(bench.tier.nextDeadlineNanos()).isEqualTo(bench.now() + 90 * SECOND);
    }

    @Test
    void onlyAStoreThatExpiresMakesTheirOrderMatter() {
        fetch(0, 40, "z");
        bench.advance(60_000).step();
        assertThat(bench.tier.rules().reached())
                .contains(Rows.PARKED_DEMAND_TIMEOUT)
                .doesNotContain(Rows.STORE_DEADLINE_ORDER);
        fetch(1, 50, "z");
        bench.store(producer, "a");
        bench.advance(30_000).step();
        assertThat(bench.tier.rules().reached()).contains(Rows.STORE_DEADLINE_ORDER);
    }

    // ---- results -------------------------------------------------------------------------------------------------

    @Test
    void aTerminalFetchReleasesWhatIsLeftOfAStoreThatHasItsResult() {
        TransferJob job = bench.store(producer, "a", "b");
        fetch(0, 40, "a");
        end(0);
        assertThat(bench.step()).containsExactly(storeHeld(job, true));
        bench.receive(PEER, Peers.terminal("A", 1));
        assertThat(bench.step()).containsExactly(storeReleased(job));
        assertThat(bench.events(SupplyRemoved.class))
                .containsExactly(new SupplyRemoved(PEER, "A", job.id(), 1, "terminal fetch"));
    }

    @Test
    void aTerminalFetchLeavesTheResultOfAStoreThatIsBeingWrittenToItsWrite() {
        TransferJob job = bench.store(producer, "a", "b");
        fetch(0, 40, "a");
        bench.receive(PEER, Peers.terminal("A", 1));
        assertThat(bench.step()).isEmpty();
        end(0);
        assertThat(bench.step()).containsExactly(stored(job));
    }

    @Test
    void aTerminalFetchGivesThePinsOfItsRoundUpAsWrittenAndOthersAsFailed() {
        bench.parent.set(key("a"), LookupOutcome.HIT);
        bench.receive(PEER, Peers.lookup("A", 3, "a"), Peers.lookup("A", 4, "a"))
                .step();
        TransferJob third = new TransferJob(bench.jobs.last() - 1, List.of(), SlotList.empty());
        TransferJob fourth = new TransferJob(bench.jobs.last(), List.of(), SlotList.empty());
        bench.receive(PEER, Peers.terminal("A", 4));
        assertThat(bench.step()).containsExactly(storeFailed(third), stored(fourth));
    }

    @Test
    void aStoreOfWhichEveryBlockIsStoredAgainIsDone() {
        fetch(0, 40, "z"); // so that stores go to the session
        TransferJob first = bench.store(producer, "a", "b");
        bench.store(producer, "a");
        assertThat(bench.step()).isEmpty();
        bench.store(producer, "b");
        assertThat(bench.step()).containsExactly(stored(first));
    }

    @Test
    void aStoreThatIsBeingWrittenIsNotDoneWhenItsOtherBlockIsStoredAgain() {
        TransferJob first = bench.store(producer, "a", "b");
        fetch(0, 40, "a");
        bench.store(producer, "b");
        assertThat(bench.step()).isEmpty();
        end(0);
        assertThat(bench.step()).containsExactly(stored(first));
    }

    @Test
    void aStoreThatHasItsResultIsReleasedWhenItsOtherBlockIsStoredAgain() {
        TransferJob first = bench.store(producer, "a", "b");
        fetch(0, 40, "a");
        end(0);
        assertThat(bench.step()).containsExactly(storeHeld(first, true));
        bench.store(producer, "b");
        assertThat(bench.step()).containsExactly(storeReleased(first));
    }

    @Test
    void aStoreWhoseWriteIsRefusedWhenItIsFetchedFails() {
        fetch(0, 40, "z");
        TransferJob job = bench.store(producer, "a");
        bench.data.refuseWrites(PEER, true);
        bench.receive(PEER, Peers.fetch("A", 1, 50, "a"));
        assertThat(bench.step()).containsExactly(storeFailed(job));
        assertThat(bench.sentTo(PEER)).contains(Peers.done("A", 1, false));
    }

    @Test
    void anAbortThatFindsItsWriteLandedLeavesWhatIsLeftOfTheStore() {
        bench.store(producer, "a", "b");
        fetch(0, 40, "a");
        end(0);
        bench.receive(PEER, Peers.abort("A", 0));
        assertThat(bench.step()).isEmpty();
        fetch(1, 50, "b");
        assertThat(bench.data.inFlight()).hasSize(1);
    }

    @Test
    void anAbortThatFindsItsWriteLandedLeavesTheOtherWriteOfTheStore() {
        TransferJob job = bench.store(producer, "a", "b");
        fetch(0, 40, "a");
        bench.receive(PEER, Peers.abort("A", 0));
        fetch(1, 50, "b");
        end(0);
        bench.receive(PEER, Peers.abort("A", 0));
        assertThat(bench.step()).isEmpty();
        end(1);
        assertThat(bench.step()).containsExactly(stored(job));
    }

    @Test
    void aStoreThatWasWrittenNeedsNoBindingForItsOtherBlock() {
        bench.store(producer, "a", "b");
        fetch(0, 40, "a");
        end(0);
        bench.step();
        bench.finish(producer);
        fetch(1, 50, "b");
        assertThat(bench.data.inFlight()).hasSize(1);
        assertThat(bench.events(RequestBound.class)).hasSize(1);
    }

    @Test
    void theEndOfASessionCountsTheStoresThatFailWithIt() {
        bench.store(producer, "a");
        bench.store(producer, "b");
        fetch(0, 40, "a");
        bench.advance(29_999).store(producer, "c");
        bench.advance(1).step(); // the first two have expired, and the first is being written
        bench.data.holdFences(true);
        bench.control.lose(PEER);
        bench.step();
        assertThat(bench.events(SessionClosed.class))
                .containsExactly(new SessionClosed(PEER, 1, "connection lost", 0, 1, 1));
        assertThat(bench.events(StoreEnded.class))
                .extracting(StoreEnded::peer, StoreEnded::reason)
                .contains(tuple(PEER, "store timeout"))
                .contains(tuple(PEER, "connection lost"));
    }

    // ---- older rules ---------------------------------------------------------------------------------------------

    @Test
    void underOctobersRulesAStoreWaitsForEveryWriteThatOutlivesItsSession() {
        TierBench october = new TierBench(Profile.of(Preset.VLLM_2026_10)).up(PEER);
        TransferJob job = october.store(october.opened(Peers.producer("A")), "a", "b");
        october.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        TransferJob idle = october.store(october.opened(Peers.producer("A")), "c");
        october.control.lose(PEER);
        assertThat(october.step()).containsExactly(storeFailed(idle));
        october.data.end(october.data.writes().get(0), true);
        assertThat(october.step()).containsExactly(stored(job));
        assertThat(october.tier.sizes().retiredSessions()).isZero();
    }

    @Test
    void underOctobersRulesAStoreThatTwoWritesReadWaitsForBoth() {
        TierBench october =
                new TierBench(Profile.of(Preset.VLLM_2026_10).with(Rows.ROUND_SCOPE, Preset.HARDENED)).up(PEER);
        TransferJob job = october.store(october.opened(Peers.producer("A")), "a", "b");
        october.receive(PEER, Peers.fetch("A", 0, 40, "a"), Peers.fetch("A", 1, 50, "b"))
                .step();
        october.control.lose(PEER);
        assertThat(october.step()).isEmpty();
        october.data.end(october.data.writes().get(0), true);
        assertThat(october.step()).isEmpty();
        october.data.end(october.data.writes().get(1), true);
        assertThat(october.step()).containsExactly(stored(job));
    }

    @Test
    void underAugustsRulesTheWritesOfASessionAreCancelledWithIt() {
        TierBench august =
                new TierBench(Profile.of(Preset.VLLM_2026_08)).up(PEER).up(OTHER);
        august.store(august.opened(Peers.producer("A")), "a");
        august.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        august.control.lose(PEER);
        august.control.lose(OTHER);
        august.step();
        assertThat(august.events(WritesCancelled.class)).hasSize(1);
        assertThat(august.tier.sizes().retiredSessions()).isZero();
        august.data.end(august.data.writes().get(0), true);
        assertThat(august.data.quiet())
                .as("nobody is told of a write that was cancelled")
                .isTrue();
    }

    @Test
    void whereDeadlinesComeFirstAResultThatWaitsIsHandedOverByTheNextSweep() {
        TierBench older = patient(Profile.of(Preset.HARDENED).with(Rows.STORE_DEADLINE_ORDER, Preset.VLLM_2026_08));
        TransferJob job = older.store(older.opened(Peers.producer("A")), "a");
        older.data.refuseWrites(PEER, true);
        older.receive(PEER, Peers.fetch("A", 0, 40, "a"));
        assertThat(older.step()).isEmpty();
        assertThat(older.step()).containsExactly(storeFailed(job));
    }

    @Test
    void whereATerminalFetchSettlesARunningRoundNothingIsLeftWhenItsWriteEnds() {
        TierBench october = new TierBench(Profile.of(Preset.VLLM_2026_10)).up(PEER);
        RequestContext request = october.opened(Peers.producer("A"));
        october.store(request, "a");
        october.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        october.receive(PEER, Peers.terminal("A", 1)).step();
        october.finish(request);
        assertThat(october.tier.sizes().serverRequests()).isEqualTo(1);
        october.data.end(october.data.writes().get(0), true);
        october.step();
        assertThat(october.tier.sizes().serverRequests()).isZero();
    }
}

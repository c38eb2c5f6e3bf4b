package io.kvdrill.core.hardened;

import static io.kvdrill.core.testkit.Jobs.key;
import static io.kvdrill.core.testkit.Jobs.storeFailed;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.trace.ManagerEvent.RequestBound;
import io.kvdrill.core.trace.ManagerEvent.RequestUnbound;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which session stores of an id go to, and for how long. */
class BindingsTest {
    private static final String PEER = "h1:1";
    private static final String OTHER = "h2:1";

    private final TierBench bench = new TierBench(Preset.HARDENED).up(PEER, 1).up(OTHER, 1);

    private void fetch(String peer, String id, long round) {
        bench.receive(peer, Peers.fetch(id, round, 40 + 10 * round, "z")).step();
    }

    /** A peer fetches what a lookup has pinned, and its write is refused: nothing of it is left. */
    private static void refuse(TierBench bench, String id) {
        bench.parent.set(key("p"), LookupOutcome.HIT);
        bench.receive(PEER, Peers.lookup(id, 9, "p")).step();
        bench.data.refuseWrites(PEER, true);
        bench.receive(PEER, Peers.fetch(id, 9, 90, "p")).step();
        bench.data.refuseWrites(PEER, false);
    }

    private static RequestBound bound(String id, String peer) {
        return new RequestBound(id, peer, 0);
    }

    @Test
    @Tag("C14")
    void theLossOfASessionUnbindsWhatIsBoundToItAndNothingElse() {
        fetch(PEER, "A", 0);
        fetch(OTHER, "A", 0);
        fetch(PEER, "B", 1);
        bench.control.lose(PEER);
        bench.step();
        assertThat(bench.events(RequestUnbound.class)).containsExactly(new RequestUnbound("B", PEER, "session closed"));
        bench.store(bench.opened(Peers.producer("A")), "z");
        assertThat(bench.data.inFlight())
                .singleElement()
                .matches(write -> write.peer().equals(OTHER));
    }

    @Test
    @Tag("C14")
    void theLossOfASessionLeavesAloneWhatWasBoundToItBefore() {
        RequestContext producer = bench.opened(Peers.producer("A"));
        bench.store(producer, "z");
        bench.finish(producer);
        fetch(PEER, "A", 0);
        bench.data.end(bench.data.inFlight().get(0), true);
        bench.step();
        assertThat(bench.tier.sizes().bindings()).isZero();
        fetch(OTHER, "A", 0);
        bench.control.lose(PEER);
        bench.step();
        assertThat(bench.events(RequestUnbound.class))
                .noneMatch(unbound -> unbound.reason().equals("session closed"));
        bench.store(bench.opened(Peers.producer("A")), "z");
        assertThat(bench.data.inFlight())
                .singleElement()
                .matches(write -> write.peer().equals(OTHER));
    }

    @Test
    @Tag("C14")
    void demandThatNobodyProducesForIsReasonEnoughForABinding() {
        fetch(PEER, "A", 0);
        assertThat(bench.events(RequestBound.class)).containsExactly(bound("A", PEER));
        assertThat(bench.tier.sizes().bindings()).isEqualTo(1);
    }

    @Test
    @Tag("C14")
    void aProducerThatIsHereIsReasonEnoughForABinding() {
        bench.open(Peers.producer("A"));
        refuse(bench, "A");
        refuse(bench, "B");
        assertThat(bench.events(RequestBound.class)).containsExactly(bound("A", PEER));
        assertThat(bench.tier.sizes().bindings()).isEqualTo(1);
    }

    @Test
    @Tag("C14")
    void aStoreThatIsBeingWrittenKeepsItsBindingWhenNobodyProducesAnyMore() {
        RequestContext producer = bench.opened(Peers.producer("A"));
        bench.store(producer, "z");
        bench.store(producer, "y");
        bench.finish(producer);
        fetch(PEER, "A", 0);
        assertThat(bench.events(RequestBound.class)).containsExactly(new RequestBound("A", PEER, 2));
        assertThat(bench.tier.sizes().bindings()).isEqualTo(1);
        bench.data.end(bench.data.inFlight().get(0), true);
        bench.receive(PEER, Peers.terminal("A", 1)).step();
        assertThat(bench.tier.sizes().bindings()).isZero();
    }

    @Test
    @Tag("C14")
    void aStoreOfNothingLeavesNoBindingWhereNobodyRemembersItsProducer() {
        TierBench forgetful = new TierBench(
                        Profile.of(Preset.HARDENED).with(Rows.FINISH_BEFORE_BIND, Preset.VLLM_2026_10))
                .up(PEER, 1);
        RequestContext producer = forgetful.opened(Peers.producer("A"));
        forgetful.store(producer);
        forgetful.finish(producer);
        refuse(forgetful, "A");
        assertThat(forgetful.events(RequestBound.class)).containsExactly(new RequestBound("A", PEER, 1));
        assertThat(forgetful.tier.sizes().bindings()).isZero();
    }

    @Test
    void demandBeyondWhatIsParkedWaitsWhileAnotherProducerOfTheIdIsHere() {
        RequestContext first = bench.opened(Peers.producer("A"));
        bench.store(first, "a");
        bench.finish(first);
        bench.open(Peers.producer("A"));
        bench.sentTo(PEER);
        fetch(PEER, "A", 0);
        assertThat(bench.sentTo(PEER)).noneMatch(Message.TransferDone.class::isInstance);
    }

    @Test
    @Tag("C18")
    void theEndOfACombinedRequestLeavesLoadsUnderTheIdThatItProducedAlone() {
        bench.load(bench.opened(Peers.pd("D", PEER)), "a");
        RequestContext both = bench.opened(Peers.combined("S", PEER, "D"));
        fetch(PEER, "D", 0);
        bench.sentTo(PEER);
        bench.finish(both);
        assertThat(bench.sentTo(PEER)).containsExactly(Peers.done("D", 0, false));
    }

    @Test
    void theEndOfAProducerEndsLoadsUnderItsId() {
        bench.load(bench.opened(Peers.pd("A", PEER)), "a");
        RequestContext producer = bench.opened(Peers.producer("A"));
        fetch(PEER, "A", 0);
        bench.sentTo(PEER);
        bench.finish(producer);
        assertThat(bench.sentTo(PEER)).containsExactly(Peers.abort("A", 0), Peers.done("A", 0, false));
    }

    @Test
    void whereReapedIdsAreRefusedWithoutExceptionAFetchEndsOurOwnLoadsUnderThem() {
        TierBench refusing =
                new TierBench(Profile.of(Preset.HARDENED).with(Rows.REAPED_IDS, Preset.VLLM_2026_10)).up(PEER, 1);
        TransferJob job = refusing.store(refusing.opened(Peers.producer("A")), "z");
        refusing.advance(60_000);
        assertThat(refusing.step()).containsExactly(storeFailed(job));
        refusing.load(refusing.opened(Peers.pd("A", PEER)), "a");
        refusing.sentTo(PEER);
        refusing.receive(PEER, Peers.fetch("A", 0, 40, "z")).step();
        assertThat(refusing.sentTo(PEER)).containsExactly(Peers.abort("A", 0), Peers.done("A", 0, false));
    }

    @Test
    void whereReapedIdsAreMarkedAsFailedTheirLookupsMiss() {
        TierBench august = new TierBench(Profile.of(Preset.VLLM_2026_08)).up(PEER);
        august.store(august.opened(Peers.producer("A")), "a");
        august.advance(60_000).step();
        assertThat(august.tier.sizes().failedIds()).isEqualTo(1);
        assertThat(august.tier.sizes().reapedIds()).isZero();
    }
}

package io.kvdrill.core.hardened;

import static io.kvdrill.core.testkit.Jobs.key;
import static io.kvdrill.core.testkit.Jobs.storeFailed;
import static io.kvdrill.core.testkit.Jobs.stored;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.StorePolicy;
import io.kvdrill.core.tier.TransferJob;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The manager's maps: what is parked, bound, failed and reaped, and when it is forgotten. */
class BookkeepingTest {
    private static final String PEER = "h1:1";

    private final TierBench bench = new TierBench(Preset.HARDENED).up(PEER, 1);

    @Test
    @Tag("A119")
    @Tag("A120")
    @Tag("A121")
    @Tag("A123")
    @Tag("A135")
    void storesAreParkedOnlyForWhoProduces() {
        TransferJob plain = bench.store(bench.opened(Peers.plain("remote_host", "h9", "remote_port", 1)), "a");
        TransferJob nameless = bench.store(bench.opened(Peers.plain("remote_decoder", Map.of("other", 1))), "a");
        RequestContext producer = bench.opened(Peers.producer("A"));
        bench.store(producer, "a");
        bench.finish(producer);
        assertThat(bench.step()).containsExactly(stored(plain), storeFailed(nameless));
        assertThat(bench.tier.sizes().parkedIds()).isEqualTo(1);
        assertThat(bench.tier.peers()).containsExactly(PEER);
    }

    @Test
    @Tag("A144")
    @Tag("A145")
    @Tag("B11")
    @Tag("B12")
    @Tag("C28")
    void anIdWhoseStoresWereReapedIsRefusedUntilItsRetentionEnds() {
        RequestContext producer = bench.opened(Peers.producer("A"));
        TransferJob job = bench.store(producer, "a");
        bench.advance(59_999);
        assertThat(bench.step()).isEmpty();
        bench.advance(1);
        assertThat(bench.step()).containsExactly(storeFailed(job));
        bench.sentTo(PEER);

        bench.advance(89_999).receive(PEER, Peers.fetch("A", 0, 40, "a"));
        TransferJob late = bench.store(producer, "a");
        assertThat(bench.step()).containsExactly(storeFailed(late));
        assertThat(bench.sentTo(PEER)).containsExactly(Peers.done("A", 0, false));
        assertThat(bench.tier.sizes().reapedIds()).isEqualTo(1);

        bench.advance(1).step();
        assertThat(bench.tier.sizes().reapedIds()).isZero();
        bench.store(producer, "a");
        assertThat(bench.tier.sizes().parkedIds()).isEqualTo(1);
    }

    @Test
    @Tag("C28")
    void aFetchThatMeetsPinsIsServedUnderAReapedId() {
        bench.parent.set(key("a"), LookupOutcome.HIT);
        bench.store(bench.opened(Peers.producer("A")), "b");
        bench.advance(60_000).step();
        bench.receive(PEER, Peers.lookup("A", 0, "a")).step();
        bench.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        bench.receive(PEER, Peers.lookup("A", 1, "a"), Peers.fetch("A", 1, 50, "a"));
        bench.step();
        assertThat(bench.data.inFlight()).hasSize(2);
        assertThat(bench.tier.sizes().bindings()).isZero();
    }

    @Test
    @Tag("C14")
    void bindingsGoWithTheirLastReason() {
        RequestContext producer = bench.opened(Peers.producer("A"));
        bench.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        assertThat(bench.tier.sizes().bindings()).isEqualTo(1);
        bench.store(producer, "a");
        bench.data.end(bench.data.inFlight().get(0), true);
        bench.step();
        assertThat(bench.tier.sizes().bindings()).isEqualTo(1);
        bench.finish(producer);
        assertThat(bench.tier.sizes().bindings()).isZero();
        bench.receive(PEER, Peers.terminal("B", 0)).step();
        assertThat(bench.tier.sizes().bindings()).isZero();
    }

    @Test
    void whatIsParkedIsNotReplayedIntoASessionThatJustDied() {
        bench.store(bench.opened(Peers.producer("A")), "a");
        bench.receive(PEER, Peers.fetch("A", 0, 40, "a"), new Message.Disconnect());
        assertThat(bench.step()).isEmpty();
        assertThat(bench.tier.sizes().parkedIds()).isEqualTo(1);
        assertThat(bench.data.writes()).isEmpty();
    }

    @Test
    @Tag("A129")
    @Tag("C15")
    void failedIdsGoWithTheirRequests() {
        bench.control.refuseDials("h9:1", true);
        RequestContext request = bench.opened(Peers.pd("A", "h9:1"));
        assertThat(bench.tier.sizes().failedIds()).isEqualTo(1);
        bench.finish(request);
        assertThat(bench.tier.sizes().failedIds()).isZero();
    }

    @Test
    @Tag("C18")
    void finishingACombinedRequestSettlesBothSides() {
        RequestContext both = bench.opened(Peers.combined("S", PEER, "D"));
        bench.receive(PEER, Peers.fetch("D", 0, 40, "z")).step();
        bench.lookup(both, "a");
        bench.scheduleEnd();
        bench.sentTo(PEER);
        bench.finish(both);
        assertThat(bench.sentTo(PEER)).containsExactlyInAnyOrder(Peers.terminal("S", 0), Peers.done("D", 0, false));
        assertThat(bench.tier.sizes().bindings()).isZero();
        assertThat(bench.tier.sizes().liveRequests()).isZero();
    }

    @Test
    void oneContextThatEntersTwiceLeavesOnce() {
        RequestContext request = Peers.pd("A", PEER);
        bench.open(request);
        bench.open(request);
        bench.finish(request);
        bench.finish(request);
        assertThat(bench.tier.sizes().liveRequests()).isZero();
    }

    @Test
    @Tag("B13")
    void onlyProducersOfANamedIdAskForEverything() {
        assertThat(bench.open(Peers.producer("A"))).isEqualTo(StorePolicy.REQUEST_LEVEL);
        assertThat(bench.open(Peers.combined("S", PEER, "D"))).isEqualTo(StorePolicy.REQUEST_LEVEL);
        assertThat(bench.open(Peers.pd("B", PEER))).isEqualTo(StorePolicy.BLOCK_LEVEL);
        assertThat(bench.open(Peers.plain("remote_decoder", Map.of()))).isEqualTo(StorePolicy.BLOCK_LEVEL);
    }

    @Test
    void aTerminalFetchTakesAnIdFromNobody() {
        TierBench two = new TierBench(Preset.HARDENED).up("h1:1", 1).up("h2:1", 2);
        RequestContext producer = two.opened(Peers.producer("A"));
        two.receive("h1:1", Peers.fetch("A", 0, 40, "a")).step();
        two.receive("h2:1", Peers.terminal("A", 0)).step();
        two.store(producer, "a");
        two.step();
        assertThat(two.data.inFlight())
                .singleElement()
                .satisfies(write -> assertThat(write.registration().peer()).isEqualTo("h1:1"));
    }
}

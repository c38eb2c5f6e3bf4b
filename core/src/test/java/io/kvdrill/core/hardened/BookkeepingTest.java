package io.kvdrill.core.hardened;

import static io.kvdrill.core.testkit.Jobs.key;
import static io.kvdrill.core.testkit.Jobs.loadFailed;
import static io.kvdrill.core.testkit.Jobs.loadFailedHeld;
import static io.kvdrill.core.testkit.Jobs.loaded;
import static io.kvdrill.core.testkit.Jobs.storeFailed;
import static io.kvdrill.core.testkit.Jobs.stored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.kvdrill.core.profile.Choices.Switch;
import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.StorePolicy;
import io.kvdrill.core.tier.TransferJob;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The manager's maps, limits, drain, and what clients and identities may do to it. */
class BookkeepingTest {
    private static final String PEER = "h1:1";

    private final TierBench bench = new TierBench(Preset.HARDENED).up(PEER, 1);

    private static TierBench with(Profile profile) {
        return new TierBench(profile);
    }

    private static Profile hardened() {
        return Profile.of(Preset.HARDENED);
    }

    // ---- parked, bound, reaped -----------------------------------------------------------------------------------

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

    // ---- limits --------------------------------------------------------------------------------------------------

    @Test
    @Tag("B2")
    void peersBeyondTheMaximumAreRefusedBothWays() {
        TierBench two = with(hardened().with(Rows.MAX_PEERS, 2L).with(Rows.IDLE_TIMEOUT, 0L))
                .up(PEER, 1)
                .up("h1:2");
        RequestContext request = two.opened(Peers.pd("A", "h3:1"));
        assertThat(two.lookup(request, "a")).isEqualTo(LookupOutcome.MISS);
        two.receive("h4:1", Peers.connect("h4:1", null)).step();
        assertThat(two.tier.peers()).containsExactly(PEER, "h1:2");
        assertThat(two.lookup(two.opened(Peers.pd("B", PEER)), "a")).isEqualTo(LookupOutcome.HIT);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 16, 17, 18})
    @Tag("B4")
    @Tag("C27")
    void idleSessionsGoOnlyWhileSlotsAreScarce(long maxPeers) {
        TierBench small = with(hardened().with(Rows.MAX_PEERS, maxPeers)).up(PEER, 1);
        small.advance(299_999).step();
        assertThat(small.tier.peers()).containsExactly(PEER);
        small.advance(1).step();
        assertThat(small.tier.peers()).hasSize(maxPeers <= 17 ? 0 : 1);
    }

    @Test
    @Tag("C27")
    void aTimeoutOfZeroEvictsNobody() {
        TierBench small = with(hardened().with(Rows.MAX_PEERS, 1L).with(Rows.IDLE_TIMEOUT, 0L))
                .up(PEER, 1);
        small.advance(3_600_000).step();
        assertThat(small.tier.peers()).containsExactly(PEER);
    }

    @Test
    @Tag("C27")
    void sessionsThatBecameIdleTogetherGoTogetherAndOthersStay() {
        TierBench small = with(hardened().with(Rows.MAX_PEERS, 3L)).up(PEER, 1).up("h2:1", 1);
        small.advance(1).up("h3:1", 1);
        RequestContext request = small.opened(Peers.symmetric("A", "h2:1"));
        small.advance(299_999).step();
        assertThat(small.tier.peers()).containsExactly("h3:1");
        assertThat(small.lookup(request, "a")).isEqualTo(LookupOutcome.MISS);
    }

    @Test
    @Tag("B4")
    @Tag("C27")
    void parkedDemandProtectsASession() {
        TierBench small = with(hardened()
                        .with(Rows.MAX_PEERS, 1L)
                        .with(Rows.PARKED_DEMAND_TIMEOUT, Preset.VLLM_2026_08))
                .up(PEER, 1);
        small.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        small.advance(300_000).step();
        assertThat(small.tier.peers()).containsExactly(PEER);
    }

    // ---- hosts ---------------------------------------------------------------------------------------------------

    @Test
    @Tag("B24")
    void groupingClosesOneHostAndTouchesNoOther() {
        TierBench grouped =
                with(hardened().with(Rows.GROUP_PEERS_BY_HOST, Switch.ON)).up(PEER, 1);
        grouped.up("h1:2").up("h2:1", 1);
        RequestContext sibling = grouped.opened(Peers.pd("S", "h1:2"));
        RequestContext other = grouped.opened(Peers.pd("O", "h2:1"));
        TransferJob lost = grouped.load(sibling, "a");
        grouped.load(other, "a");
        grouped.control.lose(PEER);
        assertThat(grouped.step()).containsExactly(loadFailedHeld(lost));
        assertThat(grouped.tier.peers()).containsExactly("h2:1");
        assertThat(grouped.lookup(sibling, "b")).isEqualTo(LookupOutcome.MISS);
        assertThat(grouped.lookup(other, "b")).isEqualTo(LookupOutcome.HIT);

        assertThat(grouped.tier.sizes().deferredPeers()).isEqualTo(1);
        grouped.advance(9_999).open(Peers.pd("T", "h1:9"));
        assertThat(grouped.tier.peers()).containsExactly("h2:1");
        grouped.advance(1).open(Peers.pd("U", "h1:9"));
        assertThat(grouped.tier.peers()).containsExactly("h2:1", "h1:9");
    }

    @Test
    @Tag("B24")
    void withoutGroupingTheLossOfOnePeerIsItsOwn() {
        bench.up("h1:2");
        bench.control.lose(PEER);
        bench.step();
        assertThat(bench.tier.peers()).containsExactly("h1:2");
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

    // ---- drain and shutdown ----------------------------------------------------------------------------------------

    @Test
    @Tag("C13")
    void aDrainSettlesWhatIsParkedAndWhatIsPinned() {
        bench.parent.set(key("a"), LookupOutcome.HIT);
        TransferJob parked = bench.store(bench.opened(Peers.producer("A")), "a");
        bench.receive(PEER, Peers.lookup("B", 0, "a")).step();
        bench.receive(PEER, Peers.fetch("C", 0, 40, "z")).step();
        TransferJob filed = bench.store(bench.opened(Peers.producer("C")), "a");
        assertThat(bench.drain()).isZero();
        assertThat(bench.poll())
                .contains(storeFailed(parked), storeFailed(filed))
                .hasSize(3);
    }

    @Test
    @Tag("C13")
    void aDrainAnswersWhatPeersLookUpSinceNoServeWindowComes() {
        bench.parent.set(key("a"), LookupOutcome.HIT_PENDING);
        bench.receive(PEER, Peers.lookup("A", 0, "a")).step();
        TransferJob load = bench.load(bench.opened(Peers.pd("L", PEER)), "z");
        bench.sentTo(PEER);
        bench.drainStep();
        bench.receive(PEER, Peers.lookup("B", 1, "b", "c"));
        bench.drainStep();
        bench.drainStep();
        assertThat(bench.sentTo(PEER))
                .containsExactly(Peers.answer("A", 0L, false, "a"), Peers.answer("B", 1L, false, "b", "c"));
        assertThat(bench.poll()).isEmpty();
        bench.receive(PEER, Peers.done("L", 0, true));
        assertThat(bench.drain()).isZero();
        assertThat(bench.poll()).containsExactly(loaded(load));
    }

    @Test
    @Tag("A154")
    @Tag("A155")
    @Tag("A156")
    @Tag("C13")
    void aDrainIsBounded() {
        TierBench patient = with(hardened().with(Rows.STALLED_WRITE_TIMEOUT, Preset.VLLM_2026_08))
                .up(PEER, 1);
        assertThat(patient.drain()).isZero();
        patient.store(patient.opened(Peers.producer("A")), "a");
        patient.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        patient.data.holdFences(true);
        assertThat(patient.drain()).isEqualTo(30_000);
        assertThat(patient.poll()).hasSize(1);
    }

    @Test
    @Tag("C13")
    void aDrainWaitsForTheWritesOfClosedSessions() {
        bench.store(bench.opened(Peers.producer("A")), "a");
        bench.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        bench.data.holdFences(true);
        bench.control.lose(PEER);
        bench.step();
        assertThat(bench.tier.drainStep(bench.now())).hasToString("AGAIN");
        bench.data.end(bench.data.inFlight().get(0), true);
        assertThat(bench.tier.drainStep(bench.now())).hasToString("DONE");
    }

    @Test
    @Tag("A157")
    @Tag("A158")
    @Tag("A159")
    void shutdownWaitsThreeSecondsForWritesAndClosesBothTransports() {
        bench.store(bench.opened(Peers.producer("A")), "a");
        bench.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        assertThat(bench.tier.shutdownStep(bench.now())).hasToString("AGAIN");
        assertThat(bench.tier.shutdownStep(bench.advance(2_999).now())).hasToString("AGAIN");
        assertThat(bench.tier.shutdownStep(bench.advance(1).now())).hasToString("DONE");
        assertThat(bench.control.closed() && bench.data.closed()).isTrue();
    }

    // ---- clients and identities ------------------------------------------------------------------------------------

    @ParameterizedTest
    @ValueSource(strings = {"", "nocolon", ":1", "h1:", "h1:0", "h1:65536", "h1:port", "h0:1", "h1:1:x", "h1:-1"})
    @Tag("C10")
    void identitiesThatNobodyCanDialAreRefused(String identity) {
        int before = bench.tier.peers().size();
        bench.receive(identity, Peers.connect(identity, null), Peers.ack(identity, null));
        assertThatCode(bench::step).doesNotThrowAnyException();
        assertThat(bench.tier.peers()).hasSize(before);
    }

    @Test
    @Tag("C10")
    void anIdentityOf256BytesIsAPeerLikeAnyOther() {
        String identity = "h".repeat(252) + ":123";
        bench.up(identity);
        assertThat(bench.tier.peers()).contains(identity);
    }

    @Test
    @Tag("C19")
    void parametersOfTheWrongTypeAreNoneAtAll() {
        for (Object strange : Arrays.asList(1, "text", List.of(1), Double.NaN, "\ud800")) {
            for (String role : List.of("remote_prefiller", "remote_kv_source", "remote_decoder")) {
                RequestContext whole = Peers.plain(role, strange);
                RequestContext inside = Peers.plain(
                        role, Map.of("kv_request_id", strange, "remote_host", strange, "remote_port", strange));
                for (RequestContext request : List.of(whole, inside)) {
                    assertThatCode(() -> {
                                bench.open(request);
                                bench.lookup(request, "a");
                                bench.load(request, "a");
                                bench.store(request, "a");
                                bench.step();
                                bench.finish(request);
                            })
                            .doesNotThrowAnyException();
                }
            }
        }
        assertThat(bench.tier.sizes().liveRequests()).isZero();
    }

    @Test
    @Tag("C19")
    void anEmptyPrefillerHidesAKvSource() {
        RequestContext request = Peers.plain(
                "remote_prefiller",
                Map.of(),
                "remote_kv_source",
                Map.of("kv_request_id", "A", "remote_host", "h1", "remote_port", 1));
        bench.open(request);
        TransferJob job = bench.load(request, "a");
        assertThat(bench.step()).containsExactly(loadFailed(job));
    }

    @Test
    void textThatNoMessageCanCarryIsRefusedBeforeItIsSent() {
        RequestContext request = bench.opened(Peers.pd("half\ud800", PEER));
        TransferJob job = bench.load(request, "a");
        assertThat(bench.step()).containsExactly(loadFailed(job));
        assertThat(bench.sentTo(PEER)).isEmpty();
    }
}

package io.kvdrill.core.hardened;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.Message.Connect;
import io.kvdrill.core.protocol.Message.ConnectAck;
import io.kvdrill.core.protocol.Message.Disconnect;
import io.kvdrill.core.protocol.WireValue;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.ScriptedData;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.core.tier.SecondaryTier.StepOutcome;
import io.kvdrill.core.trace.ServerEvent.WriteRefused;
import io.kvdrill.core.trace.SessionEvent.DispatchFailed;
import io.kvdrill.core.trace.SessionEvent.PeerIncompatible;
import io.kvdrill.core.trace.SessionEvent.ProtocolViolated;
import io.kvdrill.core.trace.SessionEvent.RegistrationSettled;
import io.kvdrill.core.trace.SessionEvent.SessionDied;
import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.core.transport.Registration;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What handshakes say, what ends their deadlines, and what a peer may do wrong in them. */
class HandshakeEdgesTest {
    private static final String PEER = "h1:1";
    private static final long SECOND = 1_000_000_000L;

    private final TierBench bench = new TierBench(Preset.HARDENED);

    private static Profile hardened() {
        return Profile.of(Preset.HARDENED);
    }

    private String deathReason() {
        List<SessionDied> deaths = bench.events(SessionDied.class);
        return deaths.get(deaths.size() - 1).reason();
    }

    // ---- what is said --------------------------------------------------------------------------------------------

    @Test
    void weAnnounceOurMemoryAndAcknowledgeUnderTheSameEpoch() {
        bench.receive(PEER, Peers.connect(PEER, 1L)).step();
        bench.step();
        List<Message> sent = bench.sentTo(PEER);
        Connect connect = (Connect) sent.get(0);
        MemoryRegion ours = bench.data.region();
        assertThat(connect)
                .isEqualTo(new Connect(
                        TierBench.LOCAL,
                        ours.agentMetadata(),
                        ours.baseAddress(),
                        ours.blockCount(),
                        ours.blockBytes(),
                        Peers.FINGERPRINT,
                        Peers.HASH_SEED,
                        connect.epoch()));
        assertThat(connect.epoch()).isNotNull();
        assertThat(sent.get(1)).isEqualTo(new ConnectAck(TierBench.LOCAL, connect.epoch()));
    }

    @Test
    void thePeersMemoryIsRegisteredAsItAnnouncesIt() {
        bench.receive(PEER, Peers.connect(PEER, 1L)).step();
        assertThat(bench.data.registrations(PEER))
                .singleElement()
                .extracting(ScriptedData::regionOf)
                .isEqualTo(new MemoryRegion(Bytes.ofHex("6d65"), 4096, Peers.BLOCKS, ScriptedData.BLOCK_BYTES));
    }

    @Test
    void aDifferenceIsReportedWithBothValues() {
        bench.receive(PEER, new Connect(PEER, Bytes.ofHex("00"), 1, 1, 4096, Peers.FINGERPRINT, "other", null))
                .step();
        bench.receive(PEER, new Connect(PEER, Bytes.ofHex("00"), 1, 1, 4096, "fedc", Peers.HASH_SEED, null))
                .step();
        assertThat(bench.events(PeerIncompatible.class))
                .extracting(PeerIncompatible::difference)
                .containsExactly(
                        "hash seed 'other', ours is '" + Peers.HASH_SEED + "'",
                        "fingerprint fedc, ours is " + Peers.FINGERPRINT);
    }

    // ---- deadlines -----------------------------------------------------------------------------------------------

    @Test
    void theDeadlineOfAHandshakeGoesWithItsSecondHalfWhicheverThatIs() {
        bench.up(PEER, 1); // acknowledged before it was registered
        assertThat(bench.tier.nextDeadlineNanos()).isEqualTo(bench.now() + 300 * SECOND);

        TierBench other = new TierBench(Preset.HARDENED);
        other.receive(PEER, Peers.connect(PEER, 1L)).step();
        other.step();
        assertThat(other.tier.nextDeadlineNanos()).isEqualTo(other.now() + 30 * SECOND + 1);
        other.receive(PEER, Peers.ack(PEER, 1L)).step();
        assertThat(other.tier.nextDeadlineNanos()).isEqualTo(other.now() + 300 * SECOND);
    }

    @Test
    void aPeerThatAcknowledgedUsAndIsNotRegisteredInTimeIsGivenUp() {
        bench.data.settleAs(PEER, Registration.State.PENDING);
        bench.receive(PEER, Peers.connect(PEER, 1L), Peers.ack(PEER, 1L)).step();
        bench.advance(30_000).step();
        assertThat(bench.tier.peers()).containsExactly(PEER);
        bench.advanceTo(bench.now() + 1).step();
        assertThat(bench.tier.peers()).isEmpty();
    }

    @Test
    void aSessionThatIsClosedDuringItsHandshakeLeavesNoDeadline() {
        bench.open(Peers.pd("A", PEER));
        bench.control.lose(PEER);
        bench.step();
        assertThat(bench.tier.peers()).isEmpty();
        assertThat(bench.tier.nextDeadlineNanos()).isEqualTo(SecondaryTier.NO_DEADLINE);
    }

    @Test
    @Tag("C13")
    void aDrainWaitsForARegistration() {
        bench.data.settleAs(PEER, Registration.State.PENDING);
        bench.receive(PEER, Peers.connect(PEER, 1L)).step();
        assertThat(bench.drainStep()).isEqualTo(StepOutcome.AGAIN);
        bench.data.settleAs(PEER, Registration.State.READY);
        assertThat(bench.drainStep()).isEqualTo(StepOutcome.DONE);
    }

    @Test
    void aRegistrationThatLastsProtectsItsSessionFromEviction() {
        TierBench slow =
                new TierBench(hardened().with(Rows.MAX_PEERS, 1L).with(Rows.HANDSHAKE_TIMEOUT, Preset.VLLM_2026_08));
        slow.data.settleAs(PEER, Registration.State.PENDING);
        slow.receive(PEER, Peers.connect(PEER, 1L), Peers.ack(PEER, 1L)).step();
        slow.advance(300_000).step();
        assertThat(slow.tier.peers()).containsExactly(PEER);
        slow.data.settleAs(PEER, Registration.State.READY);
        slow.step();
        slow.advance(300_000).step();
        assertThat(slow.tier.peers()).isEmpty();
    }

    // ---- failures ------------------------------------------------------------------------------------------------

    @Test
    void aRegistrationThatFailsIsReportedWithItsReason() {
        bench.data.settleAs(PEER, Registration.State.REJECTED);
        bench.receive(PEER, Peers.connect(PEER, 1L)).step();
        bench.step();
        assertThat(bench.events(RegistrationSettled.class))
                .containsExactly(new RegistrationSettled(PEER, 1, false, "the script says REJECTED"));
        assertThat(deathReason()).isEqualTo("registration failed: the script says REJECTED");
    }

    @Test
    void aFailedSendEndsTheSessionWithItsReason() {
        bench.control.failSends(PEER, true);
        bench.open(Peers.pd("A", PEER));
        bench.step();
        assertThat(deathReason()).isEqualTo("its connect could not be sent: the script fails sends to " + PEER);

        bench.control.failSends(PEER, false);
        bench.receive(PEER, Peers.connect(PEER, 1L)).step();
        bench.control.failSends(PEER, true);
        bench.step();
        assertThat(deathReason()).isEqualTo("its acknowledgement could not be sent: the script fails sends to " + PEER);

        bench.control.failSends(PEER, false);
        bench.up(PEER, 1);
        RequestContext request = bench.opened(Peers.pd("B", PEER));
        bench.control.failSends(PEER, true);
        bench.load(request, "a");
        assertThat(deathReason()).isEqualTo("send failed: the script fails sends to " + PEER);
    }

    @Test
    @Tag("C11")
    void aStrangerOfALifeThatIsOverGetsNoSession() {
        bench.up(PEER, 1).up(PEER, 2);
        bench.control.lose(PEER);
        bench.step();
        bench.receive(PEER, Peers.connect(PEER, 1L)).step();
        assertThat(bench.tier.peers()).isEmpty();
        assertThat(deathReason()).isEqualTo("its incarnation was replaced before");
    }

    @Test
    @Tag("C25")
    void aRoleMessageBeforeTheConnectOfAPeerThatWeDialledIsDroppedWithoutAnAnswer() {
        bench.open(Peers.pd("A", PEER));
        bench.receive(PEER, Peers.done("A", 0, true)).step();
        assertThat(bench.tier.peers()).containsExactly(PEER);
        assertThat(bench.sentTo(PEER)).noneMatch(Disconnect.class::isInstance);
    }

    @Test
    @Tag("C25")
    void aRoleMessageBeforeTheConnectEndsAStrangersSessionByName() {
        bench.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        assertThat(deathReason()).isEqualTo("it sent fetch before connect");
    }

    @Test
    void anInvalidConnectIsAnsweredOnlyWhereTheHandshakeIsOver() {
        WireValue none = new WireValue.Int(BigInteger.ZERO);
        bench.receive(PEER, DefectScenarios.broken(Peers.connect(PEER, 1L), "num_blocks", none))
                .step();
        assertThat(bench.tier.peers()).isEmpty();
        assertThat(bench.sentTo(PEER)).noneMatch(Disconnect.class::isInstance);
        assertThat(deathReason()).startsWith("refused connect: ").contains("num_blocks");

        bench.up(PEER, 1);
        bench.receive(PEER, DefectScenarios.broken(Peers.connect(PEER, 1L), "num_blocks", none))
                .step();
        assertThat(bench.sentTo(PEER)).contains(new Disconnect());
        assertThat(deathReason()).startsWith("protocol violation: ").contains("num_blocks");
    }

    @Test
    void anInvalidRoleMessageIsAnsweredAlsoDuringTheHandshake() {
        bench.receive(PEER, Peers.connect(PEER, 1L), DefectScenarios.keyThatIsText())
                .step();
        assertThat(bench.sentTo(PEER)).contains(new Disconnect());
        assertThat(bench.events(ProtocolViolated.class))
                .singleElement()
                .matches(violated -> !violated.reason().isEmpty());
    }

    // ---- older rules ---------------------------------------------------------------------------------------------

    @Test
    void fiveErrorsInARowEndASessionAndFourDoNot() {
        TierBench coercing = new TierBench(hardened().with(Rows.KEY_ELEMENTS, Preset.VLLM_2026_08)).up(PEER, 1);
        for (int error = 0; error < 4; error++) {
            coercing.receive(PEER, DefectScenarios.keyThatIsText());
        }
        coercing.receive(PEER, Peers.done("Z", 0, true));
        for (int error = 0; error < 4; error++) {
            coercing.receive(PEER, DefectScenarios.keyThatIsText());
        }
        coercing.step();
        assertThat(coercing.tier.peers()).containsExactly(PEER);
        assertThat(coercing.events(DispatchFailed.class))
                .extracting(DispatchFailed::consecutive)
                .containsExactly(1, 2, 3, 4, 1, 2, 3, 4);
        assertThat(coercing.events(DispatchFailed.class))
                .allMatch(failed -> !failed.reason().equals("null"));
        coercing.receive(PEER, DefectScenarios.keyThatIsText()).step();
        assertThat(coercing.tier.peers()).isEmpty();
    }

    @Test
    void aWriteThatIsRefusedWhileItsFetchIsDispatchedIsAnErrorUnderOlderRules() {
        TierBench older = new TierBench(hardened().with(Rows.WRITE_EXCEPTION, Preset.VLLM_2026_08)).up(PEER, 1);
        RequestContext producer = older.opened(Peers.producer("A"));
        older.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        older.data.refuseWrites(PEER, true);
        older.store(producer, "a");
        older.step();
        assertThat(older.events(DispatchFailed.class)).isEmpty();
        older.data.refuseWrites(PEER, false);
        older.receive(PEER, Peers.fetch("A", 1, 50, "b")).step();
        older.store(producer, "c");
        older.data.refuseWrites(PEER, true);
        older.receive(PEER, Peers.fetch("A", 2, 60, "c")).step();
        assertThat(older.events(DispatchFailed.class)).hasSize(1);
    }

    @Test
    void whereOnlyARefusalRejectsASessionOutlivesAFailedRegistrationThatNobodyWaitsFor() {
        TierBench inline = new TierBench(Profile.of(Preset.VLLM_2026_08)).up("h9:1");
        inline.data.settleAs(PEER, Registration.State.FAILED);
        inline.receive(PEER, Peers.connect(PEER, null), Peers.ack(PEER, null)).step();
        assertThat(inline.tier.peers()).contains(PEER);
        assertThat(inline.drainStep()).isEqualTo(StepOutcome.DONE);
    }

    @Test
    void whereRoleMessagesMayComeFirstAWriteToAStrangerNamesItsPeer() {
        TierBench open = new TierBench(Profile.of(Preset.VLLM_2026_10).with(Rows.WRITE_EXCEPTION, Preset.HARDENED));
        open.store(open.opened(Peers.producer("A")), "a");
        open.data.throwOnWrite(PEER, true);
        open.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        assertThat(open.events(WriteRefused.class))
                .extracting(WriteRefused::reason)
                .containsExactly("it threw: the script throws on writes to " + PEER);
    }
}

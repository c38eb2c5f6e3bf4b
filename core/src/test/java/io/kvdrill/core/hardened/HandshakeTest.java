package io.kvdrill.core.hardened;

import static io.kvdrill.core.testkit.Jobs.loadFailedHeld;
import static io.kvdrill.core.testkit.Jobs.loadReleased;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TierResult.ReleaseProof;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.transport.Registration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Handshakes, incarnations, and peers that come back. */
class HandshakeTest {
    private static final String PEER = "h1:1";

    private final TierBench bench = new TierBench(Preset.HARDENED);

    private List<Message> sent() {
        return bench.sentTo(PEER);
    }

    private static Message.Connect connect(Bytes metadata, long blockBytes, String fingerprint, String seed) {
        return new Message.Connect(PEER, metadata, 4096, 64, blockBytes, fingerprint, seed, null);
    }

    private void refuses(Message.Connect connect) {
        bench.receive(PEER, connect, Peers.ack(PEER, null));
        bench.step();
        assertThat(bench.tier.peers()).isEmpty();
        assertThat(bench.data.registrations(PEER)).isEmpty();
        assertThat(sent()).hasSize(1).allMatch(Message.Connect.class::isInstance);
        assertThat(bench.events(SessionEvent.PeerIncompatible.class)).hasSize(1);
    }

    // ---- compatibility -------------------------------------------------------------------------------------------

    @Test
    @Tag("A1")
    @Tag("A2")
    @Tag("A3")
    @Tag("A11")
    void aPeerIsAcknowledgedOnceItIsRegistered() {
        bench.receive(PEER, Peers.connect(PEER, 1L)).step();
        assertThat(sent()).hasSize(1).allMatch(Message.Connect.class::isInstance);
        bench.step();
        assertThat(sent()).hasSize(1).allMatch(Message.ConnectAck.class::isInstance);
    }

    @Test
    @Tag("A5")
    void anotherBlockLengthIsRefusedAndSaid() {
        refuses(connect(Bytes.ofHex("00"), 8192, Peers.FINGERPRINT, Peers.HASH_SEED));
    }

    @Test
    @Tag("A6")
    void anotherFingerprintIsRefusedAndSaid() {
        refuses(connect(Bytes.ofHex("00"), 4096, "fedcba9876543210", Peers.HASH_SEED));
    }

    @Test
    @Tag("A9")
    void anotherHashSeedIsRefusedAndSaid() {
        refuses(connect(Bytes.ofHex("00"), 4096, Peers.FINGERPRINT, "1"));
    }

    // ---- order and time ------------------------------------------------------------------------------------------

    @Test
    @Tag("C24")
    void anAcknowledgementBeforeTheConnectIsIgnored() {
        bench.open(Peers.pd("A", PEER));
        bench.receive(PEER, Peers.ack(PEER, 1L), Peers.connect(PEER, 1L));
        bench.step();
        assertThat(bench.events(SessionEvent.SessionReady.class)).isEmpty();
        bench.receive(PEER, Peers.ack(PEER, 1L)).step();
        assertThat(bench.events(SessionEvent.SessionReady.class)).hasSize(1);
    }

    @Test
    @Tag("C24")
    void aPeerThatMayBeReadyIsToldThatItsHandshakeHasEnded() {
        bench.open(Peers.pd("A", PEER));
        bench.receive(PEER, Peers.connect(PEER, 1L)).step();
        bench.step();
        sent();
        bench.advanceTo(bench.now() + 30_001_000_000L).step();
        assertThat(bench.tier.peers()).isEmpty();
        assertThat(sent()).containsExactly(new Message.Disconnect());
    }

    @Test
    @Tag("C24")
    void aGoodbyeThatFindsNoSessionOpensNone() {
        bench.receive(PEER, new Message.Disconnect()).step();
        assertThat(bench.tier.peers()).isEmpty();
        assertThat(sent()).isEmpty();
    }

    @Test
    @Tag("C24")
    void anAcknowledgementThatFindsNoSessionOpensNone() {
        bench.receive(PEER, Peers.ack(PEER, 1L)).step();
        assertThat(bench.tier.peers()).isEmpty();
        assertThat(sent()).isEmpty();
        assertThat(bench.control.closes()).containsExactly(1);
        bench.receive(PEER, Peers.ack(PEER, 1L), Peers.connect(PEER, 1L)).step();
        assertThat(bench.tier.peers()).containsExactly(PEER);
    }

    @Test
    @Tag("B1")
    @Tag("B3")
    @Tag("C24")
    void aHandshakeMayTakeThirtySecondsAndNoMore() {
        bench.open(Peers.pd("A", PEER));
        bench.open(Peers.pd("B", "h2:1"));
        bench.receive(PEER, Peers.connect(PEER, 1L)).step();
        bench.advance(30_000).step();
        assertThat(bench.tier.peers()).containsExactly(PEER, "h2:1");
        bench.receive(PEER, Peers.ack(PEER, 1L));
        bench.advanceTo(bench.now() + 1).step();
        assertThat(bench.tier.peers()).containsExactly(PEER);
    }

    @Test
    @Tag("C24")
    void aRegistrationThatNeverEndsEndsTheHandshake() {
        bench.data.settleAs(PEER, Registration.State.PENDING);
        bench.receive(PEER, Peers.connect(PEER, 1L), Peers.ack(PEER, 1L)).step();
        bench.advance(30_000).step();
        assertThat(bench.tier.peers()).containsExactly(PEER);
        bench.advanceTo(bench.now() + 1).step();
        assertThat(bench.tier.peers()).isEmpty();
    }

    @Test
    @Tag("B17")
    @Tag("C24")
    void aRegistrationThatFailsInAnyWayRejectsThePeer() {
        for (Registration.State end : List.of(Registration.State.REJECTED, Registration.State.FAILED)) {
            bench.data.settleAs(PEER, end);
            bench.receive(PEER, Peers.connect(PEER, 1L)).step();
            bench.step();
            assertThat(bench.tier.peers()).isEmpty();
        }
        assertThat(sent()).noneMatch(Message.ConnectAck.class::isInstance);
    }

    @Test
    @Tag("B17")
    @Tag("C24")
    void aRepeatedConnectIsIgnoredAndAnotherOneRestartsTheRegistration() {
        bench.data.settleAs(PEER, Registration.State.PENDING);
        bench.receive(PEER, Peers.connect(PEER, 1L), Peers.connect(PEER, 1L)).step();
        assertThat(bench.data.registrations(PEER)).hasSize(1);
        bench.receive(PEER, connect(Bytes.ofHex("ff"), 4096, Peers.FINGERPRINT, Peers.HASH_SEED))
                .step();
        assertThat(bench.data.registrations(PEER))
                .extracting(Registration::state)
                .containsExactly(Registration.State.SUPERSEDED, Registration.State.PENDING);
        bench.data.settleAs(PEER, Registration.State.READY);
        bench.step();
        assertThat(sent()).filteredOn(Message.ConnectAck.class::isInstance).hasSize(1);
    }

    @Test
    @Tag("C24")
    void anotherConnectGivesTheRegistrationBeforeItBack() {
        bench.receive(PEER, Peers.connect(PEER, 1L)).step();
        bench.step();
        bench.receive(PEER, connect(Bytes.ofHex("ff"), 4096, Peers.FINGERPRINT, Peers.HASH_SEED))
                .step();
        bench.step();
        assertThat(bench.data.registrations(PEER))
                .extracting(Registration::state)
                .containsExactly(Registration.State.REMOVED, Registration.State.READY);
    }

    @Test
    @Tag("C24")
    void aDisconnectDuringTheRegistrationEndsTheSession() {
        bench.data.settleAs(PEER, Registration.State.PENDING);
        bench.receive(PEER, Peers.connect(PEER, 1L), new Message.Disconnect()).step();
        assertThat(bench.tier.peers()).isEmpty();
        assertThat(bench.data.registrations(PEER))
                .extracting(Registration::state)
                .containsExactly(Registration.State.SUPERSEDED);
        bench.data.settleAs(PEER, Registration.State.READY);
        bench.step();
        assertThat(sent()).noneMatch(Message.ConnectAck.class::isInstance);
    }

    @Test
    @Tag("A4")
    @Tag("C26")
    void whatWaitsForTheAcknowledgementLeavesInOrderAfterItAndNothingAfterDeath() {
        RequestContext request = bench.opened(Peers.pd("A", PEER));
        TransferJob first = bench.load(request, "a");
        TransferJob second = bench.load(request, "b");
        assertThat(sent()).hasSize(1);
        bench.receive(PEER, Peers.connect(PEER, 1L), Peers.ack(PEER, 1L)).step();
        assertThat(sent())
                .containsExactly(
                        new Message.Fetch("A", first.keys(), first.slots(), 0),
                        new Message.Fetch("A", second.keys(), second.slots(), 1));
        bench.control.lose(PEER);
        bench.step();
        bench.finish(request);
        bench.step();
        assertThat(sent()).isEmpty();
    }

    @Test
    @Tag("C25")
    void aRoleMessageBeforeTheConnectIsDroppedAndAnswered() {
        bench.receive(PEER, Peers.fetch("A", 0, 40, "a"), Peers.lookup("A", 0, "a"))
                .step();
        assertThat(sent()).hasSize(2).last().isEqualTo(new Message.Disconnect());
        assertThat(bench.tier.peers()).isEmpty();
        assertThat(bench.tier.sizes().bindings()).isZero();
    }

    @Test
    @Tag("C25")
    void whatIsQueuedForADeadProcessDoesNotSpoilTheHandshakeBehindIt() {
        bench.receive(PEER, Peers.done("A", 0, true), Peers.fetch("A", 0, 40, "a"), Peers.connect(PEER, 1L));
        bench.step();
        bench.step();
        assertThat(sent()).hasSize(2).last().isInstanceOf(Message.ConnectAck.class);
        assertThat(bench.events(SessionEvent.MessageDropped.class)).hasSize(2);
    }

    @Test
    @Tag("A83")
    void anAcknowledgementThatCannotBeSentEndsTheSession() {
        bench.receive(PEER, Peers.connect(PEER, 1L)).step();
        bench.control.failSends(PEER, true);
        bench.step();
        assertThat(bench.tier.peers()).isEmpty();
    }

    // ---- incarnations --------------------------------------------------------------------------------------------

    @Test
    @Tag("C11")
    void aNewerIncarnationEndsTheSessionOfTheOlderAndStartsItsOwn() {
        bench.up(PEER, 1);
        RequestContext request = bench.opened(Peers.pd("A", PEER));
        TransferJob job = bench.load(request, "a");
        bench.sentTo(PEER);
        bench.receive(PEER, Peers.connect(PEER, 2L), Peers.ack(PEER, 2L));
        assertThat(bench.step()).containsExactly(loadFailedHeld(job));
        assertThat(bench.tier.peers()).containsExactly(PEER);
        assertThat(bench.step()).containsExactly(loadReleased(job, ReleaseProof.FENCED));
        assertThat(sent()).hasSize(2).last().isInstanceOf(Message.ConnectAck.class);
        assertThat(bench.control.closes()).containsExactly(1, 0);
    }

    @Test
    @Tag("C11")
    void anIncarnationThatWasReplacedIsRefusedAndReported() {
        bench.up(PEER, 1).up(PEER, 2);
        bench.receive(PEER, Peers.connect(PEER, 1L)).step();
        assertThat(bench.events(SessionEvent.IdentityCollision.class))
                .containsExactly(new SessionEvent.IdentityCollision(PEER, 1));
        assertThat(bench.tier.peers()).containsExactly(PEER);
        assertThat(sent()).isEmpty();
    }

    @Test
    @Tag("C11")
    void replacedIncarnationsAreForgottenAfterTheirRetention() {
        bench.up(PEER, 1).up(PEER, 2);
        bench.control.lose(PEER);
        bench.step();
        assertThat(bench.tier.sizes().epochs()).isEqualTo(1);
        bench.advance(89_999).step();
        assertThat(bench.tier.sizes().epochs()).isEqualTo(1);
        bench.advance(1).step();
        assertThat(bench.tier.sizes().epochs()).isZero();
    }

    @Test
    void anAcknowledgementOfAnotherIncarnationIsIgnored() {
        bench.receive(PEER, Peers.connect(PEER, 2L), Peers.ack(PEER, 1L)).step();
        assertThat(bench.events(SessionEvent.SessionReady.class)).isEmpty();
    }

    // ---- coming back ---------------------------------------------------------------------------------------------

    @Test
    @Tag("C9")
    void aPeerThatReconnectsBeforeItsDeathWasSweptGetsASession() {
        bench.up(PEER);
        DefectScenarios.dieUnswept(bench);
        bench.receive(PEER, Peers.connect(PEER, null)).step();
        bench.step();
        assertThat(bench.tier.peers()).containsExactly(PEER);
        assertThat(sent()).hasSize(2).last().isInstanceOf(Message.ConnectAck.class);
    }

    @Test
    @Tag("C9")
    void aConnectThatArrivesOnTheDyingConnectionStartsTheNextSession() {
        bench.up(PEER);
        bench.receive(PEER, Peers.connect(PEER, null));
        bench.control.lose(PEER);
        bench.step();
        bench.step();
        assertThat(bench.tier.peers()).containsExactly(PEER);
        assertThat(sent()).hasSize(2).last().isInstanceOf(Message.ConnectAck.class);
    }

    @Test
    @Tag("C9")
    void aPeerThatSaysGoodbyeAndHelloInOneStepGetsASession() {
        bench.up(PEER, 1);
        bench.receive(PEER, new Message.Disconnect(), Peers.connect(PEER, 1L), Peers.ack(PEER, 1L));
        bench.step();
        assertThat(bench.tier.peers()).containsExactly(PEER);
        assertThat(bench.lookup(bench.opened(Peers.pd("A", PEER)), "a")).isEqualTo(LookupOutcome.HIT);
    }

    @Test
    @Tag("C9")
    @Tag("C11")
    void twoNewIncarnationsInOneBatchLeadToTheLast() {
        bench.up(PEER, 1);
        bench.receive(PEER, Peers.connect(PEER, 2L), Peers.connect(PEER, 3L), Peers.ack(PEER, 3L));
        bench.step();
        bench.receive(PEER, Peers.lookup("A", 0, "a"));
        bench.step();
        bench.step();
        assertThat(bench.tier.peers()).containsExactly(PEER);
        assertThat(bench.events(SessionEvent.SessionClosed.class)).hasSize(2);
        assertThat(bench.lookup(bench.opened(Peers.pd("A", PEER)), "a")).isEqualTo(LookupOutcome.HIT);
    }
}

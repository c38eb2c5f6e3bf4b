package io.kvdrill.core.transport.contract;

import static io.kvdrill.core.transport.contract.ControlPeer.numbered;
import static io.kvdrill.core.transport.contract.ControlPeer.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.DialRefusedException;
import io.kvdrill.core.transport.SendFailedException;
import io.kvdrill.core.transport.contract.ControlTransportFixture.RawClient;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every control transport promises; see {@link io.kvdrill.core.transport.ControlTransport}. */
public abstract class ControlTransportContract {
    private ControlTransportFixture fixture;
    private final Map<Integer, ControlPeer> peers = new LinkedHashMap<>();

    /** A new network for one test. */
    protected abstract ControlTransportFixture newFixture();

    @BeforeEach
    void openFixture() {
        fixture = newFixture();
    }

    @AfterEach
    void closeFixture() {
        fixture.close();
    }

    @Test
    void saysWhatIsNotExercised(TestReporter reporter) {
        for (ControlCapability capability : ControlCapability.values()) {
            if (!fixture.capabilities().contains(capability)) {
                reporter.publishEntry("not exercised", capability.name());
            }
        }
        assertThat(fixture.capabilities()
                        .containsAll(EnumSet.of(
                                ControlCapability.HANDS_IDENTITY_OVER, ControlCapability.IGNORES_SECOND_CONNECTION)))
                .as("declares what excludes each other")
                .isFalse();
    }

    // ---- messages (parity A186, A187, A191-A194) -----------------------------------------------------------------

    @Test
    void reportsNothingWhereNothingHappened() {
        ControlPeer a = open(0);
        a.poll();
        a.poll();

        assertThat(a.accepted).isEmpty();
        assertThat(a.lost).isEmpty();
        assertThat(a.received).isEmpty();
    }

    @Test
    void opensAConnectionBackToWhoeverSendsFirst() {
        ControlPeer a = open(0);
        ControlPeer b = open(1);
        Connection toB = a.transport.dial(fixture.id(1));
        assertThat(toB.alive()).isTrue();
        assertThat(toB.peer()).isEqualTo(fixture.id(1));

        toB.send(numbered(0));
        until(() -> !b.accepted.isEmpty());

        assertThat(b.accepted).hasSize(1);
        assertThat(b.accepted.get(0).peer()).isEqualTo(fixture.id(0));
        assertThat(b.accepted.get(0).alive()).isTrue();
        assertThat(b.received).isEqualTo(numbers(0, 1));
    }

    @Test
    void carriesAnswersOverTheConnectionBack() {
        ControlPeer a = open(0);
        ControlPeer b = open(1);
        a.transport.dial(fixture.id(1)).send(numbered(0));
        until(() -> !b.accepted.isEmpty());

        b.accepted.get(0).send(numbered(7));
        until(() -> !a.received.isEmpty());

        assertThat(a.received).isEqualTo(numbers(7, 8));
        assertThat(a.accepted).as("a has a connection to b already").isEmpty();
    }

    @Test
    void deliversMessagesOnceAndInOrder() {
        ControlPeer a = open(0);
        ControlPeer b = open(1);
        Connection toB = a.transport.dial(fixture.id(1));
        for (int burst = 0; burst < 10; burst++) {
            for (int i = 0; i < 20; i++) {
                toB.send(numbered(burst * 20L + i));
            }
            if (burst % 3 == 0) {
                pass();
            }
        }
        until(() -> b.received.size() >= 200);
        passes(5);

        assertThat(b.received).isEqualTo(numbers(0, 200));
        assertThat(b.accepted).hasSize(1);
    }

    @Test
    void carriesMessagesOfEveryTypeAndSize() {
        ControlPeer a = open(0);
        ControlPeer b = open(1);
        Connection toB = a.transport.dial(fixture.id(1));
        List<Message> messages = SampleMessages.all();
        messages.forEach(toB::send);
        until(() -> b.received.size() >= messages.size());

        assertThat(b.received)
                .isEqualTo(messages.stream().map(MessageCodec::toWire).toList());
    }

    @Test
    void keepsPeersApart() {
        ControlPeer hub = open(0);
        ControlPeer left = open(1);
        ControlPeer right = open(2);
        Connection toLeft = hub.transport.dial(fixture.id(1));
        Connection toRight = hub.transport.dial(fixture.id(2));
        toLeft.send(numbered(1));
        toRight.send(numbered(2));
        until(() -> !left.received.isEmpty() && !right.received.isEmpty());

        toLeft.close();
        passes(5);
        toRight.send(numbered(3));
        until(() -> right.received.size() == 2);

        assertThat(toRight.alive()).isTrue();
        assertThat(left.received).isEqualTo(numbers(1, 2));
        assertThat(right.received).isEqualTo(numbers(2, 4));
    }

    // ---- the life of a connection (parity A188-A190, A195-A201) --------------------------------------------------

    @Test
    void refusesASecondDialWhileTheFirstConnectionLives() {
        ControlPeer a = open(0);
        open(1);
        a.transport.dial(fixture.id(1));

        assertThatThrownBy(() -> a.transport.dial(fixture.id(1))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void dialsAgainInPlaceOfADeadConnection() {
        ControlPeer a = open(0);
        ControlPeer b = open(1);
        Connection first = a.transport.dial(fixture.id(1));
        first.send(numbered(0));
        until(() -> !b.received.isEmpty());
        first.markDead();

        Connection second = a.transport.dial(fixture.id(1));
        passes(5);
        second.send(numbered(1));
        until(() -> b.received.size() >= 2);

        assertThat(second.alive()).isTrue();
        assertThat(first.alive()).isFalse();
        assertThat(b.received).isEqualTo(numbers(0, 2));
    }

    @Test
    void reconnectsAsOftenAsIsAsked() {
        ControlPeer a = open(0);
        ControlPeer b = open(1);
        for (int round = 0; round < 10; round++) {
            int expected = round + 1;
            Connection toB = a.transport.dial(fixture.id(1));
            toB.send(numbered(round));
            until(() -> b.received.size() >= expected);
            toB.close();
            passes(3);
        }

        assertThat(b.received).isEqualTo(numbers(0, 10));
    }

    @Test
    void refusesToSendOnADeadConnection() {
        ControlPeer a = open(0);
        open(1);
        Connection toB = a.transport.dial(fixture.id(1));
        toB.markDead();

        assertThat(toB.alive()).isFalse();
        assertThatThrownBy(() -> toB.send(numbered(0))).isInstanceOf(SendFailedException.class);
        toB.close();
        assertThatThrownBy(() -> toB.send(numbered(0))).isInstanceOf(SendFailedException.class);
    }

    @Test
    void takesAnyNumberOfFarewells() {
        ControlPeer a = open(0);
        open(1);
        Connection toB = a.transport.dial(fixture.id(1));

        assertThatCode(() -> {
                    toB.markDead();
                    toB.markDead();
                    toB.close();
                    toB.close();
                    toB.markDead();
                    a.poll();
                    a.transport.close();
                    a.transport.close();
                    a.poll();
                })
                .doesNotThrowAnyException();
        assertThat(a.lost).as("what its owner gave up is not reported").isEmpty();
    }

    @Test
    void forgetsADeadConnectionSoThatThePeersNextMessageOpensANewOne() {
        ControlPeer a = open(0);
        ControlPeer b = open(1);
        Connection toB = a.transport.dial(fixture.id(1));
        toB.send(numbered(0));
        until(() -> !b.accepted.isEmpty());
        b.accepted.get(0).markDead();
        toB.send(numbered(1));
        until(() -> b.accepted.size() == 2);

        assertThat(b.received).isEqualTo(numbers(0, 2));
        assertThat(b.accepted.get(1)).isNotSameAs(b.accepted.get(0));
    }

    @Test
    void closesTheTransportInBoundedTimeAndReportsNothingMore() {
        ControlPeer a = open(0);
        ControlPeer b = open(1);
        Connection toA = b.transport.dial(fixture.id(0));
        toA.send(numbered(0));
        until(() -> !a.accepted.isEmpty());

        a.transport.close();
        a.poll();
        assertThat(a.accepted.get(0).alive()).isFalse();
        assertThatThrownBy(() -> a.transport.dial(fixture.id(1))).isInstanceOf(DialRefusedException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no-colon",
                ":5710",
                "host:",
                "host:port",
                "host:0",
                "host:65536",
                "host:-1",
                "host:99999999999"
            })
    void refusesToDialWhatIsNoAddress(String peer) {
        ControlPeer a = open(0);

        assertThatThrownBy(() -> a.transport.dial(peer)).isInstanceOf(DialRefusedException.class);
    }

    // ---- losses --------------------------------------------------------------------------------------------------

    @Test
    void reportsAClosedConnectionAndFindsItsLastMessages() {
        require(ControlCapability.REPORTS_CLOSE);
        ControlPeer a = open(0);
        ControlPeer b = open(1);
        Connection toB = a.transport.dial(fixture.id(1));
        toB.send(numbered(0));
        until(() -> !b.accepted.isEmpty());
        passes(5);
        b.accepted.get(0).send(numbered(1));
        passUnpolled(5);
        b.transport.close();
        peers.remove(1);
        passUnpolled(5);
        until(() -> !a.lost.isEmpty());

        assertThat(a.lost).containsExactly(toB);
        assertThat(a.received).as("what was sent before the close").isEqualTo(numbers(1, 2));
        assertThat(a.accepted).isEmpty();
    }

    @Test
    void reportsTheDeathOfAPeerOnceAndOnlyToThoseItConcerns() {
        require(ControlCapability.REPORTS_CLOSE);
        ControlPeer a = open(0);
        ControlPeer b = open(1);
        ControlPeer c = open(2);
        Connection toB = a.transport.dial(fixture.id(1));
        Connection toC = a.transport.dial(fixture.id(2));
        toB.send(numbered(0));
        toC.send(numbered(0));
        until(() -> !b.received.isEmpty() && !c.received.isEmpty());

        kill(1);
        until(() -> !a.lost.isEmpty());
        passes(10);

        assertThat(a.lost).containsExactly(toB);
        assertThat(toC.alive()).isTrue();
        assertThat(c.lost).isEmpty();
    }

    @Test
    void hearsARestartedPeer() {
        require(ControlCapability.REPORTS_CLOSE);
        ControlPeer a = open(0);
        ControlPeer b = open(1);
        b.transport.dial(fixture.id(0)).send(numbered(0));
        until(() -> !a.accepted.isEmpty());
        passes(5);

        kill(1);
        until(() -> !a.lost.isEmpty());
        ControlPeer restarted = open(1);
        restarted.transport.dial(fixture.id(0)).send(numbered(1));
        until(() -> a.accepted.size() == 2);

        assertThat(a.received).isEqualTo(numbers(0, 2));
        a.accepted.get(1).send(numbered(2));
        until(() -> !restarted.received.isEmpty());
        assertThat(restarted.received).isEqualTo(numbers(2, 3));
    }

    @Test
    void noticesAPeerThatFallsSilent() {
        require(ControlCapability.REPORTS_SILENCE);
        ControlPeer a = open(0);
        ControlPeer b = open(1);
        Connection toB = a.transport.dial(fixture.id(1));
        toB.send(numbered(0));
        until(() -> !b.accepted.isEmpty());
        passes(5);

        fixture.silence(0, 1);
        until(() -> !a.lost.isEmpty() && !b.lost.isEmpty(), fixture.patienceForSilence());

        assertThat(a.lost).containsExactly(toB);
        assertThat(b.lost).isEqualTo(b.accepted);
    }

    @Test
    void neitherReportsNorForgetsADialThatNobodyAnswers() {
        ControlPeer a = open(0);
        Connection toB = a.transport.dial(fixture.id(1));
        toB.send(numbered(0));
        toB.send(numbered(1));
        passes(10);
        assertThat(a.lost).isEmpty();
        assertThat(toB.alive()).isTrue();

        require(ControlCapability.QUEUES_UNTIL_ANSWERED);
        ControlPeer b = open(1);
        until(() -> b.received.size() >= 2);
        assertThat(b.received).isEqualTo(numbers(0, 2));
    }

    @Test
    void endsAConnectionWhoseQueueIsFullWithoutBlocking() {
        require(ControlCapability.FULL_QUEUE_ENDS_CONNECTION);
        ControlPeer a = open(0);
        Connection toNobody = a.transport.dial(fixture.id(1));
        int taken = 0;
        SendFailedException refusal = null;
        while (refusal == null && taken < 1_000_000) {
            try {
                toNobody.send(numbered(taken));
                taken++;
            } catch (SendFailedException e) {
                refusal = e;
            }
        }
        assertThat(refusal).isNotNull();
        assertThat(taken).isGreaterThanOrEqualTo(fixture.queueLength());

        a.poll();
        assertThat(a.lost).containsExactly(toNobody);
    }

    // ---- identities ----------------------------------------------------------------------------------------------

    @Test
    void hearsTheNewestConnectionOfAnIdentity() {
        require(ControlCapability.HANDS_IDENTITY_OVER);
        require(ControlCapability.RAW_CLIENTS);
        ControlPeer a = open(0);
        RawClient first = fixture.rawClient(bytes(fixture.id(1)), 0);
        first.send(frame(0));
        until(() -> a.received.size() == 1);
        RawClient second = fixture.rawClient(bytes(fixture.id(1)), 0);
        second.send(frame(1));
        until(() -> a.received.size() == 2);
        first.send(frame(2));
        passes(5);
        second.send(frame(3));
        until(() -> a.received.size() >= 3);

        assertThat(a.received)
                .isEqualTo(List.of(
                        MessageCodec.toWire(numbered(0)),
                        MessageCodec.toWire(numbered(1)),
                        MessageCodec.toWire(numbered(3))));
    }

    @Test
    void ignoresASecondConnectionOfAnIdentityForGood() {
        require(ControlCapability.IGNORES_SECOND_CONNECTION);
        require(ControlCapability.RAW_CLIENTS);
        ControlPeer a = open(0);
        RawClient first = fixture.rawClient(bytes(fixture.id(1)), 0);
        first.send(frame(0));
        until(() -> a.received.size() == 1);
        RawClient second = fixture.rawClient(bytes(fixture.id(1)), 0);
        second.send(frame(1));
        passes(5);
        first.send(frame(2));
        until(() -> a.received.size() == 2);
        first.close();
        passes(5);
        second.send(frame(3));
        passes(10);

        assertThat(a.received).isEqualTo(List.of(MessageCodec.toWire(numbered(0)), MessageCodec.toWire(numbered(2))));
    }

    @Test
    void dropsWhatDoesNotDecodeAndKeepsItsSender() {
        require(ControlCapability.RAW_CLIENTS);
        ControlPeer a = open(0);
        RawClient client = fixture.rawClient(bytes(fixture.id(1)), 0);
        client.send(frame(0));
        client.send(new byte[] {(byte) 0xC1});
        client.send(new byte[0]);
        client.send(frame(1), frame(1));
        client.send(new byte[] {(byte) 0xDD, 0x7F, 0x7F, 0x7F, 0x7F});
        client.send(frame(2));
        until(() -> a.received.size() >= 2);

        assertThat(a.received).isEqualTo(List.of(MessageCodec.toWire(numbered(0)), MessageCodec.toWire(numbered(2))));
        assertThat(a.accepted).hasSize(1);
        assertThat(a.accepted.get(0).alive()).isTrue();
    }

    @Test
    void turnsAwaySendersThatCannotBeDialled() { // parity C10
        require(ControlCapability.REFUSES_BAD_IDENTITIES);
        require(ControlCapability.RAW_CLIENTS);
        ControlPeer a = open(0);
        for (byte[] identity : badIdentities()) {
            fixture.rawClient(identity, 0).send(frame(0));
        }
        passes(5);
        ControlPeer b = open(1);
        b.transport.dial(fixture.id(0)).send(numbered(1));
        until(() -> !a.received.isEmpty());

        assertThat(a.received).isEqualTo(numbers(1, 2));
        assertThat(a.accepted).hasSize(1);
    }

    @Test
    void throwsOutOfEveryPollWhereBadIdentitiesEscape() {
        require(ControlCapability.BAD_IDENTITIES_ESCAPE);
        require(ControlCapability.RAW_CLIENTS);
        for (byte[] identity : badIdentities()) {
            ControlPeer a = new ControlPeer(fixture.open(2));
            fixture.rawClient(identity, 2).send(frame(0));
            passes(fixture.patience());

            assertThatThrownBy(a::poll).isInstanceOf(RuntimeException.class);
            assertThatThrownBy(a::poll).isInstanceOf(RuntimeException.class);
            fixture.kill(2);
        }
    }

    @Test
    void refusesToDialItself() {
        require(ControlCapability.REFUSES_SELF_DIAL);
        ControlPeer a = open(0);

        assertThatThrownBy(() -> a.transport.dial(fixture.id(0))).isInstanceOf(DialRefusedException.class);
    }

    @Test
    void endsTheConnectionThatBringsTooLargeAFrame() {
        require(ControlCapability.BOUNDS_MESSAGE_SIZE);
        require(ControlCapability.RAW_CLIENTS);
        ControlPeer a = open(0);
        RawClient client = fixture.rawClient(bytes(fixture.id(1)), 0);
        client.send(frame(0));
        until(() -> a.received.size() == 1);
        byte[] tooLarge = new byte[fixture.maxMessageBytes() + 1];
        tooLarge[0] = (byte) 0xC1;
        client.send(tooLarge);
        passes(5);
        ControlPeer b = open(2);
        b.transport.dial(fixture.id(0)).send(numbered(5));
        until(() -> a.received.size() == 2);

        assertThat(a.received.get(1)).isEqualTo(MessageCodec.toWire(numbered(5)));
    }

    // ---- helpers -------------------------------------------------------------------------------------------------

    private static List<byte[]> badIdentities() {
        return List.of(
                new byte[0],
                new byte[] {(byte) 0xFF, (byte) 0xFE},
                bytes("no-colon"),
                bytes("host:port"),
                bytes(":5710"),
                bytes("host:0"),
                bytes("x".repeat(255)));
    }

    private ControlPeer open(int peer) {
        ControlPeer opened = new ControlPeer(fixture.open(peer));
        peers.put(peer, opened);
        return opened;
    }

    private void kill(int peer) {
        fixture.kill(peer);
        peers.remove(peer);
    }

    private void require(ControlCapability capability) {
        assumeTrue(
                fixture.capabilities().contains(capability),
                () -> "not exercised: the transport does not declare " + capability);
    }

    private void until(BooleanSupplier condition) {
        until(condition, fixture.patience());
    }

    private void until(BooleanSupplier condition, int patience) {
        for (int i = 0; i < patience && !condition.getAsBoolean(); i++) {
            pass();
        }
        assertThat(condition.getAsBoolean()).as("what was waited for has come").isTrue();
    }

    private void passes(int times) {
        for (int i = 0; i < times; i++) {
            pass();
        }
    }

    /** Lets time pass while no peer polls. */
    private void passUnpolled(int times) {
        for (int i = 0; i < times; i++) {
            fixture.pass();
        }
    }

    private void pass() {
        fixture.pass();
        List.copyOf(peers.values()).forEach(ControlPeer::poll);
    }

    private static byte[] frame(long number) {
        return MessageCodec.encode(numbered(number));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

package io.kvdrill.core.transport.contract;

import static io.kvdrill.core.transport.contract.ControlContractPart.bytes;
import static io.kvdrill.core.transport.contract.ControlContractPart.frame;
import static io.kvdrill.core.transport.contract.ControlPeer.numbered;
import static io.kvdrill.core.transport.contract.ControlPeer.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.transport.DialRefusedException;
import io.kvdrill.core.transport.contract.ControlTransportFixture.RawClient;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whom a control transport listens to (parity C10, C11). */
interface ControlIdentityContract extends ControlContractPart {

    @Test
    default void hearsTheNewestConnectionOfAnIdentity() {
        require(ControlCapability.HANDS_IDENTITY_OVER);
        require(ControlCapability.RAW_CLIENTS);
        ControlPeer a = open(0);
        RawClient first = fixture().rawClient(bytes(fixture().id(1)), 0);
        first.send(frame(0));
        until(() -> a.received.size() == 1);
        RawClient second = fixture().rawClient(bytes(fixture().id(1)), 0);
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
    default void ignoresASecondConnectionOfAnIdentityForGood() {
        require(ControlCapability.IGNORES_SECOND_CONNECTION);
        require(ControlCapability.RAW_CLIENTS);
        ControlPeer a = open(0);
        RawClient first = fixture().rawClient(bytes(fixture().id(1)), 0);
        first.send(frame(0));
        until(() -> a.received.size() == 1);
        RawClient second = fixture().rawClient(bytes(fixture().id(1)), 0);
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
    default void dropsWhatDoesNotDecodeAndKeepsItsSender() {
        require(ControlCapability.RAW_CLIENTS);
        ControlPeer a = open(0);
        RawClient client = fixture().rawClient(bytes(fixture().id(1)), 0);
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
    default void turnsAwaySendersThatCannotBeDialled() { // parity C10
        require(ControlCapability.REFUSES_BAD_IDENTITIES);
        require(ControlCapability.RAW_CLIENTS);
        ControlPeer a = open(0);
        for (byte[] identity : badIdentities()) {
            fixture().rawClient(identity, 0).send(frame(0));
        }
        passes(5);
        ControlPeer b = open(1);
        b.transport.dial(fixture().id(0)).send(numbered(1));
        until(() -> !a.received.isEmpty());

        assertThat(a.received).isEqualTo(numbers(1, 2));
        assertThat(a.accepted).hasSize(1);
    }

    @Test
    default void throwsOutOfEveryPollWhereBadIdentitiesEscape() {
        require(ControlCapability.BAD_IDENTITIES_ESCAPE);
        require(ControlCapability.RAW_CLIENTS);
        for (byte[] identity : badIdentities()) {
            ControlPeer a = new ControlPeer(fixture().open(2));
            fixture().rawClient(identity, 2).send(frame(0));
            passes(fixture().patience());

            assertThatThrownBy(a::poll).isInstanceOf(RuntimeException.class);
            assertThatThrownBy(a::poll).isInstanceOf(RuntimeException.class);
            fixture().kill(2);
        }
    }

    @Test
    default void refusesToDialItself() {
        require(ControlCapability.REFUSES_SELF_DIAL);
        ControlPeer a = open(0);

        assertThatThrownBy(() -> a.transport.dial(fixture().id(0))).isInstanceOf(DialRefusedException.class);
    }

    @Test
    default void endsTheConnectionThatBringsTooLargeAFrame() {
        require(ControlCapability.BOUNDS_MESSAGE_SIZE);
        require(ControlCapability.RAW_CLIENTS);
        ControlPeer a = open(0);
        RawClient client = fixture().rawClient(bytes(fixture().id(1)), 0);
        client.send(frame(0));
        until(() -> a.received.size() == 1);
        byte[] tooLarge = new byte[fixture().maxMessageBytes() + 1];
        tooLarge[0] = (byte) 0xC1;
        client.send(tooLarge);
        passes(5);
        ControlPeer b = open(2);
        b.transport.dial(fixture().id(0)).send(numbered(5));
        until(() -> a.received.size() == 2);

        assertThat(a.received.get(1)).isEqualTo(MessageCodec.toWire(numbered(5)));
    }

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
}

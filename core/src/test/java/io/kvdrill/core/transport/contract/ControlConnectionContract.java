package io.kvdrill.core.transport.contract;

import static io.kvdrill.core.transport.contract.ControlPeer.numbered;
import static io.kvdrill.core.transport.contract.ControlPeer.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.core.transport.DialRefusedException;
import io.kvdrill.core.transport.SendFailedException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a control transport promises of the life of a connection (parity A188-A190, A195-A201). */
interface ControlConnectionContract extends ControlContractPart {

    @Test
    default void refusesASecondDialWhileTheFirstConnectionLives() {
        ControlPeer a = open(0);
        open(1);
        a.transport.dial(fixture().id(1));

        assertThatThrownBy(() -> a.transport.dial(fixture().id(1))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    default void dialsAgainInPlaceOfADeadConnection() {
        ControlPeer a = open(0);
        ControlPeer b = open(1);
        Connection first = a.transport.dial(fixture().id(1));
        first.send(numbered(0));
        until(() -> !b.received.isEmpty());
        first.markDead();

        Connection second = a.transport.dial(fixture().id(1));
        passes(5);
        second.send(numbered(1));
        until(() -> b.received.size() >= 2);

        assertThat(second.alive()).isTrue();
        assertThat(first.alive()).isFalse();
        assertThat(b.received).isEqualTo(numbers(0, 2));
    }

    @Test
    default void reconnectsAsOftenAsIsAsked() {
        ControlPeer a = open(0);
        ControlPeer b = open(1);
        for (int round = 0; round < 10; round++) {
            int expected = round + 1;
            Connection toB = a.transport.dial(fixture().id(1));
            toB.send(numbered(round));
            until(() -> b.received.size() >= expected);
            toB.close();
            passes(3);
        }

        assertThat(b.received).isEqualTo(numbers(0, 10));
    }

    @Test
    default void deliversTheGoodbyeOfAConnectionThatIsClosedBeforeItIsUp() {
        ControlPeer a = open(0);
        ControlPeer b = open(1);
        Connection toB = a.transport.dial(fixture().id(1));
        toB.send(numbered(0));
        toB.send(new Message.Disconnect());
        toB.close();
        until(() -> b.received.size() == 2);
        assertThat(b.received.get(1)).isEqualTo(ControlPeer.valueOf(new Message.Disconnect()));
    }

    @Test
    default void refusesToSendOnADeadConnection() {
        ControlPeer a = open(0);
        open(1);
        Connection toB = a.transport.dial(fixture().id(1));
        toB.markDead();

        assertThat(toB.alive()).isFalse();
        assertThatThrownBy(() -> toB.send(numbered(0))).isInstanceOf(SendFailedException.class);
        toB.close();
        assertThatThrownBy(() -> toB.send(numbered(0))).isInstanceOf(SendFailedException.class);
    }

    @Test
    default void keepsWhatHasArrivedForAfterItsDeath() {
        ControlPeer a = open(0);
        ControlPeer b = open(1);
        Connection toB = a.transport.dial(fixture().id(1));
        toB.send(numbered(0));
        until(() -> !b.accepted.isEmpty());
        Connection toA = b.accepted.get(0);
        remove(1);
        toB.send(numbered(1));
        toB.send(numbered(2));
        passUnpolled(5);
        Unreading unreading = new Unreading();
        b.transport.poll(unreading);
        assertThat(unreading.received).containsExactly(toA);

        toA.markDead();
        b.transport.poll(unreading);
        assertThat(toA.receive().stream().map(ControlPeer::valueOf).toList()).isEqualTo(numbers(1, 3));
        assertThat(toA.receive()).isEmpty();
    }

    @Test
    default void takesAnyNumberOfFarewells() {
        ControlPeer a = open(0);
        open(1);
        Connection toB = a.transport.dial(fixture().id(1));

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
    default void forgetsADeadConnectionSoThatThePeersNextMessageOpensANewOne() {
        ControlPeer a = open(0);
        ControlPeer b = open(1);
        Connection toB = a.transport.dial(fixture().id(1));
        toB.send(numbered(0));
        until(() -> !b.accepted.isEmpty());
        b.accepted.get(0).markDead();
        toB.send(numbered(1));
        until(() -> b.accepted.size() == 2);

        assertThat(b.received).isEqualTo(numbers(0, 2));
        assertThat(b.accepted.get(1)).isNotSameAs(b.accepted.get(0));
    }

    @Test
    default void closesTheTransportInBoundedTimeAndReportsNothingMore() {
        ControlPeer a = open(0);
        ControlPeer b = open(1);
        Connection toA = b.transport.dial(fixture().id(0));
        toA.send(numbered(0));
        until(() -> !a.accepted.isEmpty());

        a.transport.close();
        a.poll();
        assertThat(a.accepted.get(0).alive()).isFalse();
        assertThatThrownBy(() -> a.transport.dial(fixture().id(1))).isInstanceOf(DialRefusedException.class);
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
    default void refusesToDialWhatIsNoAddress(String peer) {
        ControlPeer a = open(0);

        assertThatThrownBy(() -> a.transport.dial(peer)).isInstanceOf(DialRefusedException.class);
    }

    /** Is told of messages and leaves them where they are. */
    final class Unreading implements ControlTransport.Listener {
        final List<Connection> received = new ArrayList<>();

        @Override
        public void onAccepted(Connection connection) {}

        @Override
        public void onReceived(Connection connection) {
            received.add(connection);
        }

        @Override
        public void onLost(Connection connection) {}
    }
}

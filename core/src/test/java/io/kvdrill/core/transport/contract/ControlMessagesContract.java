package io.kvdrill.core.transport.contract;

import static io.kvdrill.core.transport.contract.ControlPeer.numbered;
import static io.kvdrill.core.transport.contract.ControlPeer.numbers;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.transport.Connection;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a control transport promises of messages (parity A186, A187, A191-A194). */
interface ControlMessagesContract extends ControlContractPart {

    @Test
    default void reportsNothingWhereNothingHappened() {
        ControlPeer a = open(0);
        a.poll();
        a.poll();

        assertThat(a.accepted).isEmpty();
        assertThat(a.lost).isEmpty();
        assertThat(a.received).isEmpty();
    }

    @Test
    default void opensAConnectionBackToWhoeverSendsFirst() {
        ControlPeer a = open(0);
        ControlPeer b = open(1);
        Connection toB = a.transport.dial(fixture().id(1));
        assertThat(toB.alive()).isTrue();
        assertThat(toB.peer()).isEqualTo(fixture().id(1));

        toB.send(numbered(0));
        until(() -> !b.accepted.isEmpty());

        assertThat(b.accepted).hasSize(1);
        assertThat(b.accepted.get(0).peer()).isEqualTo(fixture().id(0));
        assertThat(b.accepted.get(0).alive()).isTrue();
        assertThat(b.received).isEqualTo(numbers(0, 1));
    }

    @Test
    default void carriesAnswersOverTheConnectionBack() {
        ControlPeer a = open(0);
        ControlPeer b = open(1);
        a.transport.dial(fixture().id(1)).send(numbered(0));
        until(() -> !b.accepted.isEmpty());

        b.accepted.get(0).send(numbered(7));
        until(() -> !a.received.isEmpty());

        assertThat(a.received).isEqualTo(numbers(7, 8));
        assertThat(a.accepted).as("a has a connection to b already").isEmpty();
    }

    @Test
    default void deliversMessagesOnceAndInOrder() {
        ControlPeer a = open(0);
        ControlPeer b = open(1);
        Connection toB = a.transport.dial(fixture().id(1));
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
    default void carriesMessagesOfEveryTypeAndSize() {
        ControlPeer a = open(0);
        ControlPeer b = open(1);
        Connection toB = a.transport.dial(fixture().id(1));
        List<Message> messages = SampleMessages.all();
        messages.forEach(toB::send);
        until(() -> b.received.size() >= messages.size());

        assertThat(b.received)
                .isEqualTo(messages.stream().map(MessageCodec::toWire).toList());
    }

    @Test
    default void keepsPeersApart() {
        ControlPeer hub = open(0);
        ControlPeer left = open(1);
        ControlPeer right = open(2);
        Connection toLeft = hub.transport.dial(fixture().id(1));
        Connection toRight = hub.transport.dial(fixture().id(2));
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
}

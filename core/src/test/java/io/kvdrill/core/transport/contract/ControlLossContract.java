package io.kvdrill.core.transport.contract;

import static io.kvdrill.core.transport.contract.ControlPeer.numbered;
import static io.kvdrill.core.transport.contract.ControlPeer.numbers;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.SendFailedException;
import org.junit.jupiter.api.Test;

/** What a control transport promises of losses, and what of dials that nobody answers. */
interface ControlLossContract extends ControlContractPart {

    @Test
    default void reportsAClosedConnectionAndFindsItsLastMessages() {
        require(ControlCapability.REPORTS_CLOSE);
        ControlPeer a = open(0);
        ControlPeer b = open(1);
        Connection toB = a.transport.dial(fixture().id(1));
        toB.send(numbered(0));
        until(() -> !b.accepted.isEmpty());
        passes(5);
        b.accepted.get(0).send(numbered(1));
        passUnpolled(5);
        b.transport.close();
        remove(1);
        passUnpolled(5);
        until(() -> !a.lost.isEmpty());

        assertThat(a.lost).containsExactly(toB);
        assertThat(a.received).as("what was sent before the close").isEqualTo(numbers(1, 2));
        assertThat(a.accepted).isEmpty();
    }

    @Test
    default void reportsTheDeathOfAPeerOnceAndOnlyToThoseItConcerns() {
        require(ControlCapability.REPORTS_CLOSE);
        ControlPeer a = open(0);
        ControlPeer b = open(1);
        ControlPeer c = open(2);
        Connection toB = a.transport.dial(fixture().id(1));
        Connection toC = a.transport.dial(fixture().id(2));
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
    default void hearsARestartedPeer() {
        require(ControlCapability.REPORTS_CLOSE);
        ControlPeer a = open(0);
        ControlPeer b = open(1);
        b.transport.dial(fixture().id(0)).send(numbered(0));
        until(() -> !a.accepted.isEmpty());
        passes(5);

        kill(1);
        until(() -> !a.lost.isEmpty());
        ControlPeer restarted = open(1);
        restarted.transport.dial(fixture().id(0)).send(numbered(1));
        until(() -> a.accepted.size() == 2);

        assertThat(a.received).isEqualTo(numbers(0, 2));
        a.accepted.get(1).send(numbered(2));
        until(() -> !restarted.received.isEmpty());
        assertThat(restarted.received).isEqualTo(numbers(2, 3));
    }

    @Test
    default void noticesAPeerThatFallsSilent() {
        require(ControlCapability.REPORTS_SILENCE);
        ControlPeer a = open(0);
        ControlPeer b = open(1);
        Connection toB = a.transport.dial(fixture().id(1));
        toB.send(numbered(0));
        until(() -> !b.accepted.isEmpty());
        passes(5);

        fixture().silence(0, 1);
        until(() -> !a.lost.isEmpty() && !b.lost.isEmpty(), fixture().patienceForSilence());

        assertThat(a.lost).containsExactly(toB);
        assertThat(b.lost).isEqualTo(b.accepted);
    }

    @Test
    default void neitherReportsNorForgetsADialThatNobodyAnswers() {
        ControlPeer a = open(0);
        Connection toB = a.transport.dial(fixture().id(1));
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
    default void endsAConnectionWhoseQueueIsFullWithoutBlocking() {
        require(ControlCapability.FULL_QUEUE_ENDS_CONNECTION);
        ControlPeer a = open(0);
        Connection toNobody = a.transport.dial(fixture().id(1));
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
        assertThat(taken).isGreaterThanOrEqualTo(fixture().queueLength());

        a.poll();
        assertThat(a.lost).containsExactly(toNobody);
    }
}

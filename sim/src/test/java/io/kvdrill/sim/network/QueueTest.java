package io.kvdrill.sim.network;

import static io.kvdrill.sim.network.NetworkWorld.A;
import static io.kvdrill.sim.network.NetworkWorld.B;
import static io.kvdrill.sim.network.NetworkWorld.C;
import static io.kvdrill.sim.network.NetworkWorld.MS;
import static io.kvdrill.sim.network.NetworkWorld.SECOND;
import static io.kvdrill.sim.network.NetworkWorld.message;
import static io.kvdrill.sim.network.NetworkWorld.published;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.SendFailedException;
import io.kvdrill.sim.kernel.HostEvent.HostBlocked;
import io.kvdrill.sim.kernel.HostEvent.HostUnblocked;
import io.kvdrill.sim.network.NetworkEvent.FrameLost;
import io.kvdrill.sim.network.NetworkEvent.QueueOverflowed;
import io.kvdrill.sim.network.NetworkWorld.Peer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** High-water marks, blocking sends and lingering sockets (F103, parity C12). */
class QueueTest {
    private final NetworkWorld world = new NetworkWorld();

    @Test
    void takesAThousandMessagesForNobodyAndThenBlocksTheThread() {
        Peer a = world.open(A, published());
        Connection toB = a.dial(B);
        for (int i = 0; i < 1_000; i++) {
            toB.send(message(i));
        }
        assertThat(a.host.stalled()).isFalse();

        toB.send(message(1_000));

        assertThat(a.host.stalled()).isTrue();
        assertThat(world.events(HostBlocked.class))
                .containsExactly(new HostBlocked("control send to b:1: 1000 messages queued"));
        world.run(3_600 * SECOND);
        assertThat(a.host.stalled()).as("for ever").isTrue();
    }

    @Test
    void letsWhatABlockedStepDoesLaterLeaveAfterTheBlock() {
        Peer a = world.open(A, published());
        Peer c = world.open(C);
        Connection toC = a.dial(C);
        Connection toB = a.dial(B);
        world.run(MS);
        for (int i = 0; i < 1_003; i++) {
            toB.send(message(i));
        }
        toC.send(message(7)); // in the same step
        world.run(10 * SECOND);
        assertThat(c.poll().received).isEmpty();

        Peer b = world.open(B);
        world.run(SECOND);
        assertThat(a.host.stalled()).isFalse();
        assertThat(c.poll().received).containsExactly(7L);
        b.poll();
        world.run(SECOND);
        b.poll();
        world.run(SECOND);
        b.poll();
        assertThat(b.received).isEqualTo(LongStream.range(0, 1_003).boxed().toList());
        assertThat(world.events(HostUnblocked.class)).isNotEmpty();
    }

    @Test
    void blocksASenderWhoseReceiverNeverReads() {
        Peer a = world.open(A, published());
        Peer b = world.open(B);
        Connection toB = a.dial(B);
        world.run(MS);
        int sent = 0;
        while (!a.host.stalled() && sent < 1_000_000) {
            toB.send(message(sent++));
            world.run(MS);
        }
        int onTheWire = (256 << 10) / MessageCodec.encodedBytes(message(1)) + 1;
        assertThat(sent).isBetween(1_500, 1_501 + onTheWire);

        for (int i = 0; i < 50; i++) {
            b.poll();
            world.run(MS);
        }
        assertThat(a.host.stalled()).isFalse();
        assertThat(b.received).isEqualTo(LongStream.range(0, sent).boxed().toList());
    }

    @Test
    void endsAConnectionAtTheMarkWhereSendsNeverBlock() {
        Peer a = world.open(A);
        Connection toB = a.dial(B);
        for (int i = 0; i < 1_000; i++) {
            toB.send(message(i));
        }

        assertThatThrownBy(() -> toB.send(message(1_000)))
                .isInstanceOf(SendFailedException.class)
                .hasMessageContaining("the queue to b:1 is full: 1000 messages wait");
        assertThat(a.host.stalled()).isFalse();
        assertThat(world.events(QueueOverflowed.class)).containsExactly(new QueueOverflowed(B, 1_000));
        assertThat(a.poll().lost).containsExactly(toB);
        toB.close();
        assertThat(world.events(FrameLost.class)).hasSize(1_000);
    }

    @Test
    void countsSendsThatAStalledThreadHasYetToMake() {
        Peer a = world.open(A);
        Connection toB = a.dial(B);
        a.host.stall("long work", SECOND);
        for (int i = 0; i < 1_000; i++) {
            toB.send(message(i));
        }

        assertThatThrownBy(() -> toB.send(message(1_000))).isInstanceOf(SendFailedException.class);
    }

    @Test
    void lingersInAClosedSocketWhereSendsBlock() {
        Peer a = world.open(A, published());
        Connection toB = a.dial(B);
        toB.send(message(1));
        toB.close();
        world.run(SECOND);
        assertThat(a.host.stalled()).isFalse();

        Peer b = world.open(B);
        world.run(SECOND);
        assertThat(b.poll().received)
                .as("a stale message of a closed connection")
                .containsExactly(1L);
    }

    @Test
    void dropsWhatAClosedSocketHoldsWhereSendsNeverBlock() {
        Peer a = world.open(A);
        Connection toB = a.dial(B);
        toB.send(message(1));
        toB.close();
        Peer b = world.open(B);
        world.run(SECOND);

        assertThat(b.poll().received).isEmpty();
        assertThat(world.events(FrameLost.class)).hasSize(1);
    }

    @Test
    void givesAGoodbyeTheTimeToSetUpItsConnection() {
        Peer a = world.open(A);
        Peer b = world.open(B);
        Connection toB = a.dial(B);
        toB.send(message(1));
        toB.send(new Message.Disconnect());
        toB.close();
        world.run(SECOND);
        assertThat(b.poll().received).containsExactly(1L, -1L);
        assertThat(world.events(FrameLost.class)).isEmpty();
    }

    @Test
    void givesUpAGoodbyeThatFindsNobodyIn200Milliseconds() {
        Peer a = world.open(A);
        Connection toB = a.dial(B);
        toB.send(new Message.Disconnect());
        toB.close();
        world.run(200 * MS);
        assertThat(world.events(FrameLost.class)).hasSize(1);
        Peer b = world.open(B);
        world.run(SECOND);
        assertThat(b.poll().received).isEmpty();
    }

    @Test
    void aNewConnectionSendsNoGoodbyeOfTheOneBefore() {
        Peer a = world.open(A);
        Connection former = a.dial(B);
        former.send(new Message.Disconnect());
        former.close();
        a.dial(B).send(message(7));
        Peer b = world.open(B);
        world.run(SECOND);
        assertThat(b.poll().received).containsExactly(7L);
    }

    @Test
    void hangsTheCloseOfATransportThatHoldsUnsentMessages() {
        Peer a = world.open(A, published());
        a.dial(B).send(message(1));
        a.transport.close();
        world.run(3_600 * SECOND);
        assertThat(a.host.stalled()).isTrue();

        Peer c = world.open(C);
        c.dial(B).send(message(1));
        c.transport.close();
        assertThat(c.host.stalled()).as("closes at once under hardened").isFalse();
    }

    @Test
    void sendsAFarewellThatIsOnTheWireBeforeTheClose() {
        Peer a = world.open(A);
        Peer b = world.open(B);
        Connection toB = a.dial(B);
        world.run(MS);
        toB.send(message(1));
        toB.close();
        world.run(MS);

        assertThat(b.poll().received).containsExactly(1L);
    }

    @Test
    void delaysWhatAStalledThreadSends() {
        Peer a = world.open(A);
        Peer b = world.open(B);
        Connection toB = a.dial(B);
        world.run(MS);
        toB.send(message(1));
        a.host.stall("registration", 100 * MS);
        toB.send(message(2));
        world.run(50 * MS);
        assertThat(b.poll().received).containsExactly(1L);
        world.run(60 * MS);
        assertThat(b.poll().received).containsExactly(1L, 2L);
    }
}

package io.kvdrill.sim.network;

import static io.kvdrill.sim.network.NetworkWorld.A;
import static io.kvdrill.sim.network.NetworkWorld.B;
import static io.kvdrill.sim.network.NetworkWorld.C;
import static io.kvdrill.sim.network.NetworkWorld.MS;
import static io.kvdrill.sim.network.NetworkWorld.SECOND;
import static io.kvdrill.sim.network.NetworkWorld.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.trace.SessionEvent.MessageReceived;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.sim.network.NetworkEvent.DialUnanswered;
import io.kvdrill.sim.network.NetworkEvent.FrameDelivered;
import io.kvdrill.sim.network.NetworkEvent.FrameLost;
import io.kvdrill.sim.network.NetworkEvent.FrameSent;
import io.kvdrill.sim.network.NetworkEvent.LinkEstablished;
import io.kvdrill.sim.network.NetworkEvent.LinkLost;
import io.kvdrill.sim.network.NetworkWorld.Peer;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.ControlLink;
import io.kvdrill.sim.world.Latency;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** How frames travel, and what is lost when a link goes. */
class LinkTest {
    private final NetworkWorld world = new NetworkWorld();

    @Test
    void takesTwoRoundTripsToSetUpAndHalfOfOneForAFrame() {
        Peer a = world.open(A);
        world.open(B);
        a.dial(B).send(message(0));
        world.run(SECOND);

        assertThat(world.timeOfOnly(LinkEstablished.class)).isEqualTo(200_000);
        assertThat(world.timeOfOnly(FrameSent.class)).isZero();
        assertThat(world.timeOfOnly(FrameDelivered.class)).isEqualTo(250_000);
    }

    @Test
    void takesLongerForLargeFramesWhereBandwidthIsLimited() {
        ControlLink slow = new ControlLink(Latency.fixed(100_000), 1_000_000, 1_000);
        NetworkWorld slowWorld = new NetworkWorld(slow, 1);
        Peer a = slowWorld.open(A);
        slowWorld.open(B);
        a.dial(B).send(message(0));
        slowWorld.run(SECOND);

        int bytes = MessageCodec.encodedBytes(message(0));
        assertThat(slowWorld.timeOfOnly(FrameDelivered.class)).isEqualTo(250_000 + bytes * 1_000L);
    }

    @Test
    void keepsOrderWhateverTheLatencies() {
        NetworkWorld jittery = new NetworkWorld(new ControlLink(new Latency.Uniform(0, 10 * MS), 0, 1_000), 5);
        Peer a = jittery.open(A);
        Peer b = jittery.open(B);
        Connection toB = a.dial(B);
        for (int i = 0; i < 200; i++) {
            toB.send(message(i));
            jittery.run(MS / 10);
        }
        jittery.run(SECOND);

        assertThat(b.poll().received).isEqualTo(LongStream.range(0, 200).boxed().toList());
    }

    @Test
    void overridesLinksOneWayAtATime() {
        world.network.link(A, B, new ControlLink(Latency.fixed(20 * MS), 0, 1_000));
        Peer a = world.open(A);
        world.open(B);
        a.dial(B).send(message(0));
        world.run(SECOND);

        assertThat(world.timeOfOnly(FrameDelivered.class)).isEqualTo(50 * MS);
    }

    @Test
    void tracesAReceivedMessageBackThroughTheNetwork() {
        Peer a = world.open(A);
        Peer b = world.open(B);
        Connection toB = a.dial(B);
        toB.send(message(0));
        world.run(MS);
        toB.send(message(1));
        world.run(MS);
        b.poll();

        List<TraceEntry> received = world.trace.entries().stream()
                .filter(entry -> entry.event() instanceof MessageReceived)
                .toList();
        assertThat(received).hasSize(2);
        assertThat(world.causes(received.get(0))).startsWith("b:1 FrameDelivered", "a:1 FrameSent");
        assertThat(world.causes(received.get(1))).startsWith("b:1 FrameDelivered", "a:1 FrameSent");
        TraceEntry delivered = world.trace.entries().get((int) received.get(1).cause() - 1);
        assertThat(delivered.event()).isEqualTo(new FrameDelivered(A, 2));
    }

    @Test
    void triesADialEveryTenthOfASecondUntilSomebodyListens() {
        Peer a = world.open(A);
        a.dial(B);
        world.run(3 * SECOND + 50 * MS);
        assertThat(world.events(DialUnanswered.class)).containsExactly(new DialUnanswered(B, "nobody listens"));
        assertThat(a.poll().lost).isEmpty();

        world.open(B);
        world.run(SECOND);
        assertThat(world.timeOfOnly(LinkEstablished.class)).isEqualTo(3 * SECOND + 100 * MS + 200_000);
    }

    @Test
    void costsNothingToWaitForSomebodyWhoNeverListens() {
        Peer a = world.open(A);
        a.dial(B);
        world.run(3_600 * SECOND);

        assertThat(world.kernel.firedEvents()).isLessThan(10);
    }

    @Test
    void keepsWhatIsQueuedForADeadPeerForItsNextLife() { // F105: stale commands
        Peer a = world.open(A);
        Peer b = world.open(B);
        Connection toB = a.dial(B);
        toB.send(message(0));
        world.run(MS);
        b.poll();
        b.kill();
        world.run(MS);

        toB.send(message(1)); // a has not polled, and does not know
        world.run(500 * MS);
        Peer next = world.open(B);
        world.run(SECOND);

        assertThat(next.poll().received).containsExactly(1L);
        assertThat(a.poll().lost).containsExactly(toB);
    }

    @Test
    void losesWhatIsOnTheWireOrUnreadWhenTheReceiverDies() {
        Peer a = world.open(A);
        Peer b = world.open(B);
        Connection toB = a.dial(B);
        toB.send(message(0));
        world.run(MS);
        toB.send(message(1));
        b.kill(); // message 0 unread, message 1 under way
        world.run(SECOND);
        Peer next = world.open(B);
        world.run(SECOND);

        assertThat(next.poll().received).isEmpty();
        assertThat(world.events(FrameLost.class)).extracting(FrameLost::frame).containsExactlyInAnyOrder(1L, 2L);
    }

    @Test
    void deliversWhatTheKernelHadTakenWhenTheSenderDies() {
        Peer a = world.open(A);
        Peer b = world.open(B);
        Connection toB = a.dial(B);
        world.run(MS);
        toB.send(message(0));
        a.kill();
        world.run(SECOND);

        assertThat(b.poll().received).containsExactly(0L);
    }

    @Test
    void losesWhatWaitedInTheSocketWhenTheSenderDies() {
        Peer a = world.open(A);
        Connection toB = a.dial(B);
        toB.send(message(0));
        world.run(MS);
        a.kill();
        Peer b = world.open(B);
        world.run(SECOND);

        assertThat(b.poll().received).isEmpty();
        assertThat(world.events(FrameLost.class)).containsExactly(new FrameLost(B, 1, "the sender died"));
    }

    @Test
    void tellsOfADeathWithinAMillisecond() {
        Peer a = world.open(A);
        Peer b = world.open(B);
        Connection toB = a.dial(B);
        world.run(SECOND);
        b.kill();
        world.run(MS);

        assertThat(a.poll().lost).containsExactly(toB);
        assertThat(world.timeOfOnly(LinkLost.class)).isEqualTo(SECOND + 50_000);
    }

    @Test
    void tellsBothSidesOfAReset() {
        Peer a = world.open(A);
        Peer b = world.open(B);
        Peer c = world.open(C);
        Connection aToB = a.dial(B);
        Connection bToA = b.dial(A);
        Connection cToB = c.dial(B);
        world.run(MS);
        world.faults.reset(B, A);
        world.run(MS);

        assertThat(a.poll().lost).containsExactly(aToB);
        assertThat(b.poll().lost).containsExactly(bToA);
        assertThat(c.poll().lost).isEmpty();
        assertThat(cToB.alive()).isTrue();
    }

    @Test
    void bindsAnAddressOnce() {
        world.open(A);

        assertThatThrownBy(() -> world.open("other:1", A, NetworkWorld.hardened()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("cannot bind a:1 for other:1#2: in use by a:1#1");
    }

    @Test
    void leadsANameWhereTheDiallersHostThinksItLeads() {
        // Two engines that both call themselves localhost, and a third that knows the second under a name.
        Peer first = world.open("localhost:5710", A, NetworkWorld.published());
        Peer second = world.open("localhost:5710", B, NetworkWorld.published());
        Peer third = world.open(C);
        world.network.alias(A, "localhost:5710", A);
        world.network.alias(B, "localhost:5710", B);
        world.network.alias(C, "second:5710", B);
        first.dial("localhost:5710").send(message(1));
        third.dial("second:5710").send(message(2));
        world.run(SECOND);

        assertThat(first.poll().received).as("a dial to itself").containsExactly(1L);
        assertThat(second.poll().received).containsExactly(2L);
    }

    @Test
    void holdsConnectionsUpWhereItIsTold() {
        world.faults.delayConnects(A, B, 6 * SECOND);
        Peer a = world.open(A);
        world.open(B);
        a.dial(B);
        world.run(10 * SECOND);

        assertThat(world.timeOfOnly(LinkEstablished.class)).isEqualTo(6 * SECOND + 200_000);
    }
}

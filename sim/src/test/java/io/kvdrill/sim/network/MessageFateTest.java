package io.kvdrill.sim.network;

import static io.kvdrill.sim.network.NetworkWorld.A;
import static io.kvdrill.sim.network.NetworkWorld.B;
import static io.kvdrill.sim.network.NetworkWorld.C;
import static io.kvdrill.sim.network.NetworkWorld.MS;
import static io.kvdrill.sim.network.NetworkWorld.SECOND;
import static io.kvdrill.sim.network.NetworkWorld.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.sim.network.NetworkEvent.FrameLost;
import io.kvdrill.sim.network.NetworkFaults.Lasting;
import io.kvdrill.sim.network.NetworkWorld.Peer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages that are dropped, delayed, held or doubled on their way. */
class MessageFateTest {
    private final NetworkWorld world = new NetworkWorld();
    private Peer b;
    private Connection toB;
    private Connection cToB;

    @BeforeEach
    void connect() {
        Peer a = world.open(A);
        b = world.open(B);
        Peer c = world.open(C);
        toB = a.dial(B);
        cToB = c.dial(B);
        world.run(MS);
    }

    @Test
    void dropsTheNthThatMatchesAndNoOther() {
        Lasting rule = world.faults.onMessage(new MessageFilter(A, B, "abort_fetch", null), 2, new MessageFate.Drop());
        sendNumbered(4);
        cToB.send(message(9));
        world.run(MS);

        assertThat(b.poll().received).containsExactlyInAnyOrder(0L, 2L, 3L, 9L);
        assertThat(rule.hits()).isEqualTo(1);
        assertThat(world.events(FrameLost.class)).containsExactly(new FrameLost(B, 2, "dropped by a fault"));
    }

    @Test
    void dropsAllThatMatchUntilItEnds() {
        Lasting rule = world.faults.onMessage(MessageFilter.any(), 0, new MessageFate.Drop());
        sendNumbered(3);
        rule.end();
        toB.send(message(7));
        world.run(MS);

        assertThat(b.poll().received).containsExactly(7L);
        assertThat(rule.hits()).isEqualTo(3);
    }

    @Test
    void matchesByTypeAndRequest() {
        world.faults.onMessage(new MessageFilter(null, null, "transfer_done", "r1"), 0, new MessageFate.Drop());
        toB.send(new Message.TransferDone("r1", true, 0));
        toB.send(new Message.TransferDone("r2", true, 0));
        toB.send(new Message.AbortFetch("r1", 5));
        toB.send(new Message.Disconnect());
        world.run(MS);

        assertThat(b.poll().received).containsExactly(-1L, 5L, -1L);
    }

    @Test
    void delaysWhatMatchesAndWhatFollowsIt() {
        world.faults.onMessage(MessageFilter.any(), 1, new MessageFate.Delay(30 * MS));
        sendNumbered(2);
        world.run(20 * MS);
        assertThat(b.poll().received).isEmpty();
        world.run(20 * MS);
        assertThat(b.poll().received).containsExactly(0L, 1L);
    }

    @Test
    void holdsWhatMatchesUntilItEndsAndLetsOthersOvertake() {
        Lasting rule =
                world.faults.onMessage(new MessageFilter(null, null, "transfer_done", null), 0, new MessageFate.Hold());
        toB.send(new Message.TransferDone("r", true, 0));
        sendNumbered(2);
        world.run(5 * SECOND);
        assertThat(b.poll().received).containsExactly(0L, 1L);

        rule.end();
        rule.end();
        world.run(MS);
        assertThat(b.poll().received).containsExactly(0L, 1L, -1L);
    }

    @Test
    void doublesWhatMatches() {
        world.faults.onMessage(MessageFilter.any(), 1, new MessageFate.Duplicate());
        sendNumbered(2);
        world.run(MS);

        assertThat(b.poll().received).containsExactly(0L, 0L, 1L);
    }

    @Test
    void givesAMessageTheGravestFateThatIsDueToIt() {
        world.faults.onMessage(MessageFilter.any(), 1, new MessageFate.Duplicate());
        world.faults.onMessage(MessageFilter.any(), 0, new MessageFate.Delay(10 * MS));
        world.faults.onMessage(MessageFilter.any(), 2, new MessageFate.Drop());
        sendNumbered(3);
        world.run(5 * MS);
        assertThat(b.poll().received).isEmpty();
        world.run(SECOND);
        assertThat(b.poll().received).containsExactly(0L, 2L);
    }

    @Test
    void leavesTheDecisionBetweenEqualFatesToTheOldestRule() {
        world.faults.onMessage(MessageFilter.any(), 0, new MessageFate.Delay(10 * MS));
        world.faults.onMessage(MessageFilter.any(), 0, new MessageFate.Delay(SECOND));
        sendNumbered(1);
        world.run(100 * MS);
        assertThat(b.poll().received).containsExactly(0L);
    }

    @Test
    void aHoldOfADirectionLetsNothingOvertakeThatAnotherRuleDelays() {
        world.faults.onMessage(new MessageFilter(null, null, "transfer_done", null), 0, new MessageFate.Delay(MS));
        Lasting hold = world.faults.onMessage(new MessageFilter(A, B, null, null), 0, new MessageFate.Hold());
        sendNumbered(1);
        toB.send(new Message.TransferDone("r", true, 0));
        world.run(SECOND);
        assertThat(b.poll().received).isEmpty();
        hold.end();
        world.run(MS);
        assertThat(b.poll().received).containsExactly(0L, -1L);
    }

    @Test
    void whatOneRuleHasHeldAnotherThatHoldsItHoldsOn() {
        Lasting done =
                world.faults.onMessage(new MessageFilter(null, null, "transfer_done", null), 0, new MessageFate.Hold());
        Lasting all = world.faults.onMessage(MessageFilter.any(), 0, new MessageFate.Hold());
        toB.send(new Message.TransferDone("r", true, 0));
        done.end();
        world.run(SECOND);
        assertThat(b.poll().received).isEmpty();
        all.end();
        world.run(MS);
        assertThat(b.poll().received).containsExactly(-1L);
    }

    private void sendNumbered(int count) {
        for (int i = 0; i < count; i++) {
            toB.send(message(i));
        }
    }
}

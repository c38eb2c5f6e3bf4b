package io.kvdrill.sim.fabric;

import static io.kvdrill.sim.fabric.FabricWorld.A;
import static io.kvdrill.sim.fabric.FabricWorld.B;
import static io.kvdrill.sim.fabric.FabricWorld.BLOCK;
import static io.kvdrill.sim.fabric.FabricWorld.LATENCY;
import static io.kvdrill.sim.fabric.FabricWorld.MS;
import static io.kvdrill.sim.fabric.FabricWorld.SECOND;
import static io.kvdrill.sim.fabric.FabricWorld.fill;
import static io.kvdrill.sim.fabric.FabricWorld.key;
import static io.kvdrill.sim.fabric.FabricWorld.slots;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.transport.CancelMode;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.core.transport.WriteFailedException;
import io.kvdrill.sim.fabric.FabricEvent.BlocksLanded;
import io.kvdrill.sim.fabric.FabricEvent.CompletionLost;
import io.kvdrill.sim.fabric.FabricEvent.TransferEnded;
import io.kvdrill.sim.fabric.FabricEvent.TransferForgotten;
import io.kvdrill.sim.fabric.FabricEvent.TransferLanded;
import io.kvdrill.sim.fabric.FabricEvent.TransferStopped;
import io.kvdrill.sim.fabric.FabricEvent.WritePosted;
import io.kvdrill.sim.fabric.FabricEvent.WriteRefused;
import io.kvdrill.sim.fabric.FabricWorld.Peer;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.DataPlane;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a write does to memory, what its writer is told, and what can go wrong between the two. */
class WriteTest {
    private final FabricWorld world = new FabricWorld();
    private Peer a;
    private Peer b;
    private Registration toB;

    @BeforeEach
    void connect() {
        a = world.open(A);
        b = world.open(B);
        fill(a, 40);
        toB = a.register(b);
        world.run(MS);
    }

    @Test
    void landsBlockByBlockInOrderWithTheContentOfItsSource() {
        a.write(toB, SlotList.of(4, 2, 0), SlotList.of(1, 2, 3));
        world.run(LATENCY + 2 * MS);
        assertThat(b.contents(5)).containsExactly(0, 5, 3, 0, 0);

        world.run(SECOND);
        assertThat(b.contents(5)).containsExactly(0, 5, 3, 1, 0);
        assertThat(b.memory().tag(1)).isEqualTo(new ContentTag(key(5), 5, "a:1#1", 1));
        assertThat(a.poll().ended).containsExactly("1 ok");
    }

    @Test
    void writesWhatTheSourceHoldsWhenTheBytesLeaveNotWhenItWasPosted() {
        a.write(toB, slots(3), slots(3));
        world.run(LATENCY + MS + 1);
        a.memory().put(2, key(99)); // reused while it is being read
        world.run(SECOND);

        assertThat(b.contents(3)).containsExactly(1, 2, 99);
        assertThat(world.events(WritePosted.class).get(0).keys()).containsExactly(key(1), key(2), key(3));
    }

    @Test
    void landsLateInASlotThatWasGivenToSomebodyElse() { // F87: 31 blocks in 6 s, aborted, the slots handed out again
        world.faults.onWrite(WriteFilter.any(), 1, new WriteFate.Take(6 * SECOND));
        long start = world.kernel.nowNanos() + LATENCY;
        long transfer = a.write(toB, slots(31), slots(31));
        world.run(2_510 * MS); // 878.80 s + 2.51 s = 881.31 s
        assertThat(a.transport.cancel(List.of(transfer), CancelMode.IMMEDIATE)).isEmpty();
        for (int slot = 0; slot < 31; slot++) {
            b.memory().put(slot, key(100));
        }
        world.run(10 * SECOND);

        assertThat(b.contents(31).subList(0, 12)).containsOnly(100);
        assertThat(b.contents(31).subList(12, 31)).doesNotContain(100).startsWith(13, 14);
        assertThat(world.timesOf(BlocksLanded.class)).hasSize(31);
        assertThat(world.timesOf(BlocksLanded.class).get(11)).isEqualTo(start + 6 * SECOND * 12 / 31);
        assertThat(world.timesOf(TransferLanded.class)).containsExactly(start + 6 * SECOND);
        assertThat(world.events(TransferForgotten.class)).containsExactly(new TransferForgotten(B, transfer, true));
        assertThat(a.poll().ended).isEmpty();
    }

    @Test
    void landsNothingMoreAfterACancelWhereThatStopsBytes() {
        Peer x = world.open("x:1", new DataPlane(0, 0, true, false, false, 0, SECOND, false, 0));
        fill(x, 10);
        Registration fromX = x.register(b);
        long transfer = x.write(fromX, slots(10), slots(10));
        world.run(LATENCY + 3 * MS);
        assertThat(x.transport.cancel(List.of(transfer), CancelMode.WAIT)).isEmpty();
        world.run(SECOND);

        assertThat(b.contents(10)).containsExactly(1, 2, 3, 0, 0, 0, 0, 0, 0, 0);
        assertThat(world.events(TransferStopped.class))
                .containsExactly(new TransferStopped(B, transfer, 3, "cancelled"));
    }

    @Test
    void isReleasedWhileItRunsByAWaitingCancelUnderTheOldRow() {
        Peer old = world.open("old:1", FabricWorld.PLANE, 0, Profile.of(Preset.VLLM_2026_08), false);
        fill(old, 10);
        Registration fromOld = old.register(b);
        world.run(MS);
        long transfer = old.write(fromOld, slots(10), slots(10));
        world.run(LATENCY + 3 * MS);

        assertThat(old.transport.cancel(List.of(transfer), CancelMode.WAIT)).isEmpty();
        world.run(SECOND);
        assertThat(b.contents(10)).as("the bytes go on landing").containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        assertThat(old.poll().ended).isEmpty();
    }

    @Test
    void isPostedWhenAStalledThreadComesToIt() {
        a.host.stall("long work", 100 * MS);
        a.write(toB, slots(1), slots(1));
        long asked = world.kernel.nowNanos();
        world.run(SECOND);

        assertThat(world.timesOf(WritePosted.class)).containsExactly(asked + 100 * MS);
        assertThat(world.timesOf(TransferLanded.class)).containsExactly(asked + 100 * MS + LATENCY + MS);
    }

    @Test
    void tellsHowFarItHasCome() {
        long transfer = a.write(toB, slots(4), slots(4));
        assertThat(a.transport.bytesWritten(transfer)).isZero();
        world.run(LATENCY + 2 * MS + MS / 2);
        assertThat(a.transport.bytesWritten(transfer)).isEqualTo(2 * BLOCK + BLOCK / 2);
        world.run(SECOND);
        assertThat(a.transport.bytesWritten(transfer)).isEqualTo(4 * BLOCK);
        a.poll();
        assertThat(a.transport.bytesWritten(transfer)).as("collected").isEqualTo(-1);
    }

    @Test
    void thatIsRefusedOrThrowsStartsNothing() {
        world.faults.onWrite(new WriteFilter(A, B), 1, new WriteFate.Refuse());
        world.faults.onWrite(new WriteFilter(A, B), 2, new WriteFate.Throw("NIXL_ERR_BACKEND"));

        assertThat(a.write(toB, slots(1), slots(1))).isEqualTo(DataTransport.REFUSED);
        assertThatThrownBy(() -> a.write(toB, slots(1), slots(1)))
                .isInstanceOf(WriteFailedException.class)
                .hasMessage("NIXL_ERR_BACKEND");
        assertThat(a.write(toB, slots(1), slots(1))).isPositive();
        world.run(SECOND);
        assertThat(world.events(WriteRefused.class)).hasSize(2);
        assertThat(world.events(WritePosted.class)).hasSize(1);
    }

    @Test
    void mayNeverBeReported() { // the completion is lost
        world.faults.onWrite(WriteFilter.any(), 0, new WriteFate.LoseCompletion());
        long transfer = a.write(toB, slots(2), slots(2));
        world.run(3_600 * SECOND);

        assertThat(b.contents(2)).containsExactly(1, 2);
        assertThat(a.poll().ended).isEmpty();
        assertThat(world.events(CompletionLost.class)).hasSize(1);
        assertThat(a.transport.cancel(List.of(transfer), CancelMode.WAIT)).containsExactly(transfer);
    }

    @Test
    void mayBeReportedLate() {
        world.faults.onWrite(WriteFilter.any(), 0, new WriteFate.DelayCompletion(5 * SECOND));
        a.write(toB, slots(2), slots(2));
        long posted = world.kernel.nowNanos();
        world.run(10 * SECOND);

        assertThat(world.timesOf(TransferLanded.class)).containsExactly(posted + LATENCY + 2 * MS);
        assertThat(world.timesOf(TransferEnded.class)).containsExactly(posted + 2 * LATENCY + 2 * MS + 5 * SECOND);
        assertThat(a.poll().ended).containsExactly("1 ok");
    }

    @Test
    void mayBeReportedFailedAlthoughItLanded() {
        world.faults.onWrite(WriteFilter.any(), 0, new WriteFate.ReportFailed());
        a.write(toB, slots(2), slots(2));
        world.run(SECOND);

        assertThat(a.poll().ended).containsExactly("1 failed");
        assertThat(b.contents(2)).containsExactly(1, 2);
    }

    @Test
    void mayFailHalfway() {
        world.faults.onWrite(WriteFilter.any(), 1, new WriteFate.Fail(WriteFate.Fail.HALFWAY));
        world.faults.onWrite(WriteFilter.any(), 2, new WriteFate.Fail(0));
        a.write(toB, slots(4), slots(4));
        a.write(toB, slots(4), SlotList.of(10, 11, 12, 13));
        world.run(SECOND);

        assertThat(a.poll().ended).containsExactlyInAnyOrder("1 failed", "2 failed");
        assertThat(b.contents(4)).containsExactly(1, 2, 0, 0);
        assertThat(b.contents(14).subList(10, 14)).containsOnly(0);
    }

    @Test
    void mayStandStillForEverOrUntilTheFaultEnds() { // F52
        Lasting stall = world.faults.onWrite(WriteFilter.any(), 1, new WriteFate.Stall(1));
        long transfer = a.write(toB, slots(4), slots(4));
        world.run(3_600 * SECOND);
        assertThat(a.poll().ended).isEmpty();
        assertThat(b.contents(4)).containsExactly(1, 0, 0, 0);
        assertThat(a.transport.bytesWritten(transfer)).isEqualTo(BLOCK);

        stall.end();
        stall.end();
        world.run(SECOND);
        assertThat(a.poll().ended).containsExactly("1 ok");
        assertThat(b.contents(4)).containsExactly(1, 2, 3, 4);
        assertThat(stall.hits()).isEqualTo(1);
    }

    @Test
    void mayLandWithTheWrongContent() {
        world.faults.onWrite(WriteFilter.any(), 0, new WriteFate.Corrupt());
        a.write(toB, slots(3), slots(3));
        world.run(SECOND);

        assertThat(a.poll().ended).containsExactly("1 ok");
        assertThat(b.contents(3)).containsExactly(1, 2, 0);
        assertThat(b.memory().tag(2).holds(key(3))).isFalse();
    }

    @Test
    void takesSeveralFatesAtOnce() {
        world.faults.onWrite(WriteFilter.any(), 0, new WriteFate.Take(SECOND));
        world.faults.onWrite(new WriteFilter(A, null), 0, new WriteFate.ReportFailed());
        a.write(toB, slots(4), slots(4));
        long posted = world.kernel.nowNanos();
        world.run(10 * SECOND);

        assertThat(world.timesOf(TransferEnded.class)).containsExactly(posted + 2 * LATENCY + SECOND);
        assertThat(a.poll().ended).containsExactly("1 failed");
    }

    @Test
    void leavesOtherPeersAlone() {
        world.faults.onWrite(new WriteFilter(B, A), 0, new WriteFate.Refuse());

        assertThat(a.write(toB, slots(1), slots(1))).isPositive();
    }

    @Test
    void isTheCauseOfEverythingThatComesOfIt() {
        a.write(toB, slots(2), slots(2));
        a.write(toB, slots(2), slots(2)); // sharing the link must not mix up the causes
        world.run(SECOND);

        for (TraceEntry entry : world.trace.entries()) {
            if (entry.event() instanceof BlocksLanded landed) {
                TraceEntry cause = world.trace.entries().get((int) entry.cause() - 1);
                long transfer = cause.event() instanceof WritePosted posted
                        ? posted.transfer()
                        : ((BlocksLanded) cause.event()).transfer();
                assertThat(transfer).isEqualTo(landed.transfer());
            }
        }
        long[] causeInCallback = new long[1];
        a.transport.collect(
                toB,
                (transfer, success) ->
                        causeInCallback[0] = world.kernel.causality().current());
        assertThat(world.trace.entries().get((int) causeInCallback[0] - 1).event())
                .isEqualTo(new TransferEnded(B, 2, true, ""));
    }

    @Test
    void ofNoBlocksEndsAtOnce() {
        a.write(toB, SlotList.empty(), SlotList.empty());
        world.run(SECOND);

        assertThat(a.poll().ended).containsExactly("1 ok");
    }

    @Test
    void mustHaveAsManySourcesAsDestinations() {
        assertThatThrownBy(() -> a.write(toB, slots(2), slots(1))).isInstanceOf(IllegalArgumentException.class);
    }
}

package io.kvdrill.sim.fabric;

import static io.kvdrill.sim.fabric.FabricWorld.A;
import static io.kvdrill.sim.fabric.FabricWorld.B;
import static io.kvdrill.sim.fabric.FabricWorld.LATENCY;
import static io.kvdrill.sim.fabric.FabricWorld.MS;
import static io.kvdrill.sim.fabric.FabricWorld.SECOND;
import static io.kvdrill.sim.fabric.FabricWorld.fill;
import static io.kvdrill.sim.fabric.FabricWorld.key;
import static io.kvdrill.sim.fabric.FabricWorld.slots;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.transport.CancelMode;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.core.transport.Registration.State;
import io.kvdrill.sim.fabric.FabricEvent.FenceEnded;
import io.kvdrill.sim.fabric.FabricEvent.TransferEnded;
import io.kvdrill.sim.fabric.FabricEvent.TransferStopped;
import io.kvdrill.sim.fabric.FabricWorld.Peer;
import io.kvdrill.sim.world.DataPlane;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of writes when an end dies, is cut off, or is fenced. */
class DeathAndFenceTest {
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
    void ofTheWriterStopsItsWritesWhereTheyAre() {
        long transfer = a.write(toB, slots(10), slots(10));
        world.run(LATENCY + 3 * MS + MS / 2);
        a.host.kill();
        a.transport.kill();
        world.run(3_600 * SECOND);

        assertThat(b.contents(10)).containsExactly(1, 2, 3, 0, 0, 0, 0, 0, 0, 0);
        assertThat(world.events(TransferStopped.class))
                .containsExactly(new TransferStopped(B, transfer, 3, "the writer died"));
        assertThat(world.events(TransferEnded.class)).isEmpty();
    }

    @Test
    void ofTheTargetFailsWritesOnceTheDataPlaneNotices() {
        a.write(toB, slots(10), slots(10));
        world.run(LATENCY + 3 * MS + MS / 2);
        long died = world.kernel.nowNanos();
        b.host.kill();
        b.transport.kill();
        world.run(3_600 * SECOND);

        assertThat(world.timesOf(TransferEnded.class)).containsExactly(died + 500 * MS);
        assertThat(a.poll().ended).containsExactly("1 failed");
        assertThat(b.contents(10))
                .as("nothing lands in the memory of the dead")
                .containsExactly(1, 2, 3, 0, 0, 0, 0, 0, 0, 0);
    }

    @Test
    void ofTheTargetMayNeverBeNoticed() { // F52, F60
        Peer blind = world.open("blind:1", new DataPlane(0, 0, false, false, false, 0, Long.MAX_VALUE, false, 0));
        Registration fromBlind = blind.register(b);
        long running = blind.write(fromBlind, slots(10), slots(10));
        world.run(MS);
        b.transport.kill();
        long posted = blind.write(fromBlind, slots(1), slots(1));
        world.run(3_600 * SECOND);

        assertThat(blind.poll().ended).isEmpty();
        assertThat(blind.transport.cancel(List.of(running, posted), CancelMode.WAIT))
                .containsExactly(running, posted);
    }

    @Test
    void isMetByWritesThatArePostedAfterwards() { // F53: the dead endpoint is tried again
        b.transport.kill();
        Peer next = world.open(B);
        a.write(toB, slots(1), slots(1));
        long posted = world.kernel.nowNanos();
        world.run(SECOND);
        assertThat(world.timesOf(TransferEnded.class)).containsExactly(posted + LATENCY + 500 * MS);
        assertThat(next.contents(1)).containsExactly(0);

        Registration renewed = a.register(next);
        a.write(renewed, slots(1), slots(1));
        world.run(SECOND);
        assertThat(a.poll().ended).containsExactly("1 failed", "2 ok");
        assertThat(next.contents(1)).containsExactly(1);
        assertThat(b.contents(1)).containsExactly(0);
    }

    @Test
    void ofADataPlaneAloneFailsWhatTheLivingProcessWrites() {
        a.write(toB, slots(10), slots(10));
        world.run(LATENCY + 3 * MS);
        long died = world.kernel.nowNanos();
        a.transport.killPlane();
        world.run(SECOND);

        assertThat(world.timesOf(TransferEnded.class)).containsExactly(died + 500 * MS);
        assertThat(a.poll().ended).containsExactly("1 failed");
        Registration again = a.registerInBackground(b);
        world.run(SECOND);
        a.poll();
        assertThat(again.state()).isEqualTo(State.FAILED);
        assertThat(again.failure()).isEqualTo("the data plane is down");
    }

    @Test
    void cutOffStandsStillAndGoesOn() {
        a.write(toB, slots(10), slots(10));
        world.run(LATENCY + 3 * MS);
        Lasting cut = world.faults.partition(B, A);
        world.run(400 * MS);
        assertThat(b.contents(4)).containsExactly(1, 2, 3, 0);

        cut.end();
        world.run(SECOND);
        assertThat(a.poll().ended).containsExactly("1 ok");
    }

    @Test
    void cutOffForLongFails() {
        world.faults.partition(A, null);
        a.write(toB, slots(10), slots(10));
        long posted = world.kernel.nowNanos();
        world.run(SECOND);

        assertThat(world.timesOf(TransferEnded.class)).containsExactly(posted + LATENCY + 500 * MS);
        assertThat(b.contents(1)).containsExactly(0);
    }

    @Test
    void fencedFailsOurWritesAfterTheTimeThatItTakes() {
        long transfer = a.write(toB, slots(10), slots(10));
        world.run(LATENCY + 3 * MS);
        a.transport.fence(toB);
        assertThat(a.write(toB, slots(1), slots(1))).isEqualTo(DataTransport.REFUSED);
        world.run(10 * MS);

        assertThat(b.contents(10))
                .as("a byte may land until the fence is complete")
                .startsWith(1, 2, 3)
                .endsWith(0, 0, 0, 0, 0, 0);
        assertThat(world.events(FenceEnded.class)).containsExactly(new FenceEnded(B, 1, "b:1#1", true, true));
        a.poll();
        assertThat(a.ended).containsExactly(transfer + " failed");
        assertThat(a.fenced).containsExactly(toB);
    }

    @Test
    void fencedFailsWhatHasLandedAndWasNeverReported() {
        world.faults.onWrite(WriteFilter.any(), 1, new WriteFate.LoseCompletion());
        a.write(toB, slots(1), slots(1));
        world.run(SECOND);
        a.transport.fence(toB);
        world.run(SECOND);

        assertThat(a.poll().ended).containsExactly("1 failed");
    }

    @Test
    void fencedStopsWhatWasGivenUpAndStillLands() {
        long transfer = a.write(toB, slots(10), slots(10));
        world.run(LATENCY + 3 * MS);
        a.transport.cancel(List.of(transfer), CancelMode.IMMEDIATE);
        a.transport.fence(toB);
        world.run(SECOND);

        assertThat(b.contents(10)).endsWith(0, 0, 0, 0, 0, 0);
        a.poll();
        assertThat(a.ended).isEmpty();
        assertThat(a.fenced).containsExactly(toB);
    }

    @Test
    void fencedByItsTargetFailsAtTheWriter() {
        Registration back = b.register(a);
        world.run(MS);
        a.write(toB, slots(10), slots(10));
        world.run(LATENCY + 3 * MS);
        b.transport.fence(back);
        world.run(SECOND);

        assertThat(b.contents(10)).endsWith(0, 0, 0, 0, 0, 0);
        assertThat(a.poll().ended).containsExactly("1 failed");
        a.write(toB, slots(1), slots(1));
        world.run(SECOND);
        assertThat(a.poll().ended).containsExactly("1 failed", "2 failed");
        assertThat(b.poll().fenced).containsExactly(back);
    }

    @Test
    void fencedByItsTargetDoesNotMeetWhatWasRegisteredSinceTheFenceBegan() {
        Registration back = b.register(a);
        world.run(MS);
        b.transport.fence(back);
        Registration renewed = a.register(b); // a's next session, while the fence is under way
        world.run(SECOND);
        a.write(renewed, slots(2), slots(2));
        world.run(SECOND);

        assertThat(a.poll().ended).containsExactly("1 ok");
    }

    @Test
    void fencedOneWayOnlyLeavesTheOtherWayAlone() {
        DataPlane outboundOnly = new DataPlane(0, 0, false, true, false, MS, SECOND, false, 0);
        Peer x = world.open("x:1", outboundOnly);
        Registration back = x.register(a);
        Registration toX = a.register(x);
        world.run(MS);
        a.write(toX, slots(10), slots(10));
        world.run(LATENCY + MS);
        x.transport.fence(back);
        world.run(SECOND);

        assertThat(x.poll().fenced).containsExactly(back);
        assertThat(a.poll().ended).containsExactly("1 ok");
        assertThat(x.contents(3)).containsExactly(1, 2, 3);
    }

    @Test
    void fencedMayTakeLongerOrForEver() {
        world.faults.onFence(new WriteFilter(A, B), 1, 3 * SECOND);
        a.transport.fence(toB);
        world.run(3 * SECOND);
        assertThat(a.poll().fenced).isEmpty();
        world.run(MS);
        assertThat(a.poll().fenced).containsExactly(toB);

        Lasting never = world.faults.onFence(WriteFilter.any(), 0, FabricFaults.NEVER);
        Registration again = a.register(b);
        world.run(MS);
        a.transport.fence(again);
        world.run(3_600 * SECOND);
        assertThat(a.poll().fenced).containsExactly(toB);
        assertThat(never.hits()).isEqualTo(1);
    }

    @Test
    void removedStopsNothingUnlessTheDataPlaneSaysSo() {
        a.write(toB, slots(4), slots(4));
        world.run(LATENCY + MS);
        a.transport.remove(toB);
        world.run(SECOND);
        assertThat(a.poll().ended).containsExactly("1 ok");

        Peer x = world.open("x:1", FabricWorld.PLANE, 0, Profile.of(Preset.HARDENED), true);
        fill(x, 4);
        Registration fromX = x.register(b);
        world.run(MS);
        for (int slot = 0; slot < 4; slot++) {
            b.memory().put(slot, key(50));
        }
        x.write(fromX, slots(4), slots(4));
        world.run(LATENCY + MS);
        x.transport.remove(fromX);
        world.run(SECOND);
        assertThat(x.poll().ended).containsExactly("2 failed");
        assertThat(b.contents(4)).containsExactly(1, 50, 50, 50);
    }

    @Test
    void closedStopsItsWritesAndFailsThoseOfOthers() {
        Registration back = b.register(a);
        world.run(MS);
        a.write(toB, slots(10), slots(10));
        b.write(back, slots(10), slots(10));
        world.run(LATENCY + 3 * MS);
        a.transport.close();
        world.run(SECOND);

        assertThat(b.contents(4)).containsExactly(1, 2, 3, 0);
        assertThat(b.poll().ended).containsExactly("2 failed");
        assertThat(a.poll().ended).isEmpty();
    }
}

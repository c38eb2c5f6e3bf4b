package io.kvdrill.sim.fabric;

import static io.kvdrill.sim.fabric.FabricWorld.A;
import static io.kvdrill.sim.fabric.FabricWorld.B;
import static io.kvdrill.sim.fabric.FabricWorld.C;
import static io.kvdrill.sim.fabric.FabricWorld.MS;
import static io.kvdrill.sim.fabric.FabricWorld.SECOND;
import static io.kvdrill.sim.fabric.FabricWorld.SLOTS;
import static io.kvdrill.sim.fabric.FabricWorld.slots;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.transport.DataTransport.RegistrationMode;
import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.core.transport.Registration.State;
import io.kvdrill.sim.fabric.FabricEvent.RegistrationBegan;
import io.kvdrill.sim.fabric.FabricEvent.RegistrationEnded;
import io.kvdrill.sim.fabric.FabricEvent.WritePosted;
import io.kvdrill.sim.fabric.FabricWorld.Peer;
import io.kvdrill.sim.kernel.HostEvent.HostStalled;
import io.kvdrill.sim.world.DataPlane;
import org.junit.jupiter.api.Test;

/** What registering a peer costs, and how it goes wrong. */
class RegistrationTest {
    /** 1 ms, and 100 us for each of 64 blocks. */
    private static final DataPlane SLOW = new DataPlane(MS, 100_000, false, true, true, MS, 500 * MS, true, 0);

    private static final long COST = MS + SLOTS * 100_000L;

    private final FabricWorld world = new FabricWorld();
    private final Peer a = world.open(A, SLOW);
    private final Peer b = world.open(B);
    private final Peer c = world.open(C);

    @Test
    void stallsTheThreadInline() {
        Registration toB = a.register(b);
        assertThat(toB.state()).isEqualTo(State.READY);
        a.write(toB, slots(1), slots(1));
        world.run(SECOND);

        assertThat(world.events(HostStalled.class)).containsExactly(new HostStalled("registration of b:1", COST));
        assertThat(world.timesOf(WritePosted.class)).containsExactly(COST);
        assertThat(world.timesOf(RegistrationEnded.class)).containsExactly(COST);
    }

    @Test
    void occupiesOneWorkerInTheBackground() {
        Registration toB = a.registerInBackground(b);
        Registration toC = a.registerInBackground(c);
        assertThat(a.host.stalled()).isFalse();
        world.run(COST);
        assertThat(toB.state()).as("until the next poll").isEqualTo(State.PENDING);
        a.poll();
        assertThat(toB.state()).isEqualTo(State.READY);
        assertThat(toC.state()).isEqualTo(State.PENDING);
        world.run(COST);
        a.poll();

        assertThat(toC.state()).isEqualTo(State.READY);
        assertThat(a.settled).containsExactly(toB, toC);
        assertThat(world.timesOf(RegistrationBegan.class)).containsExactly(0L, COST);
    }

    @Test
    void buildsWhatWasSupersededAndThrowsItAway() {
        Registration first = a.registerInBackground(b);
        Registration second = a.registerInBackground(b);
        assertThat(first.state()).isEqualTo(State.SUPERSEDED);
        world.run(COST);
        assertThat(a.poll().settled).containsExactly(first);
        assertThat(second.state()).isEqualTo(State.PENDING);
        world.run(COST);
        a.poll();

        assertThat(a.settled).containsExactly(first, second);
        assertThat(second.state()).isEqualTo(State.READY);
        assertThat(world.events(RegistrationEnded.class))
                .containsExactly(
                        new RegistrationEnded(B, 1, "superseded", ""), new RegistrationEnded(B, 2, "ready", ""));
    }

    @Test
    void publishesNothingThatWasRemovedMeanwhile() { // invariant 36
        Registration toB = a.registerInBackground(b);
        world.run(MS);
        a.transport.remove(toB);
        a.transport.remove(toB);
        world.run(SECOND);
        a.poll();

        assertThat(toB.state()).isEqualTo(State.SUPERSEDED);
        assertThat(a.settled).containsExactly(toB);
        assertThat(a.register(b).generation()).isEqualTo(3);
    }

    @Test
    void mayTakeLonger() {
        world.faults.onRegistration(new WriteFilter(A, B), 1, new RegistrationFate.Delay(3 * SECOND));
        Registration toB = a.registerInBackground(b);
        world.run(3 * SECOND);
        assertThat(a.poll().settled).isEmpty();
        world.run(COST);
        assertThat(a.poll().settled).containsExactly(toB);
    }

    @Test
    void mayBeRejectedOrFail() {
        world.faults.onRegistration(new WriteFilter(A, B), 0, new RegistrationFate.Reject("NIXL_ERR_INVALID_PARAM"));
        world.faults.onRegistration(new WriteFilter(A, C), 0, new RegistrationFate.Fail("NIXL_ERR_BACKEND"));
        Registration toB = a.registerInBackground(b);
        Registration toC = a.register(c);
        world.run(SECOND);
        a.poll();

        assertThat(toB.state()).isEqualTo(State.REJECTED);
        assertThat(toB.failure()).isEqualTo("NIXL_ERR_INVALID_PARAM");
        assertThat(toC.state()).isEqualTo(State.FAILED);
        assertThat(toC.failure()).isEqualTo("NIXL_ERR_BACKEND");
    }

    @Test
    void mayHangTheWorkerUntilTheFaultEnds() {
        Lasting hang = world.faults.onRegistration(new WriteFilter(A, B), 1, new RegistrationFate.Hang());
        Registration toB = a.registerInBackground(b);
        Registration toC = a.registerInBackground(c);
        world.run(3_600 * SECOND);
        assertThat(a.poll().settled).isEmpty();

        hang.end();
        world.run(COST);
        assertThat(a.poll().settled).containsExactly(toB, toC);
        assertThat(toB.state()).isEqualTo(State.READY);
    }

    @Test
    void mayHangTheThreadUntilTheFaultEnds() {
        Lasting hang = world.faults.onRegistration(WriteFilter.any(), 1, new RegistrationFate.Hang());
        Registration toB = a.register(b);
        a.write(toB, slots(1), slots(1));
        world.run(10 * SECOND);
        assertThat(a.host.stalled()).isTrue();
        hang.end();
        world.run(SECOND);

        assertThat(a.host.stalled()).isFalse();
        assertThat(world.timesOf(WritePosted.class)).containsExactly(10 * SECOND);
    }

    @Test
    void refusesItselfAndRegionsThatAreNotThere() {
        MemoryRegion own = a.transport.region();
        assertThat(a.transport.register(A, own, RegistrationMode.INLINE).failure())
                .isEqualTo("the agent is this one");

        MemoryRegion theirs = b.transport.region();
        MemoryRegion larger = new MemoryRegion(
                theirs.agentMetadata(), theirs.baseAddress(), theirs.blockCount() + 1, theirs.blockBytes());
        Registration toB = a.transport.register(B, larger, RegistrationMode.INLINE);
        assertThat(toB.state()).isEqualTo(State.REJECTED);
        assertThat(toB.failure()).isEqualTo("the agent has no such region");
    }

    @Test
    void belongsToOneTransport() {
        Registration toB = a.register(b);

        assertThatThrownBy(() -> c.transport.write(toB, slots(1), slots(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("another transport's");
    }

    @Test
    void delaysTheCloseOfTheTransportUntilTheWorkerIsDone() {
        a.registerInBackground(b);
        a.registerInBackground(c);
        world.run(MS);
        a.transport.close();
        world.run(2 * COST - MS - 1);
        assertThat(a.host.stalled()).isTrue();
        world.run(1);
        assertThat(a.host.stalled()).isFalse();
    }

    @Test
    void thatHangsHangsTheCloseOfTheTransport() { // protocol 7.2: without bound
        world.faults.onRegistration(WriteFilter.any(), 1, new RegistrationFate.Hang());
        a.registerInBackground(b);
        a.transport.close();
        world.run(3_600 * SECOND);

        assertThat(a.host.stalled()).isTrue();
    }
}

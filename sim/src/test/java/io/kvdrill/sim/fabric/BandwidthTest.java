package io.kvdrill.sim.fabric;

import static io.kvdrill.sim.fabric.FabricWorld.A;
import static io.kvdrill.sim.fabric.FabricWorld.B;
import static io.kvdrill.sim.fabric.FabricWorld.BLOCK;
import static io.kvdrill.sim.fabric.FabricWorld.C;
import static io.kvdrill.sim.fabric.FabricWorld.LATENCY;
import static io.kvdrill.sim.fabric.FabricWorld.MS;
import static io.kvdrill.sim.fabric.FabricWorld.SECOND;
import static io.kvdrill.sim.fabric.FabricWorld.slots;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.sim.fabric.FabricEvent.BlocksLanded;
import io.kvdrill.sim.fabric.FabricEvent.TransferEnded;
import io.kvdrill.sim.fabric.FabricEvent.TransferLanded;
import io.kvdrill.sim.fabric.FabricWorld.Peer;
import io.kvdrill.sim.world.DataLink;
import io.kvdrill.sim.world.Latency;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** How long writes take. */
class BandwidthTest {
    private final FabricWorld world = new FabricWorld();

    @Test
    void isAllAWriteNeedsToBeTimedExactly() {
        Peer a = world.open(A);
        Registration toB = ready(a, world.open(B));
        a.write(toB, slots(10), slots(10));
        long posted = world.kernel.nowNanos();
        world.run(SECOND);

        assertThat(world.timesOf(TransferLanded.class)).containsExactly(posted + LATENCY + 10 * MS);
        assertThat(world.timesOf(TransferEnded.class)).containsExactly(posted + LATENCY + 10 * MS + LATENCY);
        assertThat(world.timesOf(BlocksLanded.class)).hasSize(10).startsWith(posted + LATENCY + MS);
    }

    @Test
    void comesAfterTheCostOfEachDescriptor() {
        FabricWorld costly = new FabricWorld(new DataLink(1_000_000_000L, Latency.fixed(LATENCY), 1_400), 1);
        Peer a = costly.open(A);
        Registration toB = ready(a, costly.open(B));
        a.write(toB, slots(10), slots(10));
        long posted = costly.kernel.nowNanos();
        costly.run(SECOND);

        assertThat(costly.timesOf(TransferLanded.class)).containsExactly(posted + LATENCY + 10 * 1_400 + 10 * MS);
    }

    @Test
    void isSharedEquallyByWritesOnOneLink() {
        Peer a = world.open(A);
        Registration toB = ready(a, world.open(B));
        a.write(toB, slots(10), slots(10));
        a.write(toB, slots(10), slots(10));
        long posted = world.kernel.nowNanos();
        world.run(SECOND);

        assertThat(world.timesOf(TransferLanded.class))
                .containsExactly(posted + LATENCY + 20 * MS, posted + LATENCY + 20 * MS);
    }

    @Test
    void isSharedAnewWhenAWriteBeginsOrEnds() {
        Peer a = world.open(A);
        Registration toB = ready(a, world.open(B));
        a.write(toB, slots(10), slots(10));
        long posted = world.kernel.nowNanos();
        world.run(4 * MS);
        a.write(toB, slots(2), slots(2)); // the first has 6 ms to go alone
        world.run(SECOND);

        // Together from 4 ms on: the second lands its 2 blocks at 8 ms, when the first has done 6 of 10.
        assertThat(world.timesOf(TransferLanded.class))
                .containsExactly(posted + LATENCY + 8 * MS, posted + LATENCY + 12 * MS);
    }

    @Test
    void isBoundedByTheCardOfTheSource() {
        Peer a = world.open(A, FabricWorld.PLANE, 1_000_000_000L, Profile.of(Preset.HARDENED), false);
        Registration toB = ready(a, world.open(B));
        Registration toC = ready(a, world.open(C));
        a.write(toB, slots(10), slots(10));
        a.write(toC, slots(10), slots(10));
        long posted = world.kernel.nowNanos();
        world.run(SECOND);

        assertThat(world.timesOf(TransferLanded.class))
                .containsExactly(posted + LATENCY + 20 * MS, posted + LATENCY + 20 * MS);
    }

    @Test
    void isBoundedByTheCardOfTheDestination() { // incast
        Peer c = world.open(C, FabricWorld.PLANE, 1_000_000_000L, Profile.of(Preset.HARDENED), false);
        Peer a = world.open(A);
        Peer b = world.open(B);
        Registration aToC = ready(a, c);
        Registration bToC = ready(b, c);
        a.write(aToC, slots(10), slots(10));
        b.write(bToC, slots(10), slots(10));
        long posted = world.kernel.nowNanos();
        world.run(SECOND);

        assertThat(world.timesOf(TransferLanded.class))
                .containsExactly(posted + LATENCY + 20 * MS, posted + LATENCY + 20 * MS);
    }

    @Test
    void isNotSharedWithWritesElsewhere() {
        Peer a = world.open(A);
        Peer b = world.open(B);
        Registration aToB = ready(a, b);
        Registration bToA = ready(b, a);
        a.write(aToB, slots(10), slots(10));
        b.write(bToA, slots(10), slots(10));
        long posted = world.kernel.nowNanos();
        world.run(SECOND);

        assertThat(world.timesOf(TransferLanded.class))
                .containsExactly(posted + LATENCY + 10 * MS, posted + LATENCY + 10 * MS);
    }

    @Test
    void isGivenBackByAWriteThatStandsStill() {
        world.faults.onWrite(WriteFilter.any(), 1, new WriteFate.Stall(1));
        Peer a = world.open(A);
        Registration toB = ready(a, world.open(B));
        a.write(toB, slots(10), slots(10));
        a.write(toB, slots(10), slots(10));
        long posted = world.kernel.nowNanos();
        world.run(SECOND);

        // The first has landed one block at half speed by 2 ms; then the second has the link to itself.
        assertThat(world.timesOf(TransferLanded.class)).containsExactly(posted + LATENCY + 11 * MS);
    }

    @Test
    void hasItsOwnValueOnALinkThatDiffers() {
        world.fabric.link(A, B, new DataLink(500_000_000L, Latency.fixed(7 * MS), 0));
        Peer a = world.open(A);
        Registration toB = ready(a, world.open(B));
        a.write(toB, slots(1), slots(1));
        long posted = world.kernel.nowNanos();
        world.run(SECOND);

        assertThat(world.timesOf(TransferLanded.class)).containsExactly(posted + 9 * MS);
    }

    @Test
    void landsLargeWritesInChunks() {
        world.fabric.chunks(4);
        Peer a = world.open(A);
        Registration toB = ready(a, world.open(B));
        a.write(toB, slots(10), slots(10));
        world.run(SECOND);

        assertThat(world.events(BlocksLanded.class))
                .extracting(event -> event.slots().size())
                .containsExactly(3, 3, 3, 1);
    }

    @Property(tries = 200)
    void isNeverExceededAndNeverWasted(
            @ForAll @Size(min = 1, max = 12) List<@IntRange(min = 1, max = 20) Integer> sizes,
            @ForAll @LongRange(min = 0, max = 5 * MS) long gap) {
        FabricWorld many = new FabricWorld();
        Peer a = many.open(A);
        Registration toB = ready(a, many.open(B));
        long first = many.kernel.nowNanos() + LATENCY;
        List<Long> begun = new ArrayList<>();
        long bytes = 0;
        for (int size : sizes) {
            a.write(toB, slots(size), slots(size));
            begun.add(many.kernel.nowNanos() + LATENCY);
            bytes += size * BLOCK;
            many.run(gap);
        }
        many.run(10 * SECOND);

        List<Long> landed = many.timesOf(TransferLanded.class);
        assertThat(landed).hasSameSizeAs(sizes);
        long last = landed.get(landed.size() - 1);
        // At 1 byte a nanosecond, the link was busy for as many nanoseconds as there were bytes, give or take rounding.
        long busiest = bytes;
        long slack = 100L * sizes.size() * 32;
        assertThat(last - first).isGreaterThanOrEqualTo(busiest - slack);
        assertThat(last - begun.get(begun.size() - 1)).isLessThanOrEqualTo(busiest + slack);
    }

    private Registration ready(Peer from, Peer to) {
        Registration registration = from.register(to);
        // Past the stall of the registration, wherever it was made.
        while (from.host.stalled()) {
            from.transport
                    .fabric()
                    .kernel()
                    .runUntil(from.transport.fabric().kernel().nowNanos() + MS);
        }
        return registration;
    }
}

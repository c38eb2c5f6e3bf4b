package io.kvdrill.sim.fabric;

import static io.kvdrill.sim.fabric.FabricWorld.MS;
import static io.kvdrill.sim.fabric.FabricWorld.SECOND;
import static io.kvdrill.sim.fabric.FabricWorld.SLOTS;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.transport.CancelMode;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.sim.fabric.FabricEvent.BlocksLanded;
import io.kvdrill.sim.fabric.FabricEvent.FenceEnded;
import io.kvdrill.sim.fabric.FabricEvent.TransferEnded;
import io.kvdrill.sim.fabric.FabricEvent.TransferStopped;
import io.kvdrill.sim.fabric.FabricEvent.WritePosted;
import io.kvdrill.sim.fabric.FabricWorld.Peer;
import io.kvdrill.sim.kernel.RandomStream;
import io.kvdrill.sim.kernel.RandomStreams;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.DataLink;
import io.kvdrill.sim.world.Latency;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** Random lives of a fabric: the same twice, and never against its promises. */
class FabricDeterminismTest {
    private static final int PEERS = 4;

    @Property(tries = 60)
    void runsAlikeFromTheSameSeed(@ForAll long seed) {
        assertThat(live(seed).trace.fingerprint()).isEqualTo(live(seed).trace.fingerprint());
    }

    @Property(tries = 60)
    void keepsItsPromisesWhateverHappens(@ForAll long seed) {
        FabricWorld world = live(seed);
        Map<Long, Integer> posted = new LinkedHashMap<>();
        Map<Long, Integer> landed = new LinkedHashMap<>();
        Set<Long> over = new LinkedHashSet<>();
        Map<Long, Boolean> ended = new LinkedHashMap<>();
        for (TraceEntry entry : world.trace.entries()) {
            if (entry.event() instanceof WritePosted event) {
                assertThat(posted.put(event.transfer(), event.local().size()))
                        .as("posted once")
                        .isNull();
            } else if (entry.event() instanceof BlocksLanded event) {
                assertThat(over)
                        .as("no byte lands once a write is stopped or reported")
                        .doesNotContain(event.transfer());
                landed.merge(event.transfer(), event.slots().size(), Integer::sum);
            } else if (entry.event() instanceof TransferStopped event) {
                over.add(event.transfer());
            } else if (entry.event() instanceof TransferEnded event) {
                over.add(event.transfer());
                assertThat(ended.put(event.transfer(), event.success()))
                        .as("ended once")
                        .isNull();
                if (event.success()) {
                    assertThat(landed.get(event.transfer())).isEqualTo(posted.get(event.transfer()));
                }
            } else if (entry.event() instanceof FenceEnded event) {
                assertThat(event.life()).startsWith(event.peer());
            }
        }
        landed.forEach((transfer, blocks) -> assertThat(blocks).isLessThanOrEqualTo(posted.getOrDefault(transfer, -1)));
    }

    @Property(tries = 20)
    void runsDifferentlyFromAnotherSeed(@ForAll long seed) {
        assertThat(live(seed).trace.fingerprint())
                .isNotEqualTo(live(seed + 1).trace.fingerprint());
    }

    private static FabricWorld live(long seed) {
        FabricWorld world =
                new FabricWorld(new DataLink(1_000_000_000L, new Latency.LogNormal(2_000, 50_000), 100), seed);
        RandomStream chance = new RandomStreams(seed).stream("test", "moves");
        List<Peer> peers = new ArrayList<>();
        for (int i = 0; i < PEERS; i++) {
            peers.add(world.open(i + ":1"));
            FabricWorld.fill(peers.get(i), SLOTS / 2);
        }
        List<Registration> registrations = new ArrayList<>();
        List<Long> transfers = new ArrayList<>();
        List<Lasting> faults = new ArrayList<>();
        for (int move = 0; move < 60; move++) {
            int actor = (int) chance.nextLong(PEERS);
            int other = (int) ((actor + 1 + chance.nextLong(PEERS - 1)) % PEERS);
            act(world, peers, actor, other, registrations, transfers, faults, chance);
            world.run(chance.nextLong(20 * MS));
            peers.forEach(Peer::poll);
        }
        faults.forEach(Lasting::end);
        world.run(10 * SECOND);
        return world;
    }

    private static void act(
            FabricWorld world,
            List<Peer> peers,
            int actor,
            int other,
            List<Registration> registrations,
            List<Long> transfers,
            List<Lasting> faults,
            RandomStream chance) {
        Peer peer = peers.get(actor);
        Registration registration = newest(registrations, peer, other + ":1");
        switch ((int) chance.nextLong(10)) {
            case 0 -> registrations.add(peer.registerInBackground(peers.get(other)));
            case 1 -> registrations.add(peer.register(peers.get(other)));
            case 2, 3, 4 -> {
                if (registration != null) {
                    int blocks = (int) chance.uniform(1, 20);
                    long from = chance.nextLong(SLOTS - 20);
                    transfers.add(
                            peer.write(registration, run(from, blocks), run(chance.nextLong(SLOTS - 20), blocks)));
                }
            }
            case 5 -> peer.transport.cancel(transfers, chance.chance(0.5) ? CancelMode.IMMEDIATE : CancelMode.WAIT);
            case 6 -> {
                if (registration != null) {
                    peer.transport.fence(registration);
                }
            }
            case 7 -> faults.add(world.faults.partition(actor + ":1", other + ":1"));
            case 8 -> {
                WriteFate[] fates = {
                    new WriteFate.Stall(2), new WriteFate.Fail(1), new WriteFate.LoseCompletion(),
                    new WriteFate.Take(30 * MS), new WriteFate.ReportFailed(), new WriteFate.Refuse()
                };
                faults.add(world.faults.onWrite(
                        WriteFilter.any(), chance.nextLong(4), fates[(int) chance.nextLong(fates.length)]));
            }
            default -> {
                peer.host.kill();
                peer.transport.kill();
                peers.set(actor, world.open(actor + ":1"));
                FabricWorld.fill(peers.get(actor), SLOTS / 2);
            }
        }
    }

    /** The latest registration of a peer by this life of another. */
    private static @Nullable Registration newest(List<Registration> registrations, Peer by, String of) {
        for (int i = registrations.size() - 1; i >= 0; i--) {
            SimRegistration registration = (SimRegistration) registrations.get(i);
            if (registration.transport() == by.transport && registration.peer().equals(of)) {
                return registration;
            }
        }
        return null;
    }

    private static SlotList run(long from, int count) {
        long[] slots = new long[count];
        for (int i = 0; i < count; i++) {
            slots[i] = from + i;
        }
        return SlotList.of(slots);
    }
}

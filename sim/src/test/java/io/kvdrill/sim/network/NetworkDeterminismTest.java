package io.kvdrill.sim.network;

import static io.kvdrill.sim.network.NetworkWorld.MS;
import static io.kvdrill.sim.network.NetworkWorld.SECOND;
import static io.kvdrill.sim.network.NetworkWorld.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.SendFailedException;
import io.kvdrill.sim.kernel.RandomStream;
import io.kvdrill.sim.kernel.RandomStreams;
import io.kvdrill.sim.network.NetworkEvent.FrameDelivered;
import io.kvdrill.sim.network.NetworkEvent.FrameLost;
import io.kvdrill.sim.network.NetworkEvent.FrameSent;
import io.kvdrill.sim.network.NetworkFaults.Lasting;
import io.kvdrill.sim.network.NetworkWorld.Peer;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.ControlLink;
import io.kvdrill.sim.world.Latency;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Random lives of a control network: the same twice, and never against its promises. */
class NetworkDeterminismTest {
    private static final int PEERS = 4;

    @Property(tries = 60)
    void runsAlikeFromTheSameSeed(@ForAll long seed) {
        assertThat(live(seed).trace.fingerprint()).isEqualTo(live(seed).trace.fingerprint());
    }

    @Property(tries = 20)
    void runsDifferentlyFromAnotherSeed(@ForAll long seed) {
        assertThat(live(seed).trace.fingerprint())
                .isNotEqualTo(live(seed + 1).trace.fingerprint());
    }

    @Property(tries = 60)
    void deliversEachFrameAtMostOnceAndNoneThatWasNotSent(@ForAll long seed) {
        Set<Long> sent = new LinkedHashSet<>();
        Set<Long> delivered = new LinkedHashSet<>();
        for (TraceEntry entry : live(seed).trace.entries()) {
            if (entry.event() instanceof FrameSent event) {
                assertThat(sent.add(event.frame())).isTrue();
            } else if (entry.event() instanceof FrameDelivered event) {
                assertThat(sent).contains(event.frame());
                assertThat(delivered.add(event.frame())).as("delivered once").isTrue();
            } else if (entry.event() instanceof FrameLost event) {
                assertThat(sent).contains(event.frame());
            }
        }
    }

    @Property(tries = 80)
    void keepsTheOrderOfOneConnectionThroughCutsAndReconnects(@ForAll long seed) {
        NetworkWorld world =
                new NetworkWorld(new ControlLink(new Latency.LogNormal(100_000, 5 * MS), 1_000_000, 1_000), seed);
        RandomStream chance = new RandomStreams(seed).stream("test", "moves");
        Peer a = world.open(NetworkWorld.A);
        Peer b = world.open(NetworkWorld.B);
        Connection toB = a.dial(NetworkWorld.B);
        Lasting cut = null;
        for (int move = 0; move < 100; move++) {
            if (chance.chance(0.2)) {
                if (cut == null) {
                    cut = world.faults.partition(NetworkWorld.A, NetworkWorld.B, chance.chance(0.5));
                } else {
                    cut.end();
                    cut = null;
                }
            }
            toB.send(message(move));
            world.run(chance.chance(0.05) ? chance.nextLong(20 * SECOND) : chance.nextLong(MS));
            b.poll();
        }
        if (cut != null) {
            cut.end();
        }
        world.run(30 * SECOND);
        toB.send(message(100));
        world.run(SECOND);
        b.poll();

        assertThat(b.received).isSorted().doesNotHaveDuplicates().endsWith(100L);
    }

    private static NetworkWorld live(long seed) {
        NetworkWorld world =
                new NetworkWorld(new ControlLink(new Latency.LogNormal(100_000, 5 * MS), 10_000_000, 20), seed);
        RandomStream chance = new RandomStreams(seed).stream("test", "moves");
        List<Peer> peers = new ArrayList<>();
        for (int i = 0; i < PEERS; i++) {
            peers.add(world.open(i + ":1"));
        }
        List<List<Connection>> connections = new ArrayList<>();
        for (int i = 0; i < PEERS; i++) {
            connections.add(new ArrayList<>());
        }
        List<Lasting> faults = new ArrayList<>();
        long number = 0;
        for (int move = 0; move < 120; move++) {
            int actor = (int) chance.nextLong(PEERS);
            int other = (int) ((actor + 1 + chance.nextLong(PEERS - 1)) % PEERS);
            String otherId = other + ":1";
            Peer peer = peers.get(actor);
            List<Connection> own = connections.get(actor);
            switch ((int) chance.nextLong(12)) {
                case 0, 1 -> {
                    if (own.stream().noneMatch(one -> one.alive() && one.peer().equals(otherId))
                            && peer.accepted.stream()
                                    .noneMatch(one -> one.alive() && one.peer().equals(otherId))) {
                        own.add(peer.dial(otherId));
                    }
                }
                case 2, 3, 4, 5, 6 -> {
                    for (Connection connection : own) {
                        number = send(connection, number);
                    }
                    for (Connection connection : peer.accepted) {
                        number = send(connection, number);
                    }
                }
                case 7 -> faults.add(world.faults.partition(actor + ":1", otherId, chance.chance(0.5)));
                case 8 -> {
                    if (!faults.isEmpty()) {
                        faults.remove((int) chance.nextLong(faults.size())).end();
                    }
                }
                case 9 -> own.forEach(Connection::close);
                case 10 -> world.faults.reset(actor + ":1", otherId);
                default -> {
                    if (chance.chance(0.5)) {
                        peer.kill();
                    } else {
                        peer.vanish();
                    }
                    own.clear();
                    peers.set(actor, world.open(actor + ":1"));
                }
            }
            world.run(chance.chance(0.1) ? chance.nextLong(15 * SECOND) : chance.nextLong(2 * MS));
            peers.get((int) chance.nextLong(PEERS)).poll();
        }
        faults.forEach(Lasting::end);
        world.run(30 * SECOND);
        peers.forEach(Peer::poll);
        return world;
    }

    private static long send(Connection connection, long number) {
        if (!connection.alive()) {
            return number;
        }
        try {
            connection.send(message(number));
        } catch (SendFailedException e) {
            assertThat(e).hasMessageContaining("full");
        }
        return number + 1;
    }
}

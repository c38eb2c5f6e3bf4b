package io.kvdrill.sim.search.swarm;

import static io.kvdrill.sim.search.swarm.Draw.MILLI;
import static io.kvdrill.sim.search.swarm.Draw.SECOND;

import io.kvdrill.core.profile.Row.TimeRow;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.sim.world.ControlLink;
import io.kvdrill.sim.world.DataLink;
import io.kvdrill.sim.world.DataPlane;
import io.kvdrill.sim.world.Latency;
import io.kvdrill.sim.world.LinkOverride;
import io.kvdrill.sim.world.Model;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.WorldBuilder;
import java.util.List;

/** Peers, links and data planes. */
final class ClusterDraw {
    private static final int[] PEER_WEIGHTS = {3, 55, 25, 9, 5, 3};
    private static final long MICRO = 1_000;
    /** Bytes per second. */
    private static final long FASTEST = 12_500_000_000L;
    /** As long as it usually takes to connect and to register each other. */
    private static final long ACQUAINTANCE_NANOS = 20 * MILLI;
    /** Of a few requests at a time. */
    private static final double LARGEST_WRITE_BYTES = 32.0 * Model.DEFAULT.blockBytes();

    private final Draw draw;

    ClusterDraw(Draw draw) {
        this.draw = draw;
    }

    void addTo(WorldBuilder world) {
        peers(world);
        links(world);
        plane(world);
        draw.beginNanos = draw.has(Feature.ACQUAINTED) ? ACQUAINTANCE_NANOS + 8 * draw.controlDelayNanos : 0;
    }

    private void peers(WorldBuilder world) {
        Dice dice = draw.dice("peers");
        int count = Math.min(draw.grammar.maxPeers(), 1 + dice.weighted(PEER_WEIGHTS));
        if (!draw.has(Feature.LOCAL)) {
            count = Math.max(count, Math.min(2, draw.grammar.maxPeers()));
        }
        if (draw.has(Feature.CHAINS) && !dice.oneIn(4)) {
            count = Math.max(count, Math.min(3, draw.grammar.maxPeers()));
        }
        int hosts = draw.has(Feature.SHARED_HOSTS) ? dice.between(1, Math.max(1, count - 1)) : count;
        // Of two peers, an incompatible one leaves nobody to work with.
        boolean incompatible = draw.has(Feature.INCOMPATIBLE_PEERS) && (count > 2 || dice.oneIn(3));
        int odd = incompatible ? dice.between(0, count - 1) : -1;
        int few = dice.between(2, 8);
        for (int i = 0; i < count; i++) {
            PeerSpec peer = timed(dice, "p" + i, "10.0.0." + (1 + i % hosts), i / hosts)
                    .withSlots(draw.has(Feature.FEW_SLOTS) ? few + dice.between(0, 4) : dice.between(24, 64));
            if (draw.has(Feature.CLOCKS)) {
                peer = peer.withClock(dice.between(0, 3) * 1_000_000_007L, dice.between(-500, 500));
            }
            if (i == odd) {
                peer = incompatible(dice, peer);
            }
            draw.peers.add(peer);
            world.peers(peer);
        }
    }

    private PeerSpec timed(Dice dice, String name, String host, int rank) {
        PeerSpec usual = PeerSpec.of(name, host);
        boolean uneven = draw.has(Feature.UNEVEN_STEPS);
        long tick = uneven ? dice.any(MILLI, 5 * MILLI, 20 * MILLI) : MILLI;
        return new PeerSpec(
                name,
                host,
                usual.port(),
                rank,
                usual.slots(),
                uneven ? dice.magnitude(200, 1_000_000) : usual.prefillTokensPerSecond(),
                chunkTokens(dice, usual.prefillChunkTokens()),
                uneven ? dice.magnitude(100 * MICRO, 300 * MILLI) : usual.stepNanos(),
                tick,
                uneven ? dice.between(0, tick - 1) : 0,
                uneven ? dice.magnitude(10_000_000L, 50_000_000_000L) : usual.gpuCopyBytesPerSecond(),
                usual.hashSeed(),
                usual.fingerprint(),
                null,
                0,
                0);
    }

    /** With small ones, a prompt is stored, and written, in several pieces. */
    private static int chunkTokens(Dice dice, int usual) {
        int block = Model.DEFAULT.tokensPerBlock();
        return dice.oneIn(3) ? block * dice.between(1, 2) : usual;
    }

    private static PeerSpec incompatible(Dice dice, PeerSpec peer) {
        return switch (dice.between(0, 3)) {
            case 0 -> peer.withCompatibility("another-seed", peer.fingerprint(), null);
            case 1 -> peer.withCompatibility(peer.hashSeed(), "fedcba9876543210", null);
            case 2 -> peer.withCompatibility(peer.hashSeed(), "", null);
            default -> peer.withCompatibility(peer.hashSeed(), peer.fingerprint(), Model.DEFAULT.blockBytes() / 2);
        };
    }

    private void links(WorldBuilder world) {
        Dice dice = draw.dice("links");
        if (!draw.has(Feature.SLOW_LINKS)) {
            draw.controlDelayNanos = 60 * MICRO;
            if (draw.has(Feature.LONG_WRITES)) {
                usualData(world, dice);
            }
            return;
        }
        long rtt = dice.magnitude(20 * MICRO, Math.min(SECOND, patienceNanos() / 16));
        draw.controlDelayNanos = rtt / 2;
        world.control(control(dice, rtt));
        usualData(world, dice);
        if (draw.peers.size() > 1 && dice.oneIn(3)) {
            String from = draw.peer(dice);
            world.link(new LinkOverride(
                    from,
                    draw.peerBut(dice, from),
                    dice.coin(),
                    control(dice, dice.magnitude(20 * MICRO, patienceNanos() / 16)),
                    dice.coin() ? null : data(dice)));
        }
    }

    private static ControlLink control(Dice dice, long rttNanos) {
        Latency rtt = switch (dice.between(0, 3)) {
            case 0 -> new Latency.Uniform(rttNanos, rttNanos * 3);
            case 1 -> new Latency.LogNormal(rttNanos, rttNanos * 4);
            default -> Latency.fixed(rttNanos);
        };
        long bandwidth = dice.oneIn(4) ? dice.magnitude(20_000, 1_000_000) : 0;
        return new ControlLink(rtt, bandwidth, dice.oneIn(4) ? dice.between(16, 40) : 1_000);
    }

    private void usualData(WorldBuilder world, Dice dice) {
        DataLink link = data(dice);
        draw.blockNanos = (long) (1e9 * Model.DEFAULT.blockBytes() / link.bytesPerSecond());
        world.data(link);
    }

    /** However slow, a write is over before it counts as stalled, unless a fault slows it down. */
    private DataLink data(Dice dice) {
        long stalled = Math.min(60 * SECOND, draw.profile.nanos(Rows.STALLED_WRITE_TIMEOUT));
        long least = Math.max(200_000, Math.min((long) (LARGEST_WRITE_BYTES / (stalled / 2e9)), FASTEST / 4));
        return new DataLink(
                !draw.has(Feature.LONG_WRITES) && dice.coin()
                        ? dice.magnitude(least, FASTEST)
                        : dice.between(least, 4 * least),
                Latency.fixed(dice.magnitude(MICRO, 20 * MILLI)),
                dice.oneIn(4) ? dice.magnitude(1, 50 * MICRO) : 50);
    }

    /** What is slow for good must let peers get acquainted; only faults, which end or are blamed, may be slower. */
    private long handshakeNanos() {
        return Math.max(16 * MILLI, Math.min(60 * SECOND, draw.profile.nanos(Rows.HANDSHAKE_TIMEOUT)));
    }

    /** An answer that waits for a registration must find its blocks still pinned. */
    private long registrationNanos() {
        return Math.max(4 * MILLI, Math.min(handshakeNanos(), draw.profile.nanos(Rows.STORE_TIMEOUT)) / 4);
    }

    /** And it must let them ask for blocks and get them. */
    private long patienceNanos() {
        long patience = handshakeNanos();
        for (TimeRow row : List.of(Rows.LOAD_TIMEOUT_SYMMETRIC, Rows.LOAD_TIMEOUT_PD, Rows.LOOKUP_PROGRESS_TIMEOUT)) {
            patience = Math.min(patience, draw.profile.nanos(row));
        }
        return Math.max(16 * MILLI, patience);
    }

    private void plane(WorldBuilder world) {
        Dice dice = draw.dice("plane");
        DataPlane usual = DataPlane.DEFAULT;
        boolean odd = draw.has(Feature.ODD_DATA_PLANES);
        boolean slow = draw.has(Feature.SLOW_REGISTRATION);
        world.dataPlane(new DataPlane(
                slow ? dice.magnitude(MILLI, registrationNanos()) : usual.registrationNanos(),
                usual.registrationNanosPerBlock(),
                odd && dice.coin(),
                !odd || dice.coin(),
                !odd || dice.coin(),
                odd ? dice.magnitude(MICRO, 20 * SECOND) : usual.fenceNanos(),
                odd ? dice.any(0L, 20 * SECOND, Long.MAX_VALUE) : usual.deathDetectionNanos(),
                odd && dice.coin(),
                odd ? dice.any(0L, 1_000_000L, usual.declaredBytesPerSecond()) : usual.declaredBytesPerSecond()));
    }
}

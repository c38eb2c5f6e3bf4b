package io.kvdrill.scenarios.processes;

import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Gives the peers of a world addresses of this host, at ports that are free. */
final class HostAddresses {
    private static final String HOST = "127.0.0.1";
    /**
     * Linux gives ports from 32768 on to sockets that dial, others from 49152 on. While a peer is down, its port is nobody's:
     * whoever dials it again and again may be given that very port, be connected with itself, and keep the peer from coming
     * back.
     */
    private static final int LOWEST_PORT = 20_000;

    private static final int PORTS = 12_000;
    private static final int MOST_TRIES = 10_000;

    private HostAddresses() {}

    /** The world, with peers at ports of the loopback interface. */
    static World on(World world) {
        List<Integer> ports = free(world.peers().size());
        List<PeerSpec> peers = new ArrayList<>();
        for (int i = 0; i < ports.size(); i++) {
            peers.add(at(world.peers().get(i), HOST, ports.get(i)));
        }
        return world.toBuilder().onlyPeers(peers).build();
    }

    /** The world, with ticks so long that what a busy host does to its processes is no breach of a law. */
    static World patient(World world, long tickNanos) {
        List<PeerSpec> peers = new ArrayList<>();
        for (PeerSpec peer : world.peers()) {
            peers.add(with(peer, peer.host(), peer.port(), peer.rank(), Math.max(tickNanos, peer.idleTickNanos())));
        }
        return world.toBuilder().onlyPeers(peers).build();
    }

    /** A peer at another address. */
    static PeerSpec at(PeerSpec peer, String host, int port) {
        return with(peer, host, port, 0, peer.idleTickNanos());
    }

    private static PeerSpec with(PeerSpec peer, String host, int port, int rank, long tickNanos) {
        return new PeerSpec(
                peer.name(),
                host,
                port,
                rank,
                peer.slots(),
                peer.prefillTokensPerSecond(),
                peer.prefillChunkTokens(),
                peer.stepNanos(),
                tickNanos,
                peer.tickPhaseNanos(),
                peer.controlTickNanos(),
                peer.gpuCopyBytesPerSecond(),
                peer.hashSeed(),
                peer.fingerprint(),
                peer.failureDomain(),
                peer.blockBytes(),
                peer.clockOffsetNanos(),
                peer.clockDriftPpm());
    }

    /** Ports that were free a moment ago, all different, and none that the system gives to whoever dials. */
    static List<Integer> free(int count) {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int tries = 0; sockets.size() < count; tries++) {
                int port = LOWEST_PORT + ThreadLocalRandom.current().nextInt(PORTS);
                try {
                    sockets.add(new ServerSocket(port, 1, InetAddress.getAllByName(HOST)[0]));
                } catch (BindException taken) {
                    if (tries > MOST_TRIES) {
                        throw taken;
                    }
                }
            }
            List<Integer> ports = new ArrayList<>();
            for (ServerSocket socket : sockets) {
                ports.add(socket.getLocalPort());
                socket.close();
            }
            return ports;
        } catch (IOException e) {
            throw new UncheckedIOException("no port of the loopback interface is free: " + e.getMessage(), e);
        }
    }
}

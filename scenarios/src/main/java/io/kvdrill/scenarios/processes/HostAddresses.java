package io.kvdrill.scenarios.processes;

import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Gives the peers of a world addresses of this host, at ports that are free. */
final class HostAddresses {
    private static final String HOST = "127.0.0.1";

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

    /** Ports that were free a moment ago, all different. */
    static List<Integer> free(int count) {
        List<ServerSocket> sockets = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                ServerSocket socket = new ServerSocket(0, 1, InetAddress.getAllByName(HOST)[0]);
                sockets.add(socket);
                ports.add(socket.getLocalPort());
            }
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("no port of the loopback interface is free: " + e.getMessage(), e);
        }
        return ports;
    }
}

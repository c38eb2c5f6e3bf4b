package io.kvdrill.transports.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row.TimeRow;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Peers are killed (SIGKILL) and started again at their addresses, over and over, while blocks move both ways between each and a
 * survivor. A hundred peers share a process and die together, each with a control and a data transport of its own: what the
 * survivor sees of each is the end of its links and of its memory, as of a peer that dies alone. They die at any moment:
 * before their handshakes, within writes, within lookups.
 *
 * <p>{@code -Dkvdrill.soak.cycles=N} makes it shorter or longer.
 */
@Tag("soak")
class KillAndRestartTest {
    static final String SURVIVOR = "survivor";
    static final int BLOCK_BYTES = 16 << 10;
    /** Hardened, with timeouts that are over soon, so that what is kept for a while can be seen to go. */
    static final Profile PROFILE = quick();

    private static final int CYCLES = Integer.getInteger("kvdrill.soak.cycles", 10_000);
    private static final int PEERS = 100;
    private static final int WARM_UP_LIVES = 2;
    private static final long PASS_NANOS = 1_000_000;
    private static final long LIFE_NANOS = 20_000_000_000L;
    private static final long REST_NANOS = 60_000_000_000L;
    /** The JVM's own threads and mappings come and go. */
    private static final long JVM_THREADS = 8;

    private static final long JVM_MAPPINGS = 64;

    @TempDir(factory = SharedMemory.class)
    private Path directory;

    private final Random random = new Random(4);
    private final Map<String, Integer> portOf = new HashMap<>();
    private final Set<Integer> ready = new HashSet<>();
    private long requests;
    private long cycles;
    private long early;

    private static Profile quick() {
        Profile profile = Profile.of(Preset.HARDENED);
        Map<TimeRow, Long> millis = Map.of(
                Rows.UNBOUND_STORE_TIMEOUT, 2_000L,
                Rows.REAPED_ID_RETENTION, 3_000L,
                Rows.PARKED_DEMAND_TIMEOUT, 3_000L,
                Rows.STORE_TIMEOUT, 3_000L,
                Rows.LOAD_TIMEOUT_PD, 5_000L,
                Rows.LOAD_TIMEOUT_SYMMETRIC, 5_000L,
                Rows.LOOKUP_PROGRESS_TIMEOUT, 5_000L,
                Rows.HANDSHAKE_TIMEOUT, 5_000L,
                Rows.RECONNECT_BACKOFF, 100L);
        for (Map.Entry<TimeRow, Long> row : millis.entrySet()) {
            profile = profile.with(row.getKey(), Long.valueOf(row.getValue() * 1_000_000));
        }
        return profile;
    }

    @Test
    @Timeout(1_800)
    void leaveNothingBehindInASurvivor() throws IOException {
        assumeTrue(
                Files.isDirectory(Path.of("/proc/self/fd")), "not exercised: no /proc, where Linux tells what is open");
        List<Integer> ports = ports();
        TierPeer survivor =
                new TierPeer(SURVIVOR, TierPeer.at(0, PROFILE), directory, BLOCK_BYTES, PROFILE, 1, this::onEvent);
        MortalPeers next = new MortalPeers();
        try {
            int life = 0;
            for (; life < WARM_UP_LIVES; life++) {
                next = liveAndDie(life, next, survivor, ports);
            }
            next.close();
            comeToRest(survivor);
            Resources before = Resources.of(directory);
            Map<String, Integer> keptBefore = survivor.kept();
            cycles = 0;
            early = 0;
            long began = System.nanoTime();
            next = new MortalPeers();
            for (; cycles < CYCLES; life++) {
                next = liveAndDie(life, next, survivor, ports);
            }
            long verified = survivor.verified();
            long millis = (System.nanoTime() - began) / 1_000_000;
            next.close();
            comeToRest(survivor);
            Resources after = Resources.of(directory);
            Map<String, Integer> keptAfter = survivor.kept();
            System.out.printf(
                    "%d peers killed and started again, and %d before they were ready, in %d processes and %d ms; the survivor"
                            + " loaded %d times and checked every byte, %d loads failed, %d found nothing%n  before %s%n  after  %s%n",
                    cycles,
                    early,
                    life - WARM_UP_LIVES,
                    millis,
                    verified,
                    survivor.failed(),
                    survivor.missed(),
                    before,
                    after);

            System.out.printf("  kept   %s%n", keptAfter);
            assertThat(keptAfter).isEqualTo(keptBefore);
            assertThat(after.descriptors()).isEqualTo(before.descriptors());
            assertThat(after.threads()).isEqualTo(before.threads());
            assertThat(after.regionMappings()).isEqualTo(before.regionMappings());
            assertThat(after.regionFiles()).isEqualTo(before.regionFiles());
            assertThat(after.otherDescriptors()).isLessThanOrEqualTo(before.otherDescriptors() + JVM_THREADS);
            assertThat(after.allThreads()).isLessThanOrEqualTo(before.allThreads() + JVM_THREADS);
            assertThat(after.allMappings()).isLessThanOrEqualTo(before.allMappings() + JVM_MAPPINGS);
            assertThat(survivor.failed()).as("loads that a death ended").isPositive();
        } finally {
            next.close();
            survivor.close();
        }
    }

    /** A life of all mortal peers. Answers the process of the next. */
    private MortalPeers liveAndDie(int life, MortalPeers peers, TierPeer survivor, List<Integer> ports)
            throws IOException {
        ready.clear();
        for (int port : ports) {
            survivor.produce(MortalPeers.storedFor(port, life));
        }
        int untilReady = life % 10 == 9 ? random.nextInt(PEERS) : PEERS;
        long untilLoaded = survivor.verified() + (untilReady < PEERS ? 0 : 1 + random.nextInt(2 * PEERS));
        MortalPeers next;
        try (peers) {
            peers.live(life, directory, survivor.id(), ports);
            next = new MortalPeers();
            long began = System.nanoTime();
            while (ready.size() < untilReady || survivor.verified() < untilLoaded) {
                assertThat(peers.alive()).as("nobody has killed the peers").isTrue();
                assertThat(System.nanoTime() - began)
                        .as("life %d: %d peers are ready; %s", life, ready.size(), survivor.state())
                        .isLessThan(LIFE_NANOS);
                pull(survivor);
                pass(survivor);
            }
        }
        // What they had sent before their end is still to come.
        for (int i = 0; i < 20; i++) {
            pass(survivor);
        }
        cycles += ready.size();
        early += PEERS - ready.size();
        return next;
    }

    private void pull(TierPeer survivor) {
        for (int port : ready) {
            String peer = "127.0.0.1:" + port;
            if (survivor.open() < PEERS / 2 && survivor.openWith(peer) == 0) {
                survivor.pull("number " + ++requests, peer, MortalPeers.name(port));
            }
        }
    }

    private static void pass(TierPeer survivor) {
        survivor.step();
        LockSupport.parkNanos(PASS_NANOS);
    }

    private void comeToRest(TierPeer survivor) throws IOException {
        long began = System.nanoTime();
        while (!survivor.atRest()) {
            assertThat(System.nanoTime() - began)
                    .as("nobody is left, and yet: %s", survivor.state())
                    .isLessThan(REST_NANOS);
            pass(survivor);
        }
        // Sockets close in the background, and files of the dead go when somebody opens a region.
        for (int i = 0; i < 500; i++) {
            pass(survivor);
        }
        new TierPeer("sweeper", TierPeer.at(0, PROFILE), directory, BLOCK_BYTES, PROFILE, 1, event -> {}).close();
    }

    private void onEvent(TraceEvent event) {
        if (event instanceof SessionEvent.SessionReady up) {
            ready.add(portOf.get(up.peer()));
        }
    }

    private List<Integer> ports() throws IOException {
        List<ServerSocket> probes = new ArrayList<>();
        try {
            for (int i = 0; i < PEERS; i++) {
                probes.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            List<Integer> ports =
                    probes.stream().map(ServerSocket::getLocalPort).toList();
            ports.forEach(port -> portOf.put("127.0.0.1:" + port, port));
            return ports;
        } finally {
            for (ServerSocket probe : probes) {
                probe.close();
            }
        }
    }
}

package io.kvdrill.transports.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A hundred tiers with transports of their own, all in this process (a hundred JVMs are a matter of memory, not of the tier),
 * each pulling from eight others at once. Their links are real TCP, their regions real files.
 */
@Tag("soak")
class HundredPeersTest {
    private static final Profile PROFILE = Profile.of(Preset.HARDENED);
    private static final int PEERS = 100;
    private static final int AT_ONCE = 8;
    private static final int ROUNDS = 10;
    private static final int BLOCK_BYTES = 64 << 10;
    private static final long PATIENCE_NANOS = 60_000_000_000L;
    /** 800 pairs, each with two links of two ends, and what ZeroMQ needs for a socket. */
    private static final long DESCRIPTORS = 16_000;

    @TempDir(factory = SharedMemory.class)
    private Path directory;

    private final List<TraceEvent> trouble = new ArrayList<>();
    private long ready;

    @Test
    @Timeout(300)
    void loadEightAtOnceEachWithoutAnError() {
        assumeTrue(
                !(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean host)
                        || host.getMaxFileDescriptorCount() >= DESCRIPTORS,
                "not exercised: needs " + DESCRIPTORS + " file descriptors (ulimit -n)");
        List<TierPeer> peers = new ArrayList<>();
        try {
            for (int i = 0; i < PEERS; i++) {
                peers.add(new TierPeer(
                        "peer " + i, TierPeer.at(0, PROFILE), directory, BLOCK_BYTES, PROFILE, AT_ONCE, this::onEvent));
            }
            forEachPair((from, to) -> peers.get(from)
                    .greet("from " + from + " to " + to, peers.get(to).id()));
            stepUntil(peers, () -> ready == 2L * PEERS * AT_ONCE);
            long began = System.nanoTime();
            for (int i = 0; i < ROUNDS; i++) {
                String round = "round " + i;
                forEachPair((from, to) -> peers.get(from)
                        .pull(
                                round + " from " + from + " to " + to,
                                peers.get(to).id(),
                                "peer " + to));
                stepUntil(peers, () -> peers.stream().allMatch(peer -> peer.open() == 0));
            }
            long loads = peers.stream().mapToLong(TierPeer::verified).sum();
            System.out.printf(
                    "%d peers, %d sessions: %d loads of %d bytes, all verified, in %d ms%n",
                    PEERS,
                    ready / 2,
                    loads,
                    TierPeer.OWN_BLOCKS * BLOCK_BYTES,
                    (System.nanoTime() - began) / 1_000_000);

            assertThat(trouble).isEmpty();
            assertThat(loads).isEqualTo((long) PEERS * AT_ONCE * ROUNDS);
            assertThat(peers).allSatisfy(peer -> {
                assertThat(peer.mostLoading()).isEqualTo(AT_ONCE);
                assertThat(peer.failed() + peer.missed()).isZero();
            });
        } finally {
            peers.forEach(TierPeer::close);
        }
    }

    /** What one peer does with another. */
    private interface Pair {
        void accept(int from, int to);
    }

    private static void forEachPair(Pair pair) {
        for (int from = 0; from < PEERS; from++) {
            for (int next = 1; next <= AT_ONCE; next++) {
                pair.accept(from, (from + next) % PEERS);
            }
        }
    }

    private static void stepUntil(List<TierPeer> peers, BooleanSupplier condition) {
        long began = System.nanoTime();
        while (!condition.getAsBoolean()) {
            peers.forEach(TierPeer::step);
            assertThat(System.nanoTime() - began).as(() -> peers.get(0).state()).isLessThan(PATIENCE_NANOS);
        }
    }

    private void onEvent(TraceEvent event) {
        if (event instanceof SessionEvent.SessionReady) {
            ready++;
        } else if (event instanceof SessionEvent.SessionDied
                || event instanceof SessionEvent.SendFailed
                || event instanceof SessionEvent.ProtocolViolated
                || event instanceof SessionEvent.DialRefused
                || event instanceof SessionEvent.PeerRefused
                || event instanceof SessionEvent.PeerIncompatible) {
            trouble.add(event);
        }
    }
}

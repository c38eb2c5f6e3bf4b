package io.kvdrill.transports.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.trace.SessionEvent.IncarnationReplaced;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.transports.zmq.ZmqConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes that call themselves by one address, as after a copy of a configuration. */
class OneIdentityTest {
    private static final Profile PROFILE = Profile.of(Preset.HARDENED);
    private static final int BLOCK_BYTES = 4_096;

    @TempDir
    private Path directory;

    private final List<TraceEvent> trace = new ArrayList<>();
    private final List<TierPeer> peers = new ArrayList<>();

    private TierPeer peer(String name, ZmqConfig address) {
        TierPeer peer = new TierPeer(
                name, address, directory, BLOCK_BYTES, PROFILE, 1, peers.isEmpty() ? trace::add : event -> {});
        peers.add(peer);
        return peer;
    }

    @AfterEach
    void close() {
        peers.forEach(TierPeer::close);
    }

    private void until(BooleanSupplier condition) {
        for (int i = 0; i < 20_000 && !condition.getAsBoolean(); i++) {
            peers.forEach(TierPeer::step);
            LockSupport.parkNanos(500_000);
        }
        assertThat(condition.getAsBoolean()).as("what was waited for has come").isTrue();
    }

    @Test
    @Timeout(60)
    void isToldByTheirPeerWhoseOtherPeersGoOnAsBefore() {
        TierPeer source = peer("source", TierPeer.at(0, PROFILE));
        TierPeer friend = peer("friend", TierPeer.at(0, PROFILE));
        TierPeer first = peer("first", TierPeer.at(0, PROFILE));
        for (TierPeer peer : List.of(first, friend)) {
            until(() -> {
                if (peer.open() == 0 && peer.verified() == 0) {
                    peer.pull("early " + peer.missed(), source.id(), "source");
                }
                return peer.verified() == 1;
            });
        }
        long missed = friend.missed();

        int port = Integer.parseInt(first.id().substring(first.id().lastIndexOf(':') + 1));
        TierPeer second = peer("second", TierPeer.at(port, PROFILE).withBind("127.0.0.1", freePort()));
        second.pull("second", source.id(), "source");
        for (int i = 1; i <= 100; i++) {
            int before = i;
            friend.pull("friend " + i, source.id(), "source");
            until(() -> friend.verified() == before + 1);
        }

        assertThat(second.id()).isEqualTo(first.id());
        assertThat(trace)
                .filteredOn(IncarnationReplaced.class::isInstance)
                .extracting(event -> ((IncarnationReplaced) event).peer())
                .contains(first.id());
        assertThat(friend.failed()).isZero();
        assertThat(friend.missed()).isEqualTo(missed);
    }

    private static int freePort() {
        try (java.net.ServerSocket probe = new java.net.ServerSocket(0)) {
            return probe.getLocalPort();
        } catch (java.io.IOException failure) {
            throw new java.io.UncheckedIOException(failure);
        }
    }
}

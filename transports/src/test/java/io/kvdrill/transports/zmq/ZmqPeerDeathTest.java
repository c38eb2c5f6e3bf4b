package io.kvdrill.transports.zmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.transports.zmq.ZmqConfig.Heartbeat;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How the end of a peer's process is noticed. */
class ZmqPeerDeathTest {
    private static final Heartbeat VLLM =
            new Heartbeat(Duration.ofSeconds(2), Duration.ofSeconds(10), Duration.ofSeconds(10));

    private final Told told = new Told();

    @Test
    void seesAKilledPeerByItsSocket() {
        ZmqControlTransport survivor = survivor(VLLM);
        try (PeerProcess peer = new PeerProcess(survivor.id(), VLLM)) {
            told.until(() -> told.accepted.size() == 1 && told.received.size() == 1, survivor);
            untilUp(survivor);
            peer.kill();
            told.until(() -> told.lost.size() == 1, survivor);
        } finally {
            survivor.close();
        }

        assertThat(told.losses).singleElement().asString().endsWith("the peer's socket closed");
    }

    @Test
    void seesAStoppedPeerByItsSilence() {
        assertSeenBySilence(new Heartbeat(Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofSeconds(1)));
    }

    @Test
    @Tag("soak")
    void seesAStoppedPeerByItsSilenceAtVllmsValues() {
        assertSeenBySilence(VLLM);
    }

    @Test
    void hearsNoMoreOfAPeerThatWasGivenUpUntilItDialsAnewAndLetsItKnow() {
        Heartbeat heartbeat = new Heartbeat(Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofSeconds(1));
        ZmqControlTransport survivor = survivor(heartbeat);
        try (PeerProcess peer = new PeerProcess(survivor.id(), heartbeat)) {
            told.until(() -> told.accepted.size() == 1, survivor);
            untilUp(survivor);
            peer.signal("STOP");
            told.until(() -> told.lost.size() == 1, survivor);
            int heard = told.received.size();
            peer.signal("CONT");
            told.until(() -> !peer.alive(), survivor);
            for (int i = 0; i < 20; i++) {
                told.pass(survivor);
            }
            assertThat(told.received).as("what it said before it was given up").hasSize(heard);
        } finally {
            survivor.close();
        }

        assertThat(told.accepted).hasSize(1);
    }

    @Test
    void hearsNothingThatAPeerSaidBeforeItGaveUpThisProcessWhichStoodStill() {
        Heartbeat heartbeat = new Heartbeat(Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofSeconds(1));
        ZmqControlTransport survivor = survivor(heartbeat);
        try (PeerProcess peer = new PeerProcess(survivor.id(), heartbeat)) {
            told.until(() -> told.accepted.size() == 1, survivor);
            untilUp(survivor);
            told.accepted.get(0).send(new Message.AbortFetch("before", 0));
            told.until(() -> told.received.size() == 2, survivor);
            peer.signal("STOP");
            told.accepted.get(0).send(new Message.AbortFetch("during", 1));
            told.until(() -> told.lost.size() == 1, survivor);
            peer.signal("CONT");
            told.until(() -> !peer.alive(), survivor);

            assertThat(peer.heard()).isEqualTo(1);
        } finally {
            survivor.close();
        }
    }

    @Test
    void hearsWhatWasSaidWhileItStoodStillForAMoment() {
        Heartbeat heartbeat = new Heartbeat(Duration.ofMillis(200), Duration.ofSeconds(20), Duration.ofSeconds(20));
        ZmqControlTransport survivor = survivor(heartbeat);
        try (PeerProcess peer = new PeerProcess(survivor.id(), heartbeat)) {
            told.until(() -> told.accepted.size() == 1, survivor);
            untilUp(survivor);
            peer.signal("STOP");
            told.accepted.get(0).send(new Message.AbortFetch("during", 1));
            for (int i = 0; i < 20; i++) {
                told.pass(survivor);
            }
            assertThat(told.received).hasSize(1);
            peer.signal("CONT");
            told.until(() -> told.received.size() == 2, survivor);
        } finally {
            survivor.close();
        }

        assertThat(told.losses).isEmpty();
    }

    private void assertSeenBySilence(Heartbeat heartbeat) {
        ZmqControlTransport survivor = survivor(heartbeat);
        try (PeerProcess peer = new PeerProcess(survivor.id(), heartbeat)) {
            told.until(() -> told.accepted.size() == 1, survivor);
            untilUp(survivor);
            peer.signal("STOP");
            told.until(() -> told.lost.size() == 1, survivor);
            peer.signal("CONT");
        } finally {
            survivor.close();
        }

        assertThat(told.losses)
                .singleElement()
                .asString()
                .contains("heartbeat_timeout is " + heartbeat.timeout().toMillis() + " ms");
    }

    @Test
    void keepsAQuietPeerThatAnswersHeartbeats() {
        Heartbeat heartbeat = new Heartbeat(Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofSeconds(1));
        ZmqControlTransport survivor = survivor(heartbeat);
        try (PeerProcess peer = new PeerProcess(survivor.id(), heartbeat)) {
            told.until(() -> told.accepted.size() == 1, survivor);
            for (int i = 0; i < 400; i++) {
                told.pass(survivor);
            }
            peer.signal("CONT");
            assertThat(told.losses).isEmpty();
            assertThat(told.accepted.get(0).alive()).isTrue();
        } finally {
            survivor.close();
        }
    }

    private ZmqControlTransport survivor(Heartbeat heartbeat) {
        return ZmqControlTransport.open(
                new ZmqConfig("127.0.0.1", 0, "", 0, AllowedHosts.loopback(), heartbeat, ZmqConfig.Limits.DEFAULT),
                told);
    }

    private void untilUp(ZmqControlTransport survivor) {
        told.until(() -> told.up.size() == 1, survivor);
    }
}

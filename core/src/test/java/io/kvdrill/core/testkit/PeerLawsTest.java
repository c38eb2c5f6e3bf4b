package io.kvdrill.core.testkit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.trace.ManagerEvent.PeerDown;
import io.kvdrill.core.trace.SessionEvent.Opening;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.core.trace.SessionEvent.SessionOpened;
import org.junit.jupiter.api.Test;

/** That grouping touches one host is a law that can break (47). */
class PeerLawsTest {
    private final PeerLaws laws = new PeerLaws(true, 10_000_000_000L);

    private void open(String peer, long number, Opening opening) {
        laws.onEvent(number, new SessionOpened(peer, number, opening));
    }

    private void closeForItsHost(String peer, String dead) {
        laws.onEvent(5, new SessionClosed(peer, 1, "its host lost " + dead, 0, 0, 0));
    }

    @Test
    void aSiblingGoesWithItsHost() {
        open("h1:1", 1, Opening.DIALLED);
        open("h1:2", 2, Opening.DIALLED);
        laws.onEvent(5, new SessionClosed("h1:1", 1, "connection lost", 0, 0, 0));
        closeForItsHost("h1:2", "h1:1");
        assertThatCode(() -> laws.onEvent(5, new PeerDown("h1:1", "connection lost", 0, 1)))
                .doesNotThrowAnyException();
    }

    @Test
    void whoSharesNoHostWithADeadPeerIsNotClosedForIt() {
        open("h1:1", 1, Opening.DIALLED);
        open("h2:1", 2, Opening.DIALLED);
        assertThatThrownBy(() -> closeForItsHost("h2:1", "h1:1"))
                .isInstanceOf(LawBroken.class)
                .hasMessageStartingWith("47");
    }

    @Test
    void aSiblingMayNotOutliveItsHost() {
        open("h1:1", 1, Opening.DIALLED);
        open("h1:2", 2, Opening.DIALLED);
        laws.onEvent(5, new SessionClosed("h1:1", 1, "connection lost", 0, 0, 0));
        assertThatThrownBy(() -> laws.onEvent(5, new PeerDown("h1:1", "connection lost", 0, 0)))
                .hasMessageStartingWith("47");
    }

    @Test
    void aQuarantinedHostIsNotDialled() {
        open("h1:1", 1, Opening.DIALLED);
        laws.onEvent(5, new SessionClosed("h1:1", 1, "connection lost", 0, 0, 0));
        laws.onEvent(5, new PeerDown("h1:1", "connection lost", 0, 0));
        assertThatThrownBy(() -> open("h1:2", 6, Opening.DIALLED)).hasMessageStartingWith("47");
    }
}

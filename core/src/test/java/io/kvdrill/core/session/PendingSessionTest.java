package io.kvdrill.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.testkit.IdleHost;
import io.kvdrill.core.testkit.Jobs;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.ScriptedControl;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A session that has no connection yet. The manager opens none so; the session can. */
class PendingSessionTest {
    private static final String PEER = "h1:1";

    private final ScriptedControl control = new ScriptedControl();
    private final Jobs jobs = new Jobs();
    private final Session session = IdleHost.session(PEER, 1);

    @Test
    @Tag("A77")
    void takesStoresAndAnswersNothing() {
        session.store(0, "A", jobs.of("a"));
        assertThat(session.alive()).isTrue();
        assertThat(session.connected()).isFalse();
        assertThat(session.poll(0).stores()).isEmpty();
    }

    @Test
    @Tag("A78")
    void announcesUsOnceItIsConnected() {
        session.attach(0, control.dial(PEER), true);
        assertThat(control.takeSent())
                .singleElement()
                .extracting(ScriptedControl.Sent::message)
                .isInstanceOf(Message.Connect.class);
    }

    @Test
    @Tag("A79")
    void isConnectedOnce() {
        session.attach(0, control.dial(PEER), true);
        control.lose(PEER);
        assertThatThrownBy(() -> session.attach(0, control.dial("h2:1"), true))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("already connected");
    }

    @Test
    @Tag("A80")
    void failsItsStoresWhenItIsClosed() {
        TransferJob job = jobs.of("a");
        session.store(0, "A", job);
        assertThat(session.close(0, "test").results()).containsExactly(new Settled(Jobs.storeFailed(job), "A"));
    }

    @Test
    @Tag("A80")
    void namesTheRequestsThatFailWithIt() {
        session.attach(0, control.dial(PEER), true);
        session.load(0, "loading", jobs.of("a"), LoadMode.PD);
        session.load(0, "ended", jobs.of("b"), LoadMode.PD);
        session.finish(0, "ended");
        control.arrive(PEER, Peers.connect(PEER, 1L));
        control.arrive(PEER, Peers.ack(PEER, 1L));
        control.poll(new ScriptedControl.Deaf());
        session.poll(0);
        session.load(0, "held", jobs.of("c"), LoadMode.PD);
        session.finish(0, "held");
        assertThat(session.lookup("asked", Jobs.key("d"))).isEqualTo(LookupOutcome.RETRY);
        assertThat(session.close(0, "test").failedRequests()).containsExactly("loading", "asked");
    }
}

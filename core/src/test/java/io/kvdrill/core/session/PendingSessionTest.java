package io.kvdrill.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.testkit.Jobs;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.ScriptedControl;
import io.kvdrill.core.testkit.ScriptedData;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.time.Deadlines;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.core.transport.Registration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A session that has no connection yet. The manager opens none so; the session can. */
class PendingSessionTest {
    private static final String PEER = "h1:1";

    private final ScriptedControl control = new ScriptedControl();
    private final Jobs jobs = new Jobs();
    private final Session session = new Session(
            PEER,
            1,
            0,
            new TierContext(
                    TierBench.LOCAL,
                    Peers.FINGERPRINT,
                    Peers.HASH_SEED,
                    7L,
                    new Rules(Profile.of(Preset.HARDENED)),
                    new Deadlines(),
                    new ScriptedData(TierBench.FENCING),
                    TraceSink.none()),
            new Alone());

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

    /** A manager that does nothing. */
    private static final class Alone implements SessionHost {
        @Override
        public void wake(Session session) {}

        @Override
        public void wakeForServe(Session session) {}

        @Override
        public void joinNextServe(Session session) {}

        @Override
        public void wakeForScheduleEnd(Session session) {}

        @Override
        public void onActivity(Session session, long nowNanos) {}

        @Override
        public void onReady(Session session) {}

        @Override
        public void own(Session session, Registration registration) {}

        @Override
        public void onServerRequestIdle(Session session, String request) {}

        @Override
        public EpochVerdict judgeEpoch(Session session, long nowNanos, @Nullable Long epoch) {
            return EpochVerdict.CURRENT;
        }
    }
}

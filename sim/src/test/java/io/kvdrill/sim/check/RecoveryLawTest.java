package io.kvdrill.sim.check;

import static io.kvdrill.sim.check.Script.A;
import static io.kvdrill.sim.check.Script.B;
import static io.kvdrill.sim.check.Script.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.trace.ClientEvent.LoadEnded;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import io.kvdrill.core.trace.ClientEvent.LoadStarted;
import io.kvdrill.core.trace.SessionEvent.DialRefused;
import io.kvdrill.core.trace.SessionEvent.Opening;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.core.trace.SessionEvent.SessionOpened;
import io.kvdrill.core.trace.SessionEvent.SessionReady;
import io.kvdrill.sim.engine.EngineEvent.PrefillStep;
import io.kvdrill.sim.run.RequestOutcome;
import io.kvdrill.sim.world.Expectation.Finish;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** I14: the longest timeout is 60 s, so what begins 61 s after healing must work. */
class RecoveryLawTest {
    private static final SessionOpened OPENED = new SessionOpened(B, 1, Opening.DIALLED);
    private static final LoadStarted LOAD =
            new LoadStarted(B, "r1", 1, 0, LoadMode.PD, List.of(key("k")), SlotList.of(1));

    private static LoadEnded ended(String reason) {
        return new LoadEnded(B, "r1", 1, 0, LoadMode.PD, false, false, reason, 5);
    }

    private static Script healed() {
        return Script.of(new RecoveryChecker()).at(10).healed();
    }

    @Test
    void aWorldThatDoesNotHealIsNotAtStake() {
        Script script = Script.of(new RecoveryChecker())
                .at(100)
                .emit(A, OPENED)
                .emit(A, LOAD)
                .emit(A, ended("connection lost"));
        assertThat(script.end()).isEmpty();
        assertThat(script.report(Law.I14).atStake()).isZero();
    }

    @Test
    void aNewSessionThatNeverBecomesReadyBreaksI14() {
        assertThat(healed().at(71)
                        .emit(A, OPENED)
                        .emit(A, new SessionReady(B, 0, 5))
                        .end())
                .isEmpty();
        assertThat(healed().at(71).emit(A, OPENED).end()).hasSize(1);
        assertThat(healed().at(71)
                        .emit(A, OPENED)
                        .at(102)
                        .emit(A, new SessionClosed(B, 1, "handshake not complete after 30001 ms", 0, 0, 0))
                        .end())
                .hasSize(1);
    }

    @Test
    void aSessionThatCannotBecomeReadyInFourStepsOfItsPeersIsNotJudged() {
        Script slow = healed().at(71)
                .emit(B, new PrefillStep(1 << 20, 0, 8_000_000_000L))
                .emit(A, OPENED);
        slow.at(102).emit(A, new SessionClosed(B, 1, "handshake not complete after 30001 ms", 0, 0, 0));
        assertThat(slow.end()).isEmpty();
        Script justInTime = healed().at(90)
                .emit(B, new PrefillStep(1 << 20, 0, 7_500_000_000L))
                .emit(A, OPENED);
        justInTime.at(121).emit(A, new SessionClosed(B, 1, "handshake not complete after 30001 ms", 0, 0, 0));
        assertThat(justInTime.end()).hasSize(1);
    }

    @Test
    void aDialThatIsPutOffForTooLongBreaksI14() {
        DialRefused refused = new DialRefused(B, "it is faulted; the next dial is 20000 ms away");
        assertThat(healed().at(20).emit(A, refused).end()).isEmpty();
        assertThat(healed().at(71).emit(A, refused).end()).hasSize(1);
        DialRefused passing = new DialRefused(B, "its host is quarantined for another 5000 ms");
        assertThat(healed().at(71).emit(A, passing).end()).isEmpty();
    }

    @Test
    void aNewLoadThatFailsWithItsSessionBreaksI14() {
        assertThat(healed().at(20)
                        .emit(A, LOAD)
                        .emit(A, ended("connection lost"))
                        .end())
                .isEmpty();
        assertThat(healed().at(71)
                        .emit(A, LOAD)
                        .emit(A, ended("request finished"))
                        .end())
                .isEmpty();
        assertThat(healed().at(71)
                        .emit(A, LOAD)
                        .emit(A, ended("connection lost"))
                        .end())
                .singleElement()
                .satisfies(violation -> assertThat(violation.job()).isEqualTo(1));
    }

    private static Script arrived(double seconds, @Nullable Finish finish) {
        Script script = healed();
        long at = (long) (seconds * 1_000_000_000L);
        script.run().requests = List.of(new RequestOutcome("r9", at, -1, -1, finish, 0, 0, 0, 0, null, 1));
        return script.at(200);
    }

    @Test
    void aNewRequestThatFailsOrHangsBreaksI14() {
        assertThat(arrived(71, Finish.LOCAL_PREFILL).end()).isEmpty();
        assertThat(arrived(20, Finish.FAILED).end()).isEmpty();
        assertThat(arrived(71, Finish.FAILED).end())
                .singleElement()
                .satisfies(violation -> assertThat(violation.request()).isEqualTo("r9"));
        assertThat(arrived(71, null).end()).hasSize(1);
    }
}

package io.kvdrill.sim.check;

import static io.kvdrill.sim.check.Script.A;
import static io.kvdrill.sim.check.Script.B;
import static io.kvdrill.sim.check.Script.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.trace.ClientEvent.LoadEnded;
import io.kvdrill.core.trace.ClientEvent.LoadForgotten;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import io.kvdrill.core.trace.ManagerEvent.JobReported;
import io.kvdrill.core.trace.ManagerEvent.JobSubmitted;
import io.kvdrill.core.trace.ServerEvent.AbortAcknowledged;
import io.kvdrill.core.trace.ServerEvent.DemandReceived;
import io.kvdrill.core.trace.ServerEvent.LookupAnswered;
import io.kvdrill.core.trace.ServerEvent.LookupDropped;
import io.kvdrill.core.trace.ServerEvent.LookupEnqueued;
import io.kvdrill.core.trace.ServerEvent.RoundEnded;
import io.kvdrill.core.trace.ServerEvent.TerminalFetchReceived;
import io.kvdrill.core.trace.ServerEvent.WriteEnded;
import io.kvdrill.core.trace.ServerEvent.WriteStarted;
import io.kvdrill.core.trace.SessionEvent.MessageReceived;
import io.kvdrill.core.trace.SessionEvent.MessageSent;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.sim.engine.EngineEvent.EngineCrashed;
import io.kvdrill.sim.engine.EngineEvent.JobEnded;
import io.kvdrill.sim.engine.EngineEvent.JobOpened;
import io.kvdrill.sim.run.Violation;
import java.util.List;
import org.junit.jupiter.api.Test;

/** I1: exactly one result, exactly one answer. */
class ResultLawsTest {
    private static final SlotList SLOTS = SlotList.of(1, 2);

    private static JobSubmitted submitted(long job) {
        return new JobSubmitted(job, Direction.LOAD, "r1", List.of(key("k1"), key("k2")), SLOTS);
    }

    private static JobReported reported(long job) {
        return new JobReported(job, Direction.LOAD, true, false);
    }

    private static LoadEnded ended(long job) {
        return new LoadEnded(B, "r1", job, 0, LoadMode.PD, true, false, "done", 5);
    }

    // ---- jobs ----------------------------------------------------------------------------------------------------

    @Test
    void aJobWithOneResultIsInOrder() {
        Script script = Script.of(new ResultsChecker())
                .emit(A, submitted(1))
                .emit(A, ended(1))
                .emit(A, reported(1));
        assertThat(script.step(A).end()).isEmpty();
        assertThat(script.report(Law.I1).atStake()).isPositive();
    }

    @Test
    void aSecondResultBreaksI1() {
        Script script = Script.of(new ResultsChecker())
                .emit(A, submitted(1))
                .emit(A, reported(1))
                .emit(A, reported(1));
        assertThat(script.end()).singleElement().satisfies(violation -> {
            assertThat(violation.law()).isEqualTo("I1");
            assertThat(violation.statement()).isEqualTo(3);
            assertThat(violation.job()).isEqualTo(1);
            assertThat(violation.peers()).containsExactly(A);
            assertThat(violation.about()).contains(script.lastSequence());
        });
    }

    @Test
    void aJobThatHasNoResultAtTheEndBreaksI1() {
        List<Violation> violations =
                Script.of(new ResultsChecker()).emit(A, submitted(1)).end();
        assertThat(violations).singleElement().satisfies(violation -> {
            assertThat(violation.statement()).isEqualTo(1);
            assertThat(violation.request()).isEqualTo("r1");
            assertThat(violation.about()).contains(4L);
        });
    }

    @Test
    void aForgottenLoadBreaksI1Once() {
        List<Violation> violations = Script.of(new ResultsChecker())
                .emit(A, submitted(1))
                .emit(A, new LoadForgotten(B, "r1", 1, 0))
                .end();
        assertThat(violations).singleElement().satisfies(violation -> {
            assertThat(violation.statement()).isEqualTo(1);
            assertThat(violation.peers()).containsExactly(A, B);
        });
    }

    @Test
    void aResultThatIsSettledAndNotToldForTwoSweepsBreaksI1() {
        Script script = Script.of(new ResultsChecker()).emit(A, submitted(1)).emit(A, ended(1));
        assertThat(script.step(A).violations()).isEmpty();
        assertThat(script.step(A).violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(48));
        assertThat(script.end()).hasSize(1);
    }

    @Test
    void jobsOfADeadProcessOweNothing() {
        assertThat(Script.of(new ResultsChecker()).emit(A, submitted(1)).kill(A).end())
                .isEmpty();
    }

    @Test
    void aForeignTierIsJudgedByTheEnginesEvents() {
        JobOpened opened = new JobOpened(1, Direction.STORE, "r1", List.of(), SlotList.empty());
        JobEnded over = new JobEnded(1, Direction.STORE, "r1", true, false, 5);
        assertThat(Script.of(new ResultsChecker()).emit(A, opened).emit(A, over).end())
                .isEmpty();
        assertThat(Script.of(new ResultsChecker()).emit(A, opened).end())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(2));
        assertThat(Script.of(new ResultsChecker())
                        .emit(A, new EngineCrashed(1, "a result for store 1, which is finished already"))
                        .end())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(3));
    }

    // ---- rounds --------------------------------------------------------------------------------------------------

    private static DemandReceived demand() {
        return new DemandReceived(B, "r1", 7, 2, 0);
    }

    private static RoundEnded roundEnded() {
        return new RoundEnded(B, "r1", 7, true, true, "all blocks written");
    }

    private static WriteStarted write(long transfer, int blocks) {
        return new WriteStarted(
                B, "r1", 7, transfer, List.of(1L), List.of(key("k1"), key("k2")).subList(0, blocks), SLOTS, SLOTS, 1);
    }

    @Test
    void aDemandedRoundThatEndsOnceIsInOrder() {
        Script script = Script.of(new RoundsChecker())
                .emit(A, demand())
                .emit(A, write(1, 1))
                .emit(A, write(2, 1))
                .emit(A, roundEnded());
        assertThat(script.end()).isEmpty();
    }

    @Test
    void aRoundThatNeverEndsWhileItsSessionLivesBreaksI1() {
        assertThat(Script.of(new RoundsChecker()).emit(A, demand()).end())
                .singleElement()
                .satisfies(violation -> {
                    assertThat(violation.statement()).isEqualTo(10);
                    assertThat(violation.round()).isEqualTo(7);
                });
        assertThat(Script.of(new RoundsChecker())
                        .emit(A, demand())
                        .emit(A, new SessionClosed(B, 1, "connection lost", 0, 0, 0))
                        .end())
                .isEmpty();
    }

    @Test
    void aRoundThatEndsTwiceBreaksI1() {
        assertThat(Script.of(new RoundsChecker())
                        .emit(A, demand())
                        .emit(A, roundEnded())
                        .emit(A, roundEnded())
                        .end())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(10));
    }

    @Test
    void aRoundThatEndsWithoutAWordToAPeerThatHasNotGivenItUpBreaksI1() {
        RoundEnded silent = new RoundEnded(B, "r1", 7, false, false, "aborted by the peer");
        MessageReceived abort = new MessageReceived(B, new Message.AbortFetch("r1", 7));
        assertThat(Script.of(new RoundsChecker())
                        .emit(A, demand())
                        .emit(A, abort)
                        .emit(A, silent)
                        .violations())
                .isEmpty();
        assertThat(Script.of(new RoundsChecker())
                        .emit(A, demand())
                        .emit(A, new TerminalFetchReceived(B, "r1", 8))
                        .emit(A, silent)
                        .violations())
                .isEmpty();
        assertThat(Script.of(new RoundsChecker())
                        .emit(A, abort)
                        .emit(A, demand())
                        .emit(A, silent)
                        .violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(10));
    }

    @Test
    void aRoundThatGoesOnWhenAllOfItIsWrittenBreaksI1() {
        Script script = Script.of(new RoundsChecker())
                .emit(A, demand())
                .emit(A, write(1, 1))
                .emit(A, new WriteEnded(B, "r1", 7, 1, true, 5))
                .step(A);
        assertThat(script.violations()).isEmpty();
        script.emit(A, write(2, 1))
                .emit(A, new WriteEnded(B, "r1", 7, 2, true, 5))
                .step(A);
        assertThat(script.violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(40));
    }

    @Test
    void aSecondDemandOfARoundBreaksI1() {
        Script script = Script.of(new RoundsChecker()).emit(A, demand()).emit(A, demand());
        assertThat(script.violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(8));
    }

    @Test
    void whatAnAbortedRoundStillWritesIsNothingOfTheRoundThatIsFetchedAgain() {
        Script script = Script.of(new RoundsChecker())
                .emit(A, demand())
                .emit(A, write(1, 2))
                .emit(A, new MessageReceived(B, new Message.AbortFetch("r1", 7)))
                .emit(A, new RoundEnded(B, "r1", 7, false, false, "aborted by the peer"))
                .emit(A, demand())
                .emit(A, new WriteEnded(B, "r1", 7, 1, true, 5));
        assertThat(script.step(A).violations()).isEmpty();
        script.emit(A, write(2, 2)).emit(A, new WriteEnded(B, "r1", 7, 2, true, 5));
        assertThat(script.step(A).violations()).as("its own").hasSize(1);
    }

    @Test
    void moreBlocksThanWereAskedForBreakI1() {
        Script script = Script.of(new RoundsChecker())
                .emit(A, demand())
                .emit(A, write(1, 2))
                .emit(A, write(2, 1));
        assertThat(script.violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(40));
    }

    @Test
    void anAbortGetsOneAcknowledgement() {
        Message abort = new Message.AbortFetch("r1", 7);
        AbortAcknowledged acknowledged = new AbortAcknowledged(B, "r1", 7, false, 0);
        Script repeated = Script.of(new RoundsChecker())
                .emit(A, new MessageReceived(B, abort))
                .emit(A, new MessageReceived(B, abort))
                .emit(A, acknowledged);
        assertThat(repeated.violations()).isEmpty();
        assertThat(repeated.emit(A, acknowledged).violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(11));
        assertThat(Script.of(new RoundsChecker())
                        .emit(A, new MessageReceived(B, abort))
                        .end())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(11));
    }

    // ---- lookups -------------------------------------------------------------------------------------------------

    private static Script asked() {
        return Script.of(new LookupAnswersChecker())
                .emit(A, new MessageReceived(B, new Message.Lookup("r1", List.of(key("k1"), key("k2")), 3)))
                .emit(A, new LookupEnqueued(B, "r1", 1, 3, 2));
    }

    private static LookupAnswered answered() {
        return new LookupAnswered(B, "r1", 1, 3, 1, 1, 5);
    }

    private static MessageSent response(String... keys) {
        return new MessageSent(
                B,
                new Message.LookupResponse(
                        "r1",
                        java.util.Arrays.stream(keys).map(Script::key).toList(),
                        java.util.Collections.nCopies(keys.length, true),
                        null));
    }

    @Test
    void aLookupWithOneAnswerIsInOrder() {
        assertThat(asked().emit(A, answered()).emit(A, response("k1", "k2")).end())
                .isEmpty();
        assertThat(asked().emit(A, new LookupDropped(B, "r1", 1, "terminal fetch"))
                        .end())
                .isEmpty();
    }

    @Test
    void aLookupWithoutAnAnswerBreaksI1() {
        assertThat(asked().end())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(13));
    }

    @Test
    void aSecondAnswerOrOneInAnotherOrderBreaksI1() {
        assertThat(asked().emit(A, answered())
                        .emit(A, response("k1", "k2"))
                        .emit(A, answered())
                        .end())
                .hasSize(1);
        assertThat(asked().emit(A, answered()).emit(A, response("k2", "k1")).end())
                .hasSize(1);
    }
}

package io.kvdrill.sim.check;

import static io.kvdrill.sim.check.Script.A;
import static io.kvdrill.sim.check.Script.B;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.trace.ManagerEvent.JobReported;
import io.kvdrill.core.trace.ServerEvent.LookupEnqueued;
import io.kvdrill.core.trace.ServerEvent.RoundEnded;
import io.kvdrill.core.trace.SessionEvent.MessageReceived;
import io.kvdrill.core.trace.SessionEvent.MessageSent;
import io.kvdrill.sim.run.LawReport;
import io.kvdrill.sim.run.Violation;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the checkers have in common: their account, and what they say of a violation. */
class LawsTest {

    private static JobReported unknown(long job) {
        return new JobReported(job, Direction.LOAD, true, false);
    }

    @Test
    void eachLawIsReportedOnceAndInOrder() {
        assertThat(Script.of().laws().laws())
                .extracting(LawReport::law)
                .containsExactly(
                        "I1", "I2", "I3", "I4", "I5", "I6", "I7", "I8", "I9", "I10", "I11", "I12", "I13", "I14", "I15");
    }

    @Test
    void aLawThatWasNeverAtStakeIsReportedAsSuch() {
        LawReport report = Script.of(new RoundQuiescenceChecker()).report(Law.I2);
        assertThat(report.atStake()).isZero();
        assertThat(report.violations()).isEmpty();
    }

    @Test
    void checkersOfOneLawShareItsReport() {
        Script script = Script.of(new ResultsChecker(), new RoundsChecker())
                .at(2)
                .emit(A, new RoundEnded(B, "r1", 0, true, true, "all blocks written"))
                .at(1)
                .emit(A, unknown(1));
        LawReport report = script.report(Law.I1);
        assertThat(report.checked()).isEqualTo(2);
        assertThat(report.violations()).extracting(Violation::worldNanos).isSorted();
    }

    @Test
    void moreViolationsThanAnybodyReadsAreCounted() {
        Script script = Script.of(new ResultsChecker());
        for (int job = 1; job <= 60; job++) {
            script.emit(A, unknown(job));
        }
        List<Violation> violations = script.violations();
        assertThat(violations).hasSize(51);
        assertThat(violations.get(50).what()).isEqualTo("and 10 more");
    }

    @Test
    void aViolationIsAboutTheEntryAtWhichItIsFoundAndThoseThatTheLawHoldsAgainstIt() {
        Script script = Script.of(new RoundsChecker());
        Message abort = new Message.AbortFetch("r1", 7);
        script.emit(B, new MessageSent(A, abort));
        script.emit(A, new MessageReceived(B, abort), script.lastSequence());
        script.emit(A, new LookupEnqueued(B, "another", 1, 0, 1));
        script.emit(A, new RoundEnded(B, "r1", 7, true, true, "all blocks written"));
        long broken = script.lastSequence();
        assertThat(script.violations()).singleElement().satisfies(violation -> {
            assertThat(violation.foundAt()).isEqualTo(broken);
            assertThat(violation.about()).containsExactly(broken);
        });
    }

    @Test
    void nothingIsJudgedAtTheEndOfARunThatWasCut() {
        Script script = Script.of(new ResultsChecker())
                .emit(
                        A,
                        new io.kvdrill.sim.engine.EngineEvent.JobOpened(
                                1, Direction.LOAD, "r1", List.of(), io.kvdrill.core.protocol.SlotList.empty()));
        script.laws().onEnd(script.run(), false);
        assertThat(script.violations()).isEmpty();
    }

    @Test
    void lawsThatWereNotStartedSaySo() {
        FakeRun run = new FakeRun(
                Script.world().build(), io.kvdrill.core.profile.Profile.of(io.kvdrill.core.profile.Preset.HARDENED));
        assertThatThrownBy(() -> Laws.standard().onStepEnd(run.peer(A), run))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("onStart");
    }

    @Test
    void lawsAreFoundByTheirCodes() {
        assertThat(Law.of("I11")).contains(Law.I11);
        assertThat(Law.of("I16")).isEmpty();
    }
}

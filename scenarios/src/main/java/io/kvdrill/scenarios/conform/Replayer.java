package io.kvdrill.scenarios.conform;

import io.kvdrill.scenarios.conform.VectorReport.Ending;
import io.kvdrill.scenarios.conform.VectorReport.Mismatch;
import io.kvdrill.scenarios.conform.compare.Difference;
import io.kvdrill.scenarios.conform.compare.VectorComparison;
import io.kvdrill.scenarios.conform.subject.Answer;
import io.kvdrill.scenarios.conform.subject.Subject;
import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import io.kvdrill.scenarios.conform.vector.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plays vectors to a subject, step by step, and compares its answers with the recording, or with the answers of another
 * subject. A vector ends at its first step that differs: after it, the two are in different states, and what follows
 * says nothing.
 */
public final class Replayer {
    private final Subject subject;
    private final @Nullable Subject baseline;
    private final boolean renameRounds;

    /**
     * A replayer.
     *
     * @param subject who is asked
     * @param baseline whose answers are expected, or null for those of the recording
     * @param renameRounds whether the subject may number its rounds otherwise
     */
    public Replayer(Subject subject, @Nullable Subject baseline, boolean renameRounds) {
        this.subject = subject;
        this.baseline = baseline;
        this.renameRounds = renameRounds;
    }

    /**
     * Replays one vector.
     *
     * @param stopAt the first step not to play; {@link ConformanceVector#NO_DEFECT} for all
     * @throws io.kvdrill.scenarios.conform.subject.SubjectException if a subject cannot be asked any more
     */
    public VectorReport replay(ConformanceVector vector, int stopAt) {
        VectorReport report = play(vector, stopAt);
        subject.end();
        if (baseline != null) {
            baseline.end();
        }
        return report;
    }

    private VectorReport play(ConformanceVector vector, int stopAt) {
        VectorComparison comparison = new VectorComparison(vector, renameRounds);
        Answer begun = subject.begin(vector);
        Answer begunBaseline = baseline == null ? Answer.nothing() : baseline.begin(vector);
        for (Answer answer : List.of(begun, begunBaseline)) {
            if (answer instanceof Answer.Unsupported unsupported) {
                return new VectorReport(vector, Ending.UNSUPPORTED, 0, null, unsupported.reason());
            }
        }
        for (Step step : vector.steps()) {
            if (step.index() >= stopAt) {
                return new VectorReport(vector, Ending.STOPPED_AT_DEFECT, step.index(), null, "");
            }
            Answer expected = baseline == null
                    ? new Answer.Played(step.returns(), step.effects())
                    : baseline.step(comparison.toExpected(step));
            Answer actual = subject.step(comparison.toActual(step));
            VectorReport ended = judge(comparison, vector, step, expected, actual);
            if (ended != null) {
                return ended;
            }
        }
        List<Difference> differences = comparison.end();
        if (!differences.isEmpty()) {
            Step last = vector.steps().get(vector.steps().size() - 1);
            return mismatch(vector, last, differences);
        }
        return new VectorReport(vector, Ending.MATCHED, vector.steps().size(), null, "");
    }

    private static @Nullable VectorReport judge(
            VectorComparison comparison, ConformanceVector vector, Step step, Answer expected, Answer actual) {
        for (Answer answer : List.of(actual, expected)) {
            if (answer instanceof Answer.Unsupported unsupported) {
                String note = "step " + step.index() + " (" + step.op().publicName() + "): " + unsupported.reason();
                return new VectorReport(vector, Ending.UNSUPPORTED, step.index(), null, note);
            }
        }
        if (expected instanceof Answer.Played wanted && actual instanceof Answer.Played found) {
            List<Difference> differences = comparison.compare(step, wanted, found);
            return differences.isEmpty() ? null : mismatch(vector, step, differences);
        }
        String wanted = expected instanceof Answer.Broken broken ? broken.reason() : "an answer";
        String found = actual instanceof Answer.Broken broken ? broken.reason() : "an answer";
        return mismatch(vector, step, List.of(new Difference("8: holds for every subject", wanted, found)));
    }

    private static VectorReport mismatch(ConformanceVector vector, Step step, List<Difference> differences) {
        return new VectorReport(
                vector,
                Ending.MISMATCHED,
                step.index(),
                new Mismatch(step.index(), step.op().publicName(), step.arguments(), differences),
                "");
    }
}

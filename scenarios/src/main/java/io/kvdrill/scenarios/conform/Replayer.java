package io.kvdrill.scenarios.conform;

import io.kvdrill.scenarios.conform.KnownDifferences.Known;
import io.kvdrill.scenarios.conform.VectorReport.Ending;
import io.kvdrill.scenarios.conform.VectorReport.Mismatch;
import io.kvdrill.scenarios.conform.compare.Difference;
import io.kvdrill.scenarios.conform.compare.VectorComparison;
import io.kvdrill.scenarios.conform.subject.Answer;
import io.kvdrill.scenarios.conform.subject.Subject;
import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import io.kvdrill.scenarios.conform.vector.Step;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Plays vectors to a subject, step by step, and compares its answers with the recording, or with the answers of another
 * subject. A vector ends at its first step that differs without being known to: after it, the two are in different
 * states, and what follows says nothing.
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
     * Replays one vector from first step to last.
     *
     * @throws io.kvdrill.scenarios.process.SubjectException if a subject cannot be asked any more
     */
    public VectorReport replay(ConformanceVector vector) {
        return replay(vector, ConformanceVector.NO_DEFECT, Known.NOTHING);
    }

    /**
     * Replays one vector.
     *
     * @param stopAt the first step not to play; {@link ConformanceVector#NO_DEFECT} for all
     * @param known steps that may differ
     * @throws io.kvdrill.scenarios.process.SubjectException if a subject cannot be asked any more
     */
    VectorReport replay(ConformanceVector vector, int stopAt, Known known) {
        Run run = new Run(vector, known);
        VectorReport report = run.play(stopAt);
        subject.end();
        if (baseline != null) {
            baseline.end();
        }
        return report;
    }

    /** One vector being played. */
    private final class Run {
        private final ConformanceVector vector;
        private final Known known;
        private final VectorComparison comparison;
        private final TreeSet<Integer> tolerated = new TreeSet<>();
        private int matched;

        Run(ConformanceVector vector, Known known) {
            this.vector = vector;
            this.known = known;
            this.comparison = new VectorComparison(vector, renameRounds);
        }

        VectorReport play(int stopAt) {
            Answer begun = subject.begin(vector);
            Answer begunBaseline = baseline == null ? Answer.nothing() : baseline.begin(vector);
            for (Answer answer : List.of(begun, begunBaseline)) {
                if (answer instanceof Answer.Unsupported unsupported) {
                    return report(Ending.UNSUPPORTED, null, unsupported.reason());
                }
            }
            for (Step step : vector.steps()) {
                if (step.index() >= stopAt) {
                    return report(Ending.STOPPED_AT_DEFECT, null, "");
                }
                VectorReport ended = play(step);
                if (ended != null) {
                    return ended;
                }
            }
            List<Difference> differences = comparison.end();
            int last = vector.steps().size() - 1;
            if (!differences.isEmpty() && !tolerated.contains(last)) {
                matched--;
                if (!known.tolerates(last)) {
                    return mismatch(vector.steps().get(last), differences);
                }
                tolerated.add(last);
            }
            return report(Ending.MATCHED, null, "");
        }

        private @Nullable VectorReport play(Step step) {
            Answer expected = baseline == null
                    ? new Answer.Played(step.returns(), step.effects())
                    : baseline.step(comparison.toExpected(step));
            Answer actual = subject.step(comparison.toActual(step));
            for (Answer answer : List.of(actual, expected)) {
                if (answer instanceof Answer.Unsupported unsupported) {
                    String note = "step " + step.index() + " (" + step.op().publicName() + "): " + unsupported.reason();
                    return report(Ending.UNSUPPORTED, null, note);
                }
            }
            List<Difference> differences = differences(step, expected, actual);
            if (differences.isEmpty()) {
                matched++;
                return step.index() == known.last() ? report(Ending.MATCHED, null, "") : null;
            }
            if (!known.tolerates(step.index())) {
                return mismatch(step, differences);
            }
            tolerated.add(step.index());
            boolean over = step.index() == known.last() || actual instanceof Answer.Broken;
            return over ? report(Ending.STOPPED_AT_ROW, null, "") : null;
        }

        private List<Difference> differences(Step step, Answer expected, Answer actual) {
            if (expected instanceof Answer.Played wanted && actual instanceof Answer.Played found) {
                return comparison.compare(step, wanted, found);
            }
            if (expected instanceof Answer.Broken && expected.equals(actual)) {
                return List.of();
            }
            String wanted = expected instanceof Answer.Broken broken ? broken.reason() : "an answer";
            String found = actual instanceof Answer.Broken broken ? broken.reason() : "an answer";
            return List.of(new Difference("8: holds for every subject", wanted, found));
        }

        private VectorReport mismatch(Step step, List<Difference> differences) {
            Mismatch mismatch = new Mismatch(step.index(), step.op().publicName(), step.arguments(), differences);
            return report(Ending.MISMATCHED, mismatch, "");
        }

        private VectorReport report(Ending ending, @Nullable Mismatch mismatch, String note) {
            return new VectorReport(vector, ending, matched, tolerated, mismatch, note);
        }
    }
}

package io.kvdrill.scenarios.conform;

import io.kvdrill.scenarios.conform.VectorReport.Ending;
import java.util.List;

/**
 * Sums over vectors.
 *
 * @param vectors how many
 * @param steps of all of them
 * @param matched steps that matched
 * @param mismatches vectors with a step that differs and should not
 * @param intended vectors with a step that differs as was said with {@code --expect-changed}
 * @param skippedAfterDefect steps after a marked defect
 * @param known steps that differ because of a row, as committed
 * @param skippedAfterRow steps after a difference that a row makes, as committed
 * @param skippedOther steps after a mismatch, or that the subject does not know
 * @param unsupported vectors that the subject does not know how to play to their end
 */
public record Totals(
        int vectors,
        int steps,
        int matched,
        int mismatches,
        int intended,
        int skippedAfterDefect,
        int known,
        int skippedAfterRow,
        int skippedOther,
        int unsupported) {

    static Totals of(List<Verdict> verdicts) {
        int steps = 0;
        int matched = 0;
        int mismatches = 0;
        int intended = 0;
        int afterDefect = 0;
        int known = 0;
        int afterRow = 0;
        int other = 0;
        int unsupported = 0;
        for (Verdict verdict : verdicts) {
            VectorReport report = verdict.report();
            steps += report.vector().steps().size();
            known += report.tolerated().size();
            matched += report.matched();
            mismatches += verdict.bad() ? 1 : 0;
            intended += verdict.intended() ? 1 : 0;
            unsupported += report.ending() == Ending.UNSUPPORTED ? 1 : 0;
            if (report.ending() == Ending.STOPPED_AT_DEFECT) {
                afterDefect += report.skipped();
            } else if (report.ending() == Ending.STOPPED_AT_ROW) {
                afterRow += report.skipped();
            } else {
                other += report.skipped();
            }
        }
        return new Totals(
                verdicts.size(),
                steps,
                matched,
                mismatches,
                intended,
                afterDefect,
                known,
                afterRow,
                other,
                unsupported);
    }
}

package io.kvdrill.scenarios.conform;

import io.kvdrill.core.profile.Row;
import io.kvdrill.scenarios.conform.KnownDifferences.Known;
import io.kvdrill.scenarios.conform.VectorReport.Ending;
import io.kvdrill.scenarios.conform.VectorReport.Mismatch;
import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Replays vectors and weighs what came of it. */
final class Conformance {
    private final Replayer replayer;
    private final KnownDifferences known;
    private final Set<Row<?>> expectChanged;
    private final boolean stopAtDefects;

    /**
     * A way to judge.
     *
     * @param replayer plays them
     * @param known where differences are committed
     * @param expectChanged rows whose vectors may differ
     * @param stopAtDefects whether the subject corrects what the recordings get wrong
     */
    Conformance(Replayer replayer, KnownDifferences known, Set<Row<?>> expectChanged, boolean stopAtDefects) {
        this.replayer = replayer;
        this.known = known;
        this.expectChanged = expectChanged;
        this.stopAtDefects = stopAtDefects;
    }

    Verdict judge(ConformanceVector vector) {
        VectorReport report = replayer.replay(vector, stopAtDefects ? vector.defectAt() : ConformanceVector.NO_DEFECT);
        Known difference = known.of(vector.name());
        Mismatch mismatch = report.mismatch();
        if (difference != null) {
            if (mismatch != null && mismatch.step() == difference.step()) {
                VectorReport stopped = new VectorReport(
                        vector,
                        Ending.STOPPED_AT_ROW,
                        report.matched(),
                        mismatch,
                        difference.row().name());
                return new Verdict(stopped, false, "");
            }
            if (mismatch == null) {
                return new Verdict(
                        report,
                        false,
                        "hardened-differences.tsv names step " + difference.step() + " of it ("
                                + difference.row().name() + "), which matches: the line is superfluous");
            }
        }
        boolean intended = mismatch != null && rowsOf(vector).stream().anyMatch(expectChanged::contains);
        return new Verdict(report, intended, "");
    }

    /** The rows that a vector touches: those of its defects, and the one that is known to make a difference in it. */
    static Set<Row<?>> rowsOf(ConformanceVector vector) {
        Set<Row<?>> rows = new LinkedHashSet<>();
        vector.defects().forEach(defect -> rows.addAll(DefectRows.of(defect)));
        Known difference = KnownDifferences.hardened().of(vector.name());
        if (difference != null) {
            rows.add(difference.row());
        }
        return rows;
    }

    /** The ids in these vectors that are no defect's. */
    static List<String> unknownDefects(List<ConformanceVector> vectors) {
        return vectors.stream()
                .flatMap(vector -> vector.defects().stream()
                        .filter(id -> !DefectRows.ids().contains(id))
                        .map(id -> vector.file() + ":" + vector.line() + ": vector \"" + vector.name()
                                + "\": unknown defect id \"" + id + "\"; expected one of " + DefectRows.ids()))
                .toList();
    }
}

package io.kvdrill.scenarios.conform;

import io.kvdrill.core.profile.Row;
import io.kvdrill.scenarios.conform.KnownDifferences.Known;
import io.kvdrill.scenarios.conform.VectorReport.Ending;
import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** Replays vectors and weighs what came of it. */
final class Conformance {
    private static final KnownDifferences HARDENED = KnownDifferences.hardened();

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
        int stopAt = stopAtDefects ? vector.defectAt() : ConformanceVector.NO_DEFECT;
        Known expected = known.of(vector.name());
        VectorReport report = replayer.replay(vector, stopAt, expected);
        if (report.ending() == Ending.MISMATCHED) {
            return new Verdict(report, rowsOf(vector).stream().anyMatch(expectChanged::contains), "");
        }
        SortedSet<Integer> superfluous = new TreeSet<>(expected.rows().keySet());
        superfluous.removeAll(report.tolerated());
        return new Verdict(
                report,
                false,
                superfluous.isEmpty() || report.ending() == Ending.UNSUPPORTED
                        ? ""
                        : "the list of known differences names steps " + superfluous
                                + " of it, which match: these entries are superfluous");
    }

    /** The rows that a vector touches: those of its defects, and those that are known to make a difference in it. */
    static Set<Row<?>> rowsOf(ConformanceVector vector) {
        Set<Row<?>> rows = new LinkedHashSet<>();
        vector.defects().forEach(defect -> rows.addAll(DefectRows.of(defect)));
        rows.addAll(HARDENED.rowsOf(vector.name()));
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

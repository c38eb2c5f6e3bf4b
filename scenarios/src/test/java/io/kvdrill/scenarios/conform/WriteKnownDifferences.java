package io.kvdrill.scenarios.conform;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.scenarios.conform.KnownDifferences.Known;
import io.kvdrill.scenarios.conform.VectorReport.Mismatch;
import io.kvdrill.scenarios.conform.tier.ManagerFactory;
import io.kvdrill.scenarios.conform.tier.TierSubject;
import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import io.kvdrill.scenarios.conform.vector.VectorFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes the lines of {@code hardened-differences.tsv} to its standard output, for a person to look through before they
 * are committed: what it finds are differences, not whether they are meant. A step is put down to the first row that makes
 * it match when it alone, or together with one other, takes the value of the recorded preset; a step that no such row
 * explains is written to standard error, and is an error of the tier until somebody shows otherwise.
 *
 * <p>Run with the directories of vectors as arguments.
 */
final class WriteKnownDifferences {
    /** So many steps may differ in more than what one call returns before the rest of a vector says nothing. */
    private static final int MAX_LASTING = 2;

    private static final Profile HARDENED = Profile.of(Preset.HARDENED);

    private WriteKnownDifferences() {}

    public static void main(String[] paths) {
        List<Path> list = new ArrayList<>();
        for (String path : paths) {
            list.add(Path.of(path));
        }
        for (List<ConformanceVector> vectors : VectorFiles.read(list).values()) {
            for (ConformanceVector vector : vectors) {
                KnownDifferences.lines(vector.name(), find(vector)).forEach(System.out::println);
            }
        }
    }

    private static Known find(ConformanceVector vector) {
        SortedMap<Integer, Row<?>> rows = new TreeMap<>();
        int lasting = 0;
        int firstLasting = ConformanceVector.NO_DEFECT;
        while (true) {
            VectorReport report = replay(vector, HARDENED, new Known(rows, ConformanceVector.NO_DEFECT));
            Mismatch mismatch = report.mismatch();
            if (mismatch == null) {
                return new Known(rows, ConformanceVector.NO_DEFECT);
            }
            Row<?> row = explain(vector, rows, mismatch);
            if (row == null) {
                System.err.println(vector.file() + ":" + vector.line() + " " + vector.name() + " step "
                        + mismatch.step() + " " + mismatch.op() + ": no row explains "
                        + mismatch.differences());
                return new Known(rows, ConformanceVector.NO_DEFECT);
            }
            rows.put(mismatch.step(), row);
            boolean passing =
                    mismatch.op().equals("new_request") || mismatch.op().equals("lookup");
            if (!passing) {
                lasting++;
                firstLasting = Math.min(firstLasting, mismatch.step());
            }
            if (lasting > MAX_LASTING) {
                return new Known(new TreeMap<>(rows.headMap(firstLasting + 1)), firstLasting);
            }
        }
    }

    private static @Nullable Row<?> explain(
            ConformanceVector vector, SortedMap<Integer, Row<?>> rows, Mismatch mismatch) {
        Known upTo = new Known(rows, ConformanceVector.NO_DEFECT);
        List<Row<?>> candidates = new ArrayList<>(new LinkedHashSet<>(rows.values()));
        Rows.all().stream().filter(row -> !candidates.contains(row)).forEach(candidates::add);
        for (Row<?> row : candidates) {
            if (matches(vector, reverted(vector, HARDENED, row), upTo, mismatch.step())) {
                return row;
            }
        }
        for (Row<?> row : candidates) {
            for (Row<?> other : candidates) {
                if (!row.equals(other)
                        && matches(
                                vector,
                                reverted(vector, reverted(vector, HARDENED, row), other),
                                upTo,
                                mismatch.step())) {
                    return row;
                }
            }
        }
        return null;
    }

    private static boolean matches(ConformanceVector vector, Profile profile, Known known, int step) {
        VectorReport report = replay(vector, profile, known);
        return report.mismatch() == null || report.mismatch().step() > step;
    }

    private static Profile reverted(ConformanceVector vector, Profile profile, Row<?> row) {
        return profile.with(row, vector.reference().preset());
    }

    private static VectorReport replay(ConformanceVector vector, Profile profile, Known known) {
        try (TierSubject subject = new TierSubject("", new ManagerFactory(), each -> profile)) {
            return new Replayer(subject, null, true).replay(vector, vector.defectAt(), known);
        }
    }
}

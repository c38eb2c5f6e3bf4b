package io.kvdrill.scenarios.conform;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.scenarios.conform.KnownDifferences.Known;
import io.kvdrill.scenarios.conform.VectorReport.Mismatch;
import io.kvdrill.scenarios.conform.tier.ManagerFactory;
import io.kvdrill.scenarios.conform.tier.TierSubject;
import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Writes the lists of known differences anew:
 *
 * <p>{@code ./mvnw -o -Pfast -pl scenarios -am test -Dtest=KnownDifferencesWriter -Dkvdrill.write=true}
 *
 * <p>What it finds are differences, not whether they are meant: look through what it prints, and through the change to the
 * lists, before committing them. A step is put down to the first row that makes it match when it alone, or together with
 * one or two others, takes the value of the recorded preset. A step that no row explains is an error of the tier, and
 * fails this.
 */
@EnabledIfSystemProperty(named = "kvdrill.write", matches = "true")
class KnownDifferencesWriter {
    /** So many steps may differ in more than what one call returns before the rest of a vector says nothing. */
    private static final int MAX_LASTING = 2;

    @ParameterizedTest
    @EnumSource(HardenedProfile.class)
    void writesWhereHardenedDiffers(HardenedProfile hardened) throws IOException {
        List<String> lines = new ArrayList<>(hardened.header());
        List<String> unexplained = new ArrayList<>();
        for (ConformanceVector vector : Recorded.all()) {
            lines.addAll(KnownDifferences.lines(vector.name(), new Search(hardened, vector, unexplained).find()));
        }
        if (!unexplained.isEmpty()) {
            throw new AssertionError(String.join("\n", unexplained));
        }
        Files.write(Path.of(System.getProperty("basedir", "")).resolve(hardened.path()), lines);
    }

    /** The differences of one vector. */
    private static final class Search {
        private final ConformanceVector vector;
        private final Profile profile;
        private final List<String> unexplained;
        private final SortedMap<Integer, Row<?>> rows = new TreeMap<>();

        Search(HardenedProfile hardened, ConformanceVector vector, List<String> unexplained) {
            this.vector = vector;
            this.profile = hardened.profile(vector);
            this.unexplained = unexplained;
        }

        Known find() {
            int lasting = 0;
            int firstLasting = ConformanceVector.NO_DEFECT;
            for (Mismatch mismatch = firstDifference(profile); mismatch != null; mismatch = firstDifference(profile)) {
                Row<?> row = explain(mismatch.step());
                String where = vector.name() + " step " + mismatch.step() + " " + mismatch.op() + ": ";
                if (row == null) {
                    unexplained.add(where + "no row explains " + mismatch.differences());
                    break;
                }
                rows.put(mismatch.step(), row);
                boolean passing =
                        mismatch.op().equals("new_request") || mismatch.op().equals("lookup");
                if (!passing) {
                    System.err.println(where + row.name() + " " + mismatch.differences());
                    lasting++;
                    firstLasting = Math.min(firstLasting, mismatch.step());
                }
                if (lasting > MAX_LASTING) {
                    return new Known(new TreeMap<>(rows.headMap(firstLasting + 1)), firstLasting);
                }
            }
            return new Known(rows, ConformanceVector.NO_DEFECT);
        }

        private @Nullable Row<?> explain(int step) {
            List<Row<?>> candidates = new ArrayList<>(new LinkedHashSet<>(rows.values()));
            Rows.all().stream().filter(row -> !candidates.contains(row)).forEach(candidates::add);
            Row<?> single = firstThatExplains(profile, candidates, step);
            if (single != null) {
                return single;
            }
            for (Row<?> row : candidates) {
                if (firstThatExplains(asRecorded(profile, row), candidates, step) != null) {
                    return row;
                }
            }
            // A peer that is turned away early is behind most chains of three.
            Profile lenient = asRecorded(profile, Rows.INTEGER_CHECKS);
            for (Row<?> row : candidates) {
                if (firstThatExplains(asRecorded(lenient, row), candidates, step) != null) {
                    return Rows.INTEGER_CHECKS;
                }
            }
            return null;
        }

        private @Nullable Row<?> firstThatExplains(Profile start, List<Row<?>> candidates, int step) {
            for (Row<?> row : candidates) {
                Mismatch mismatch = firstDifference(asRecorded(start, row));
                if (mismatch == null || mismatch.step() > step) {
                    return row;
                }
            }
            return null;
        }

        private Profile asRecorded(Profile start, Row<?> row) {
            return start.with(row, vector.reference().preset());
        }

        private @Nullable Mismatch firstDifference(Profile under) {
            try (TierSubject subject = new TierSubject("", new ManagerFactory(), each -> under)) {
                return new Replayer(subject, null, true)
                        .replay(vector, vector.defectAt(), new Known(rows, ConformanceVector.NO_DEFECT))
                        .mismatch();
            }
        }
    }
}

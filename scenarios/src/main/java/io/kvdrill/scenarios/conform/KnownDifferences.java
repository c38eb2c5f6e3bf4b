package io.kvdrill.scenarios.conform;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where a profile answers otherwise than a recording before its {@code defect_at}, and the row that makes it so
 * (profiles.md, last part). The list is itself checked: a step on it that matches is superfluous, and one that is missing
 * shows as a mismatch.
 *
 * <p>Written as lines of vector, row and steps. A step with a plus sign is the last that is compared in its vector: after
 * it the two are in different states.
 */
final class KnownDifferences {
    static final String TABLE = "hardened-differences.tsv";

    /**
     * What is known of one vector.
     *
     * @param rows the row that makes each step differ
     * @param last the step after which nothing is compared, or {@link ConformanceVector#NO_DEFECT}
     */
    record Known(SortedMap<Integer, Row<?>> rows, int last) {
        static final Known NOTHING = new Known(new TreeMap<>(), ConformanceVector.NO_DEFECT);

        boolean tolerates(int step) {
            return rows.containsKey(step);
        }
    }

    private final Map<String, Known> byVector;

    private KnownDifferences(Map<String, Known> byVector) {
        this.byVector = byVector;
    }

    /** The committed list of a profile; empty for any but {@code hardened} as it is. */
    static KnownDifferences of(@Nullable Profile profile) {
        boolean hardened = profile != null
                && profile.base() == Preset.HARDENED
                && profile.overridden().isEmpty();
        return hardened ? hardened() : none();
    }

    /** No difference is known. */
    static KnownDifferences none() {
        return new KnownDifferences(Map.of());
    }

    /** The committed list for {@code hardened}. */
    static KnownDifferences hardened() {
        return read(TABLE);
    }

    /** The list in a table beside this class. */
    static KnownDifferences read(String table) {
        Map<String, Known> byVector = new LinkedHashMap<>();
        for (List<String> cells : TableResource.rows(table)) {
            String vector = cells.get(0);
            Known known = byVector.getOrDefault(vector, Known.NOTHING);
            byVector.put(vector, with(vector, known, DefectRows.row(cells.get(1)), cells.get(2)));
        }
        return new KnownDifferences(byVector);
    }

    private static Known with(String vector, Known known, Row<?> row, String steps) {
        SortedMap<Integer, Row<?>> rows = new TreeMap<>(known.rows());
        int last = known.last();
        for (String step : steps.split(",", -1)) {
            boolean isLast = step.endsWith("+");
            int index = Integer.parseInt(isLast ? step.substring(0, step.length() - 1) : step);
            if (rows.put(index, row) != null) {
                throw new IllegalStateException(TABLE + " names step " + index + " of " + vector + " twice");
            }
            last = isLast ? index : last;
        }
        return new Known(rows, last);
    }

    /** What is known of a vector. */
    Known of(String vector) {
        return byVector.getOrDefault(vector, Known.NOTHING);
    }

    /** The vectors of which something is known. */
    Set<String> vectors() {
        return byVector.keySet();
    }

    /** The rows that make a difference in a vector. */
    Set<Row<?>> rowsOf(String vector) {
        return new LinkedHashSet<>(of(vector).rows().values());
    }

    /** The lines for what is known of one vector. */
    static List<String> lines(String vector, Known known) {
        Map<Row<?>, List<String>> steps = new LinkedHashMap<>();
        known.rows()
                .forEach((step, row) -> steps.computeIfAbsent(row, each -> new ArrayList<>())
                        .add(step + (step == known.last() ? "+" : "")));
        List<String> lines = new ArrayList<>();
        steps.forEach((row, list) -> lines.add(vector + "\t" + row.name() + "\t" + String.join(",", list)));
        return lines;
    }
}

package io.kvdrill.scenarios.conform;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a profile answers otherwise than a recording before its {@code defect_at}, and the row that makes it so
 * (profiles.md, last part). The list is itself checked: a step on it that matches is superfluous, and one that is missing
 * shows as a mismatch.
 */
final class KnownDifferences {

    /** The step, and the row that does it. */
    record Known(int step, Row<?> row) {}

    private final Map<String, Known> byVector;

    private KnownDifferences(Map<String, Known> byVector) {
        this.byVector = byVector;
    }

    /** The committed list of a profile; empty for any but {@code hardened} as it is. */
    static KnownDifferences of(@Nullable Profile profile) {
        boolean hardened = profile != null
                && profile.base() == Preset.HARDENED
                && profile.overridden().isEmpty();
        return hardened ? hardened() : new KnownDifferences(Map.of());
    }

    /** The committed list for {@code hardened}. */
    static KnownDifferences hardened() {
        Map<String, Known> byVector = new LinkedHashMap<>();
        TableResource.rows("hardened-differences.tsv").forEach(cells -> {
            Known known = new Known(Integer.parseInt(cells.get(1)), DefectRows.row(cells.get(2)));
            if (byVector.putIfAbsent(cells.get(0), known) != null) {
                throw new IllegalStateException("hardened-differences.tsv names " + cells.get(0) + " twice");
            }
        });
        return new KnownDifferences(byVector);
    }

    /** What is known of a vector, or null. */
    @Nullable Known of(String vector) {
        return byVector.get(vector);
    }

    /** All of them, by vector. */
    Map<String, Known> all() {
        return byVector;
    }
}

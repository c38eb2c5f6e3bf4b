package io.kvdrill.scenarios.conform;

import io.kvdrill.scenarios.conform.compare.Difference;
import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * How one vector went.
 *
 * @param vector which one
 * @param ending how far it was compared
 * @param matched steps that matched
 * @param tolerated steps that differ as is known
 * @param mismatch the step that ended it, or null
 * @param note why it ended early, or empty
 */
public record VectorReport(
        ConformanceVector vector,
        Ending ending,
        int matched,
        SortedSet<Integer> tolerated,
        @Nullable Mismatch mismatch,
        String note) {
    /** Keeps an unmodifiable copy of {@code tolerated}. */
    public VectorReport {
        tolerated = Collections.unmodifiableSortedSet(new TreeSet<>(tolerated));
    }

    /** How far a vector was compared. */
    public enum Ending {
        /** To its end. */
        MATCHED,
        /** To a step that differs. */
        MISMATCHED,
        /** To the step from which a corrected tier may differ. */
        STOPPED_AT_DEFECT,
        /** To a step where a row of the profile makes a difference, as committed. */
        STOPPED_AT_ROW,
        /** To a step that the subject does not know. */
        UNSUPPORTED
    }

    /**
     * A step that differs.
     *
     * @param step from 0
     * @param op what was done
     * @param arguments its arguments
     * @param differences in what way
     */
    public record Mismatch(int step, String op, ObjectNode arguments, List<Difference> differences) {
        /** Keeps an immutable copy of {@code differences}. */
        public Mismatch {
            differences = List.copyOf(differences);
        }
    }

    /** Steps that were not compared. */
    public int skipped() {
        return vector.steps().size() - matched - tolerated.size() - (mismatch == null ? 0 : 1);
    }
}

package io.kvdrill.sim.trace;

import io.kvdrill.core.trace.StoredEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds where two stored traces part. Each entry's hash covers all before it, so equal traces are told by their last
 * entries, and the first difference is found by bisection.
 */
public final class TraceDiff {

    /**
     * The first entries that differ.
     *
     * @param index their index in both traces, from 0
     * @param left the left one, or null where that trace has ended
     * @param right the right one, or null where that trace has ended
     * @param leftCauses what led to the left one, the nearest cause first
     * @param rightCauses what led to the right one
     */
    public record Difference(
            int index,
            @Nullable StoredEntry left,
            @Nullable StoredEntry right,
            List<StoredEntry> leftCauses,
            List<StoredEntry> rightCauses) {}

    private TraceDiff() {}

    /** The first difference of two whole traces; none if they are equal. */
    public static Optional<Difference> between(List<StoredEntry> left, List<StoredEntry> right) {
        int shorter = Math.min(left.size(), right.size());
        int equal = commonPrefix(left, right, shorter);
        if (equal == left.size() && equal == right.size()) {
            return Optional.empty();
        }
        return Optional.of(new Difference(
                equal, entryAt(left, equal), entryAt(right, equal), causes(left, equal), causes(right, equal)));
    }

    /**
     * The chain of causes of an entry, the nearest first. Causes that the trace does not hold end it.
     *
     * @param index of the entry, from 0; past the end gives no causes
     */
    public static List<StoredEntry> causes(List<StoredEntry> trace, int index) {
        List<StoredEntry> causes = new ArrayList<>();
        StoredEntry entry = entryAt(trace, index);
        while (entry != null && entry.cause() > 0 && entry.cause() < entry.sequence()) {
            entry = entryAt(trace, (int) (entry.cause() - 1));
            if (entry != null) {
                causes.add(entry);
            }
        }
        return causes;
    }

    private static int commonPrefix(List<StoredEntry> left, List<StoredEntry> right, int shorter) {
        if (shorter > 0 && sameChain(left, right, shorter - 1)) {
            return shorter;
        }
        int low = 0; // entries known to be equal
        int high = Math.max(0, shorter - 1); // index known to differ
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sameChain(left, right, middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static boolean sameChain(List<StoredEntry> left, List<StoredEntry> right, int index) {
        return left.get(index).chain().equals(right.get(index).chain());
    }

    private static @Nullable StoredEntry entryAt(List<StoredEntry> trace, int index) {
        return index < trace.size() ? trace.get(index) : null;
    }
}

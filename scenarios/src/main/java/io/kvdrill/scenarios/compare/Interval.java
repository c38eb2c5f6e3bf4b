package io.kvdrill.scenarios.compare;

/**
 * From where to where a difference lies, with a confidence that is stated beside it.
 *
 * @param low from
 * @param high to
 */
public record Interval(double low, double high) {
    /** Whether a number lies within. */
    public boolean holds(double value) {
        return low <= value && value <= high;
    }
}

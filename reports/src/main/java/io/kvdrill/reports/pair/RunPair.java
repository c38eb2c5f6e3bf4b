package io.kvdrill.reports.pair;

/**
 * Two runs.
 *
 * @param a the first
 * @param b the second; its label is another
 */
public record RunPair(Side a, Side b) {
    /** Refuses sides that nobody could tell apart. */
    public RunPair {
        if (a.label().equals(b.label())) {
            throw new IllegalArgumentException("both sides are called " + a.label());
        }
    }
}

package io.kvdrill.scenarios.conform;

import io.kvdrill.scenarios.conform.VectorReport.Ending;

/**
 * What a report means for the outcome.
 *
 * @param report how the vector went
 * @param intended whether a difference in it was announced
 * @param complaint what is wrong with the committed list of differences about it, or empty
 */
record Verdict(VectorReport report, boolean intended, String complaint) {

    /** Whether it spoils the outcome. */
    boolean bad() {
        return (report.ending() == Ending.MISMATCHED && !intended) || !complaint.isEmpty();
    }
}

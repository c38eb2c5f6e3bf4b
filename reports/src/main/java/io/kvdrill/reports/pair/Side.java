package io.kvdrill.reports.pair;

import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.trace.StoredTrace;

/**
 * One of two runs that are compared.
 *
 * @param label what tells it from the other
 * @param report what came of it
 * @param trace its trace
 */
public record Side(String label, RunReport report, StoredTrace trace) {

    /**
     * Labels two runs by what tells them apart: their scenarios, with their profiles where those differ, too; else their
     * profiles, else their seeds, else the first and the second.
     */
    public static RunPair pair(RunReport a, StoredTrace traceOfA, RunReport b, StoredTrace traceOfB) {
        String one = "first";
        String other = "second";
        boolean profiles = !a.profile().equals(b.profile());
        if (!a.scenario().equals(b.scenario())) {
            one = a.scenario() + (profiles ? " under " + a.profile() : "");
            other = b.scenario() + (profiles ? " under " + b.profile() : "");
        } else if (profiles) {
            one = a.profile();
            other = b.profile();
        } else if (a.seed() != b.seed()) {
            one = "seed " + a.seed();
            other = "seed " + b.seed();
        }
        return new RunPair(new Side(one, a, traceOfA), new Side(other, b, traceOfB));
    }
}

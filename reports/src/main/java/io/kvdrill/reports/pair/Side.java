package io.kvdrill.reports.pair;

import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.trace.StoredTrace;
import java.util.List;
import java.util.function.Function;

/**
 * One of two runs that are compared.
 *
 * @param label what tells it from the other
 * @param report what came of it
 * @param trace its trace
 */
public record Side(String label, RunReport report, StoredTrace trace) {

    /**
     * Labels two runs by what tells them apart: those of their scenarios, their profiles and where they ran that differ;
     * else their seeds, else the first and the second.
     */
    public static RunPair pair(RunReport a, StoredTrace traceOfA, RunReport b, StoredTrace traceOfB) {
        String one = "first";
        String other = "second";
        List<Function<RunReport, String>> facts = List.of(RunReport::scenario, RunReport::profile, Side::place);
        List<Function<RunReport, String>> different = facts.stream()
                .filter(fact -> !fact.apply(a).equals(fact.apply(b)))
                .toList();
        if (!different.isEmpty()) {
            one = label(different, a);
            other = label(different, b);
        } else if (a.seed() != b.seed()) {
            one = "seed " + a.seed();
            other = "seed " + b.seed();
        }
        return new RunPair(new Side(one, a, traceOfA), new Side(other, b, traceOfB));
    }

    private static String label(List<Function<RunReport, String>> facts, RunReport report) {
        return String.join(", ", facts.stream().map(fact -> fact.apply(report)).toList());
    }

    private static String place(RunReport report) {
        return report.on().equals("sim") ? "simulated" : "real " + report.on();
    }
}

package io.kvdrill.sim.search;

import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.Violation;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What kind of failure a run ended in: failures with equal signatures are taken for one failure that was met twice.
 *
 * @param law the law that broke first ({@code I2})
 * @param statement the number of its statement, or 0
 * @param event the kind of the trace event at which it broke ({@code abort_acknowledged})
 */
public record Signature(String law, int statement, String event) {

    /**
     * The signature of the first violation; of two at the same time, of the one whose law comes first.
     *
     * @param result of a run that kept its trace
     * @return empty if no law broke
     */
    public static Optional<Signature> of(RunResult result) {
        return result.violations().stream()
                .min(Comparator.comparingLong(Violation::worldNanos))
                .map(violation -> of(violation, result));
    }

    private static Signature of(Violation violation, RunResult result) {
        List<Long> ledTo = violation.ledTo();
        String event = ledTo.isEmpty() ? "" : kind(result, ledTo.get(ledTo.size() - 1));
        return new Signature(violation.law(), violation.statement(), event);
    }

    private static String kind(RunResult result, long sequence) {
        TraceEntry entry = result.trace().entries().get(Math.toIntExact(sequence - 1));
        return result.trace().store(entry).kind();
    }
}

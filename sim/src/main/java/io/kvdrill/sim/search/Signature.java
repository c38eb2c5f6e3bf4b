package io.kvdrill.sim.search;

import io.kvdrill.sim.fault.FaultEvent;
import io.kvdrill.sim.kernel.RunEnd;
import io.kvdrill.sim.run.LawReport;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.Violation;
import io.kvdrill.sim.search.coverage.RoleStates;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What kind of failure a run ended in: failures with equal signatures are taken for one failure that was met twice.
 *
 * @param law the law that broke first ({@code I2}); or {@link #UNSETTLED}, {@link #THREW} or {@link #OUTCOME}
 * @param statement the number of its statement, or 0
 * @param event the kind of the trace event at which it broke ({@code abort_acknowledged}), empty where it was found later;
 *     else what cut the run, what was thrown, or which expectation was not met
 * @param state the states of the machines that it is about, at that time (see {@link RoleStates#about}); empty where it is
 *     about no request
 */
public record Signature(String law, int statement, String event, String state) {
    /** Stands for a law where a cap or a livelock cut the run. */
    public static final String UNSETTLED = "unsettled";

    /** Stands for a law where something was thrown that nothing caught. */
    public static final String THREW = "threw";

    /** Stands for a law where an expectation was not met, and no law broke. */
    public static final String OUTCOME = "outcome";

    /**
     * A failure of a run.
     *
     * @param signature what kind of failure
     * @param what it in words, as the run tells it
     */
    public record Failure(Signature signature, String what) {}

    /**
     * The signature of the first violation that the world does not declare; of two at the same time, of the one whose law
     * comes first. Without one, of what cut the run, and then of the first expectation that was not met.
     *
     * @param result of a run that kept its trace
     * @return empty if the run is no failure; moments that never came are none
     */
    public static Optional<Signature> of(RunResult result) {
        Optional<Violation> first = firstViolation(result);
        if (first.isPresent()) {
            return Optional.of(of(first.get(), result));
        }
        return each(result).stream().map(Failure::signature).findFirst();
    }

    /**
     * All that failed in a run: the first violation of each law, so that one which breaks in every run hides no other; and
     * what cut the run. Where neither is, the first expectation that was not met.
     *
     * @param result of a run that kept its trace
     * @return empty if the run is no failure
     */
    public static List<Failure> each(RunResult result) {
        List<String> declared = result.world().brokenUnder(result.profile().name());
        List<Failure> failures = new ArrayList<>();
        for (LawReport law : result.laws()) {
            if (!declared.contains(law.law()) && !law.violations().isEmpty()) {
                Violation first = law.violations().get(0);
                failures.add(new Failure(of(first, result), first.what()));
            }
        }
        if (cut(result)) {
            String how = result.end().kind().name().toLowerCase(Locale.ROOT);
            failures.add(new Failure(
                    new Signature(UNSETTLED, 0, how, ""), result.end().detail()));
        }
        if (failures.isEmpty()) {
            result.expectations().stream()
                    .filter(outcome -> !outcome.met())
                    .findFirst()
                    .ifPresent(outcome -> failures.add(new Failure(
                            new Signature(OUTCOME, 0, outcome.expectation().subject(), ""), outcome.seen())));
        }
        return failures;
    }

    /**
     * Whether a run fails so, be it after other laws broke: what {@link #each} tells of it.
     *
     * @param result of a run that kept its trace
     */
    public boolean shownBy(RunResult result) {
        for (LawReport report : result.laws()) {
            if (report.law().equals(law)) {
                return !report.violations().isEmpty()
                        && !result.world().brokenUnder(result.profile().name()).contains(law)
                        && of(report.violations().get(0), result).equals(this);
            }
        }
        return each(result).stream().anyMatch(failure -> failure.signature().equals(this));
    }

    private static boolean cut(RunResult result) {
        return result.end().capped() || result.end().kind() == RunEnd.Kind.STOPPED;
    }

    /** The first violation that the world does not declare under the profile. */
    public static Optional<Violation> firstViolation(RunResult result) {
        List<String> declared = result.world().brokenUnder(result.profile().name());
        return result.violations().stream()
                .filter(violation -> !declared.contains(violation.law()))
                .min(Comparator.comparingLong(Violation::worldNanos));
    }

    /** Whether a run is a failure, which a run that kept its fingerprint only can say, too. */
    public static boolean failed(RunResult result) {
        return firstViolation(result).isPresent()
                || cut(result)
                || result.expectations().stream().anyMatch(outcome -> !outcome.met());
    }

    /** The signature of a run that ended in an exception: its class, and the innermost place in kvdrill. */
    public static Signature of(Throwable thrown) {
        String place = "";
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (frame.getClassName().startsWith("io.kvdrill.")) {
                String name = frame.getClassName();
                place = name.substring(name.lastIndexOf('.') + 1) + "." + frame.getMethodName();
                break;
            }
        }
        return new Signature(THREW, 0, thrown.getClass().getSimpleName(), place);
    }

    private static Signature of(Violation violation, RunResult result) {
        List<TraceEntry> entries = result.trace().entries();
        RoleStates states = new RoleStates((machine, from, event, to) -> {});
        for (TraceEntry entry : entries) {
            if (entry.worldNanos() > violation.worldNanos()) {
                break;
            }
            states.onEntry(entry);
        }
        long last = violation.foundAt();
        TraceEntry brokeAt = last == 0 ? null : entries.get(Math.toIntExact(last - 1));
        // What is found at the end of a step or of the run broke at no event: the last one before it tells nothing.
        String event = brokeAt != null
                        && brokeAt.worldNanos() == violation.worldNanos()
                        && !(brokeAt.event() instanceof FaultEvent)
                ? result.trace().store(brokeAt).kind()
                : "";
        return new Signature(violation.law(), violation.statement(), event, states.about(violation));
    }
}

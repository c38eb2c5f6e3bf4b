package io.kvdrill.sim.search.explore;

import io.kvdrill.sim.check.Laws;
import io.kvdrill.sim.run.LawReport;
import io.kvdrill.sim.run.RunOptions;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.SimulatedRun;
import io.kvdrill.sim.run.Violation;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import java.util.List;
import java.util.TreeSet;

/** One run of a subject that is driven, with all laws watching. */
final class Drive {
    private final Laws laws = Laws.standard();
    private final Subject subject;
    private final TreeSet<String> declared;

    Drive(Subject subject) {
        this.subject = subject;
        this.declared =
                new TreeSet<>(subject.world().brokenUnder(subject.profile().name()));
    }

    RunResult run(Pilot pilot, Keep keep) {
        RunOptions options = RunOptions.of(subject.seed(), subject.tiers())
                .observedBy(laws)
                .keeping(keep)
                .drivenBy(pilot);
        return new SimulatedRun(subject.world(), subject.profile(), options).run();
    }

    /** Whether a law has broken by now that is not declared to. */
    boolean broken() {
        return laws.anyBroken() && !undeclared(laws.laws()).isEmpty();
    }

    /** The violations of a run that are not declared. */
    List<Violation> undeclared(List<LawReport> reports) {
        return reports.stream()
                .flatMap(report -> report.violations().stream())
                .filter(violation -> !declared.contains(violation.law()))
                .toList();
    }
}

package io.kvdrill.scenarios.search;

import io.kvdrill.scenarios.process.SubjectException;
import io.kvdrill.scenarios.run.PeerNames;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.search.Signature;
import io.kvdrill.sim.search.Signature.Failure;
import io.kvdrill.sim.search.coverage.RunCoverage;
import java.util.ArrayList;
import java.util.List;

/** Makes runs, one after the other. Only those that fail are run again with their trace, which tells what failed. */
final class RunTask {
    private final Subject subject;

    RunTask(Subject subject) {
        this.subject = subject;
    }

    List<RunRecord> run(List<SeedOrder.Slot> slots) {
        List<RunRecord> records = new ArrayList<>(slots.size());
        slots.forEach(slot -> records.add(run(slot)));
        return records;
    }

    RunRecord run(SeedOrder.Slot slot) {
        Subject.Input input = subject.input(slot.variant(), slot.seed());
        RunCoverage coverage = new RunCoverage(input.world());
        try {
            RunResult result = input.trial().runWatched(input.world(), input.profile(), input.seed(), coverage);
            if (!Signature.failed(result)) {
                return new RunRecord(slot, result.fingerprint(), List.of(), coverage.items(result));
            }
            RunResult told = input.trial().runKeepingTrace(input.world(), input.profile(), input.seed());
            PeerNames names = new PeerNames(input.world());
            List<Failure> failures = Signature.each(told).stream()
                    .map(failure -> new Failure(failure.signature(), names.inText(failure.what())))
                    .toList();
            return new RunRecord(slot, result.fingerprint(), failures, coverage.items(result));
        } catch (SubjectException told) {
            return new RunRecord(slot, "", List.of(TierFailure.of(told)), List.of());
        } catch (RuntimeException | StackOverflowError | AssertionError thrown) {
            Failure failure = new Failure(Signature.of(thrown), thrown.toString());
            return new RunRecord(slot, "", List.of(failure), List.of());
        }
    }
}

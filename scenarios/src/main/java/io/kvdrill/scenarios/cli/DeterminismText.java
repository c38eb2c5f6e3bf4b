package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.hosted.HostedRunner;
import io.kvdrill.scenarios.hosted.Repeat;
import io.kvdrill.scenarios.process.SubjectException;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.trace.TraceDiff;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;

/** Holds a run against its own repetition. */
final class DeterminismText {
    private static final int CAUSES = 4;

    private DeterminismText() {}

    /**
     * Runs a case again.
     *
     * @throws SubjectException if it came out differently; says where, and what may be the reason
     */
    static void check(HostedRunner hosted, RunCase runCase, RunResult first, Console console) {
        Optional<TraceDiff.Difference> difference = Repeat.of(hosted, runCase, first);
        if (difference.isEmpty()) {
            console.err().println("  run again with the same outcome, event for event: its tiers are deterministic");
            console.err().flush();
            return;
        }
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        DifferenceText.print(difference.get(), CAUSES, out);
        out.flush();
        throw new SubjectException(runCase + ": run again with the same seed, it is another run from event "
                + (difference.get().index() + 1)
                + " on, so a tier is not deterministic: does it look at the wall clock, at"
                + " random numbers, or at the order of a hashed set (PYTHONHASHSEED)?" + text);
    }
}

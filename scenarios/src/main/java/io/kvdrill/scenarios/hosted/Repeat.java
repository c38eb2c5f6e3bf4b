package io.kvdrill.scenarios.hosted;

import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.trace.TraceDiff;
import java.util.List;
import java.util.Optional;

/** Runs a case once more, to see whether its tiers do the same when they are told the same. */
public final class Repeat {
    private Repeat() {}

    /**
     * Runs it.
     *
     * @param first what it came to before; kept with its trace
     * @return the first difference; none if the two runs are equal
     * @throws TierFailedException if a tier ends it this time
     */
    public static Optional<TraceDiff.Difference> of(HostedRunner runner, RunCase runCase, RunResult first) {
        RunResult second = runner.run(runCase, List.of()).result();
        if (second.fingerprint().equals(first.fingerprint())) {
            return Optional.empty();
        }
        return TraceDiff.between(first.trace().stored(), second.trace().stored());
    }
}

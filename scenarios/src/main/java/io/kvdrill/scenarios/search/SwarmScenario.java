package io.kvdrill.scenarios.search;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.scenarios.format.scenario.Rehearsal;
import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.Written;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.Verdict;
import io.kvdrill.sim.search.swarm.SwarmCase;
import io.kvdrill.sim.world.World;
import java.util.List;
import java.util.Map;

/** Runs of a swarm, one at a time, as if they were scenarios. */
public final class SwarmScenario {
    private static final String NAME = "swarm-";

    private SwarmScenario() {}

    /**
     * The scenario of a drawn run.
     *
     * @param profile that it was drawn for
     */
    public static Scenario of(SwarmCase drawn, Profile profile) {
        String about = "Drawn with " + drawn.features();
        return new Scenario(
                NAME + drawn.seed(),
                "--swarm-seed " + drawn.seed(),
                about,
                about,
                List.of(),
                Rehearsal.NONE,
                profile,
                drawn.world(),
                Long.MAX_VALUE,
                Map.of(),
                Written.NOWHERE,
                Map.of());
    }

    /** A scenario that only stands for a swarm, where settings of the profile are read. */
    public static Scenario placeholder(Profile profile) {
        World nothing = World.called("swarm").build();
        return new Scenario(
                "swarm",
                "swarm",
                "",
                "",
                List.of(),
                Rehearsal.NONE,
                profile,
                nothing,
                Long.MAX_VALUE,
                Map.of(),
                Written.NOWHERE,
                Map.of());
    }

    /** What a run comes to that states no moments: one that never came is no surprise in what was drawn by chance. */
    public static RunResult judged(RunResult result) {
        boolean met = result.expectations().stream().allMatch(outcome -> outcome.met());
        if (result.verdict() != Verdict.UNEXPECTED || !met) {
            return result;
        }
        return new RunResult(
                result.world(),
                result.profile(),
                result.seed(),
                Verdict.AS_STATED,
                List.of(),
                result.end(),
                result.fingerprint(),
                result.traceEntries(),
                result.events(),
                result.virtualNanos(),
                result.expectations(),
                result.laws(),
                result.requests(),
                result.rowsReached(),
                result.missedMoments(),
                result.peers(),
                result.trace());
    }
}

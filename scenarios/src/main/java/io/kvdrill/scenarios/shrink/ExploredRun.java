package io.kvdrill.scenarios.shrink;

import io.kvdrill.scenarios.format.write.ScenarioWriter;
import io.kvdrill.scenarios.format.write.ScenarioWriter.Extras;
import io.kvdrill.scenarios.run.ShellWords;
import io.kvdrill.scenarios.search.ScheduleFile;
import io.kvdrill.sim.fault.EventCatalogue;
import io.kvdrill.sim.search.explore.Deviations;
import io.kvdrill.sim.search.shrink.Candidate;
import io.kvdrill.sim.search.shrink.Shrinker;
import io.kvdrill.sim.search.shrink.Shrinker.Limits;
import io.kvdrill.sim.search.shrink.Shrinker.Shrunk;
import io.kvdrill.sim.search.shrink.Size;
import io.kvdrill.sim.world.World;
import java.util.List;
import java.util.Map;

/**
 * A run in which a law breaks because of the order in which things happen, which an exploration has found.
 *
 * @param failing the run
 * @param deviations what in its order differs from what happens of itself
 * @param faults how many open faults may strike
 */
record ExploredRun(FailingRun failing, Deviations deviations, int faults) {

    /**
     * What came of shrinking one.
     *
     * @param run with fewer deviations, of a smaller world
     * @param world the smaller world
     * @param runs how many runs it took
     * @param complete whether nothing was left to try
     */
    record Result(ExploredRun run, Candidate world, int runs, boolean complete) {}

    /**
     * Leaves deviations out as long as the run fails alike, and makes the world smaller around those that are left.
     *
     * @param limits of the shrinking of the world
     */
    Result shrink(Limits limits) {
        Candidate candidate = failing.candidate();
        Deviations fewest = deviations;
        int place = 0;
        int runs = 0;
        while (place < fewest.count()) {
            Deviations fewer = fewest.without(place);
            runs++;
            if (failing.signature()
                    .shownBy(fewer.runKeepingTrace(candidate.world(), candidate.profile(), candidate.seed()))) {
                fewest = fewer;
            } else {
                place++;
            }
        }
        Shrunk shrunk = new Shrinker(fewest, new EventCatalogue(), TwoWays::characters, limits)
                .shrink(candidate, failing.signature())
                .orElseThrow(() -> FailingRunOptions.refuse(
                        "the scenario format has no words for " + failing.label(),
                        "list its requests in place of workloads; a prompt may name each of its pieces once"));
        return new Result(
                new ExploredRun(failing, fewest, faults), shrunk.candidate(), runs + shrunk.runs(), shrunk.complete());
    }

    /** The scenario, which fails only when it is run as the schedule says. */
    static String text(Result result, String again) {
        World world = result.world().world().toBuilder()
                .about(ShrunkFile.about(result.run().failing().signature()))
                .build();
        List<String> comment = List.of(
                "Run it with: " + again, "Shrunk from " + result.run().failing().label() + ".");
        FailingRun failing = result.run().failing();
        return ScenarioWriter.write(
                world,
                result.world().profile(),
                new Extras(comment, failing.reports(), failing.pinBudgetSlotNanos(), Map.of()));
    }

    /** The schedule that makes the world of a result fail. */
    static ScheduleFile schedule(Result result) {
        Candidate small = result.world();
        return new ScheduleFile(
                result.run().faults(),
                result.run().deviations().schedule(small.world(), small.profile(), small.seed()));
    }

    /** The command that repeats the run of a result. */
    static String again(Result result, String file, String schedule) {
        long seed = result.world().seed();
        return "kvdrill explore " + ShellWords.quoted(file) + (seed == 1 ? "" : " --seed " + seed) + " --replay "
                + ShellWords.quoted(schedule);
    }

    /** The size of the scenario of a result. */
    static Size size(Result result, String text) {
        return Size.of(result.world().world(), text.length());
    }
}

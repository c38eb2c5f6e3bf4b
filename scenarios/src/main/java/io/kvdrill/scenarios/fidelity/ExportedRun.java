package io.kvdrill.scenarios.fidelity;

import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.format.scenario.Setting;
import io.kvdrill.scenarios.hosted.TierArguments;
import io.kvdrill.scenarios.run.CasePlanner;
import io.kvdrill.scenarios.run.RepeatedRun;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.run.StoredRun;
import io.kvdrill.scenarios.search.SweepPlanner;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import java.util.List;

/** The case of a stored run, to be run once more. */
final class ExportedRun {
    private ExportedRun() {}

    /**
     * The case.
     *
     * @throws io.kvdrill.scenarios.format.source.InvalidInputException if what was run is not there any more
     */
    static RunCase of(StoredRun stored) {
        RepeatedRun run = RepeatedRun.of(stored);
        TierArguments tiers = new TierArguments();
        tiers.takeOver(run.others());
        if (run.drawn()) {
            RunCase drawn = new SweepPlanner(run.profile(), run.settings(), List.of(), run.only(), run.without())
                    .swarmRun(Long.parseLong(run.swarmSeed()));
            Scenario scenario = tiers.applyTo(List.of(drawn.scenario()), false).get(0);
            return new RunCase(scenario, drawn.profile(), drawn.statedAs(), drawn.seed(), drawn.arguments());
        }
        List<Setting> settings = run.settings().stream().map(Setting::parse).toList();
        List<Scenario> found = new ScenarioFinder(new ScenarioReader(settings)).find(run.name());
        List<RunCase> cases = tiers.applyTo(found, true).stream()
                .flatMap(scenario -> new CasePlanner(run.profile(), settings, List.of(), Long.parseLong(run.seed()))
                        .plan(scenario).stream())
                .toList();
        if (cases.size() != 1) {
            throw FidelityCommand.refuse(
                    stored.folder() + ": '" + run.name() + "' is " + cases.size() + " runs; one was stored",
                    "the scenario has changed since; run it again with --out");
        }
        return cases.get(0);
    }
}

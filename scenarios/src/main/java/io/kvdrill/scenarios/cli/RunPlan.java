package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.format.scenario.Setting;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Problem;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.hosted.TierArguments;
import io.kvdrill.scenarios.run.CasePlanner;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import io.kvdrill.scenarios.shrink.Regressions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * What the words of a command line ask to run.
 *
 * @param names scenarios as they were named
 * @param all whether all shipped ones were asked for
 * @param profile a preset or a file; empty for none
 * @param settings as they stand after {@code --set}
 * @param seed as it was written
 */
record RunPlan(List<String> names, boolean all, String profile, List<String> settings, String seed) {

    /**
     * The cases to run. Everything that can be wrong is found here, before anything runs.
     *
     * @param tiers what lives in other processes
     * @throws InvalidInputException with all of it
     */
    List<RunCase> cases(TierArguments tiers) {
        if (names.isEmpty() != all) {
            throw refuse(
                    all ? "--all and the name of a scenario" : "which scenario?",
                    all ? "leave one out" : "name one (`kvdrill list` lists the shipped ones), or use --all");
        }
        List<Problem> problems = new ArrayList<>();
        long seedNumber = collect(problems, this::seedNumber, 1L);
        List<Setting> parsed = settings.stream()
                .flatMap(text -> collect(problems, () -> List.of(Setting.parse(text)), List.<Setting>of()).stream())
                .toList();
        ScenarioFinder finder = new ScenarioFinder(new ScenarioReader(parsed));
        List<Scenario> scenarios = new ArrayList<>();
        if (all) {
            scenarios.addAll(collect(problems, finder::all, List.<Scenario>of()));
            Regressions.here()
                    .forEach(file -> scenarios.addAll(
                            collect(problems, () -> finder.find(file.toString()), List.<Scenario>of())));
        }
        names.forEach(name -> scenarios.addAll(collect(problems, () -> finder.find(name), List.<Scenario>of())));
        List<Scenario> hosted =
                problems.isEmpty() ? collect(problems, () -> tiers.applyTo(scenarios, all), scenarios) : scenarios;
        List<String> arguments = new ArrayList<>(tiers.words());
        settings.forEach(text -> arguments.addAll(List.of(RunCase.SET_OPTION, text)));
        List<RunCase> cases = collect(
                problems,
                () -> {
                    CasePlanner planner = new CasePlanner(profile, parsed, arguments, seedNumber);
                    return hosted.stream()
                            .flatMap(s -> planner.plan(s).stream())
                            .toList();
                },
                List.<RunCase>of());
        if (!problems.isEmpty()) {
            throw new InvalidInputException(problems);
        }
        return cases;
    }

    private long seedNumber() {
        try {
            long number = Long.parseLong(seed.strip());
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw refuse("--seed " + seed + " is out of range", "a whole number from 0 to " + Long.MAX_VALUE);
    }

    private static <T> T collect(List<Problem> problems, Supplier<T> attempt, T otherwise) {
        try {
            return attempt.get();
        } catch (InvalidInputException e) {
            e.problems().stream().filter(p -> !problems.contains(p)).forEach(problems::add);
            return otherwise;
        }
    }

    private static InvalidInputException refuse(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }
}

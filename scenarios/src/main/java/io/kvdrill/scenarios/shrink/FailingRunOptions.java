package io.kvdrill.scenarios.shrink;

import io.kvdrill.scenarios.format.profile.ProfileReader;
import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.format.scenario.Setting;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Nearest;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.format.write.Writable;
import io.kvdrill.scenarios.run.CasePlanner;
import io.kvdrill.scenarios.run.OutputFolder;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.run.ShellWords;
import io.kvdrill.scenarios.run.StoredRun;
import io.kvdrill.scenarios.search.ScheduleFile;
import io.kvdrill.scenarios.search.SweepPlanner;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import io.kvdrill.sim.run.ExpectationOutcome;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.TierFactory;
import io.kvdrill.sim.search.OwnTier;
import io.kvdrill.sim.search.Signature;
import io.kvdrill.sim.search.explore.Deviations;
import io.kvdrill.sim.search.explore.Schedule;
import io.kvdrill.sim.search.explore.Subject;
import io.kvdrill.sim.search.shrink.Candidate;
import io.kvdrill.sim.search.shrink.Shrinker;
import io.kvdrill.sim.world.Expectation;
import io.kvdrill.sim.world.World;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which failing run a command line means: of a scenario, of a swarm, or a stored one. */
final class FailingRunOptions {
    @Parameters(
            arity = "0..1",
            paramLabel = "SCENARIO|DIR",
            description = "A scenario or a file, one case of it as SCENARIO/CASE; or the folder of a stored run.")
    private String name = "";

    @Option(
            names = "--swarm-seed",
            paramLabel = "N",
            description = "The run that a swarm draws from this seed, in place of a scenario.")
    private @Nullable String swarmSeed;

    @Option(
            names = "--profile",
            paramLabel = "NAME|FILE",
            description = "The profile under which it fails: a preset, or a file that extends one.")
    private String profile = "";

    @Option(
            names = "--set",
            paramLabel = "PATH=VALUE",
            description = "Set a field of the scenario or a row of the profile, as for run. May be repeated.")
    private List<String> settings = List.of();

    @Option(names = "--seed", paramLabel = "N", description = "The seed of the scenario's run. Default: 1.")
    private @Nullable String seed;

    @Option(
            names = "--law",
            paramLabel = "LAW",
            description =
                    "Which failure of the run is meant: a law that breaks in it, or unsettled. Default: the first law that breaks.")
    private String law = "";

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "FEATURE",
            description = "With --swarm-seed: the only features that were to be drawn.")
    private List<String> only = List.of();

    @Option(
            names = "--without",
            split = ",",
            paramLabel = "FEATURE",
            description = "With --swarm-seed: features that were not to be drawn.")
    private List<String> without = List.of();

    /**
     * The run.
     *
     * @throws InvalidInputException if there is none such, several are meant, or no law breaks in it
     */
    FailingRun find() {
        if (name.isEmpty() == (swarmSeed == null)) {
            throw refuse(
                    name.isEmpty() ? "which run?" : "a scenario and --swarm-seed",
                    name.isEmpty()
                            ? "name a scenario, the folder of a stored run, or --swarm-seed N with --profile"
                            : "leave one out");
        }
        return swarmSeed == null ? ofScenario() : ofSwarm(number("--swarm-seed", swarmSeed));
    }

    private FailingRun ofSwarm(long number) {
        if (seed != null) {
            throw refuse("--seed with --swarm-seed", "the number of a swarm's run is its seed");
        }
        if (profile.isEmpty()) {
            throw refuse(
                    "--swarm-seed without --profile",
                    "the profile of the sweep belongs to it: " + Nearest.oneOf(ProfileReader.presetNames()));
        }
        RunCase drawn = new SweepPlanner(profile, settings, List.of(), only, without).swarmRun(number);
        Candidate candidate = new Candidate(Writable.formOf(drawn.scenario().world()), drawn.profile(), drawn.seed());
        String settled = settings.isEmpty() ? "" : " with " + String.join(", ", settings);
        return failing("swarm seed " + number + " under " + profile + settled, candidate, Long.MAX_VALUE, List.of());
    }

    /**
     * The run that a stored schedule makes of a scenario.
     *
     * @throws InvalidInputException if the schedule does not fit, or no law breaks in that run
     */
    ExploredRun explored(String argument) {
        if (name.isEmpty() || swarmSeed != null) {
            throw refuse("--replay without a scenario", "name the scenario that the schedule is of");
        }
        ScheduleFile schedule = ScheduleFile.read(
                pathOf(argument).orElseThrow(() -> refuse("--replay " + argument + " is no path", "")));
        RunCase only = only(cases());
        Candidate candidate = Shrinker.withoutOutcome(
                new Candidate(Writable.formOf(only.scenario().world()), only.profile(), only.seed()));
        try {
            Deviations deviations = Deviations.of(
                    new Subject(candidate.world(), candidate.profile(), candidate.seed(), TierFactory.own()),
                    schedule.faults(),
                    schedule.choices());
            RunResult result = deviations.runKeepingTrace(candidate.world(), candidate.profile(), candidate.seed());
            FailingRun failing = failing(
                    only + ", as in " + argument,
                    candidate,
                    only.scenario().pinBudgetSlotNanos(),
                    only.scenario().reports(),
                    result);
            return new ExploredRun(failing, deviations, schedule.faults());
        } catch (Schedule.DoesNotFitException e) {
            throw refuse(
                    argument + " does not fit " + only + ": " + e.getMessage(),
                    "give the scenario, profile and settings that its first lines name");
        }
    }

    private FailingRun ofScenario() {
        if (!only.isEmpty() || !without.isEmpty()) {
            throw refuse("--only and --without are for --swarm-seed", "a scenario draws no features");
        }
        if (pathOf(name)
                .map(path -> path.resolve(OutputFolder.REPORT))
                .filter(Files::isRegularFile)
                .isPresent()) {
            if (seed != null || !profile.isEmpty() || !settings.isEmpty()) {
                throw refuse(
                        "a stored run knows its profile, its settings and its seed",
                        "leave --profile, --set and --seed out");
            }
            takeOver(ShellWords.of(StoredRun.read(name).report().again()));
        }
        RunCase only = only(cases());
        Scenario scenario = only.scenario();
        if (!scenario.tiers().isEmpty()) {
            throw refuse(
                    "'" + name + "' runs tiers in processes of their own",
                    "shrink and why look into kvdrill's own tier: leave 'tier' out");
        }
        Candidate whole = new Candidate(Writable.formOf(scenario.world()), only.profile(), only.seed());
        Candidate candidate = law.equals(Signature.OUTCOME)
                ? withWhatIsNotMet(whole, scenario.pinBudgetSlotNanos())
                : Shrinker.withoutOutcome(whole);
        return failing(only.toString(), candidate, scenario.pinBudgetSlotNanos(), scenario.reports());
    }

    private RunCase only(List<RunCase> cases) {
        if (cases.size() > 1) {
            List<String> choices = new ArrayList<>();
            cases.forEach(each -> choices.add(
                    each.scenario().address() + " --profile " + each.profile().name()));
            throw refuse(
                    "'" + name + "' is " + cases.size() + " runs; one is needed",
                    "such as:\n" + String.join("\n", choices.subList(0, Math.min(12, choices.size()))));
        }
        return cases.get(0);
    }

    /** Of all that is stated about the outcome, the first that is not met. */
    private static Candidate withWhatIsNotMet(Candidate candidate, long budget) {
        RunResult result = new OwnTier(budget).run(candidate.world(), candidate.profile(), candidate.seed());
        List<Expectation> unmet = result.expectations().stream()
                .filter(outcome -> !outcome.met())
                .map(ExpectationOutcome::expectation)
                .limit(1)
                .toList();
        World world = candidate.world().toBuilder()
                .onlyExpect(unmet)
                .onlyUnder(List.of())
                .build();
        return new Candidate(world, candidate.profile(), candidate.seed());
    }

    private List<RunCase> cases() {
        List<Setting> parsed = settings.stream().map(Setting::parse).toList();
        CasePlanner planner = new CasePlanner(profile, parsed, List.of(), seed == null ? 1 : number("--seed", seed));
        return new ScenarioFinder(new ScenarioReader(parsed))
                .find(name).stream()
                        .flatMap(scenario -> planner.plan(scenario).stream())
                        .toList();
    }

    /** Does what the command that repeats a run would: {@code kvdrill run NAME --profile P --set S ... --seed N}. */
    private void takeOver(List<String> command) {
        List<String> set = new ArrayList<>();
        Iterator<String> words =
                command.subList(Math.min(2, command.size()), command.size()).iterator();
        while (words.hasNext()) {
            String word = words.next();
            switch (word) {
                case "--profile" -> profile = words.next();
                case "--seed" -> seed = words.next();
                case "--set" -> set.add(words.next());
                default -> name = word;
            }
        }
        settings = set;
    }

    private FailingRun failing(String label, Candidate candidate, long budget, List<String> reports) {
        return failing(
                label,
                candidate,
                budget,
                reports,
                new OwnTier(budget).runKeepingTrace(candidate.world(), candidate.profile(), candidate.seed()));
    }

    private FailingRun failing(String label, Candidate candidate, long budget, List<String> reports, RunResult result) {
        List<Signature> failures = Signature.each(result).stream()
                .map(Signature.Failure::signature)
                .toList();
        if (failures.isEmpty()) {
            throw refuse(
                    "no law breaks in " + label, "there is nothing to look into; `kvdrill sweep` finds runs that fail");
        }
        Signature signature = law.isEmpty()
                ? Signature.of(result).orElse(failures.get(0))
                : failures.stream()
                        .filter(failure -> failure.law().equals(law))
                        .findFirst()
                        .orElseThrow(() -> refuse(
                                "--law " + law + ": does not break in " + label,
                                "what does: "
                                        + String.join(
                                                ", ",
                                                failures.stream()
                                                        .map(Signature::law)
                                                        .toList())));
        return new FailingRun(label, candidate, signature, result, budget, reports);
    }

    static long number(String option, String text) {
        try {
            long number = Long.parseLong(text.strip());
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw refuse(option + " " + text + " is out of range", "a whole number from 0 to " + Long.MAX_VALUE);
    }

    private static Optional<Path> pathOf(String argument) {
        try {
            return Optional.of(Path.of(argument));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    static InvalidInputException refuse(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }
}

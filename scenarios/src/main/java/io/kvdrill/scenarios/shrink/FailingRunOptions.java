package io.kvdrill.scenarios.shrink;

import io.kvdrill.scenarios.explain.ExpectationText;
import io.kvdrill.scenarios.format.profile.ProfileReader;
import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.format.scenario.Setting;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Nearest;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.format.write.Writable;
import io.kvdrill.scenarios.hosted.TierArguments;
import io.kvdrill.scenarios.hosted.Trials;
import io.kvdrill.scenarios.run.CasePlanner;
import io.kvdrill.scenarios.run.OutputFolder;
import io.kvdrill.scenarios.run.RepeatedRun;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.run.StoredRun;
import io.kvdrill.scenarios.search.ScheduleFile;
import io.kvdrill.scenarios.search.SweepPlanner;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import io.kvdrill.sim.run.ExpectationOutcome;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.TierFactory;
import io.kvdrill.sim.search.Signature;
import io.kvdrill.sim.search.Trial;
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
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
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
                    "Which failure of the run is meant: a law that breaks in it, unsettled, or outcome (what is stated and not"
                            + " met; not for why). Default: the first law that breaks.")
    private String law = "";

    @Option(
            names = "--without",
            paramLabel = "FEATURE",
            split = ",",
            description = "With --swarm-seed: features that were not to be drawn.")
    private List<String> without = List.of();

    @Option(
            names = "--only",
            paramLabel = "FEATURE",
            split = ",",
            description = "With --swarm-seed: the only features that were to be drawn.")
    private List<String> only = List.of();

    @Mixin
    private TierArguments tiers = new TierArguments();

    /** What runs it: with the tiers of the options, once {@link #find} has read them. */
    Trials trials() {
        return new Trials(tiers);
    }

    /**
     * The run.
     *
     * @param trials of {@link #trials}
     * @throws InvalidInputException if there is none such, several are meant, or no law breaks in it
     */
    FailingRun find(Trials trials) {
        takeOverStored();
        if (name.isEmpty() == (swarmSeed == null)) {
            throw refuse(
                    name.isEmpty() ? "which run?" : "a scenario and --swarm-seed",
                    name.isEmpty()
                            ? "name a scenario, the folder of a stored run, or --swarm-seed N with --profile"
                            : "leave one out");
        }
        return swarmSeed == null ? ofScenario(trials) : ofSwarm(number("--swarm-seed", swarmSeed), trials);
    }

    private FailingRun ofSwarm(long number, Trials trials) {
        if (seed != null) {
            throw refuse("--seed with --swarm-seed", "the number of a swarm's run is its seed");
        }
        if (profile.isEmpty()) {
            throw refuse(
                    "--swarm-seed without --profile",
                    "the profile of the sweep belongs to it: " + Nearest.oneOf(ProfileReader.presetNames()));
        }
        RunCase drawn = new SweepPlanner(profile, settings, List.of(), only, without).swarmRun(number);
        Scenario scenario = tiers.applyTo(List.of(drawn.scenario()), false).get(0);
        Candidate candidate = new Candidate(Writable.formOf(scenario.world()), drawn.profile(), drawn.seed());
        String settled = settings.isEmpty() ? "" : " with " + String.join(", ", settings);
        String label = "swarm seed " + number + " under " + profile + settled;
        return failing(label, candidate, scenario, trials);
    }

    /** Does what the command that repeats a stored run would. */
    private void takeOverStored() {
        boolean stored = !name.isEmpty()
                && pathOf(name)
                        .map(path -> path.resolve(OutputFolder.REPORT))
                        .filter(Files::isRegularFile)
                        .isPresent();
        if (!stored) {
            return;
        }
        if (seed != null || !profile.isEmpty() || !settings.isEmpty() || tiers.given()) {
            throw refuse(
                    "a stored run knows its profile, its settings, its tiers and its seed",
                    "leave --profile, --set, --tier and --seed out");
        }
        RepeatedRun run = RepeatedRun.of(StoredRun.read(name));
        name = run.name();
        profile = run.profile();
        settings = run.settings();
        only = run.only();
        without = run.without();
        seed = run.seed().isEmpty() ? null : run.seed();
        swarmSeed = run.swarmSeed().isEmpty() ? null : run.swarmSeed();
        tiers.takeOver(run.others());
    }

    /**
     * The run that a stored schedule makes of a scenario.
     *
     * @param trials of {@link #trials}
     * @throws InvalidInputException if the schedule does not fit, or no law breaks in that run
     */
    ExploredRun explored(String argument, Trials trials) {
        if (name.isEmpty() || swarmSeed != null) {
            throw refuse("--replay without a scenario", "name the scenario that the schedule is of");
        }
        ScheduleFile schedule = ScheduleFile.read(
                pathOf(argument).orElseThrow(() -> refuse("--replay " + argument + " is no path", "")));
        RunCase only = only(cases());
        if (!only.scenario().tiers().isEmpty()) {
            throw refuse(
                    "'" + name + "' runs tiers in processes of their own",
                    "schedules are explored with kvdrill's own tier: leave 'tier' out");
        }
        Candidate candidate = Shrinker.withoutOutcome(
                new Candidate(Writable.formOf(only.scenario().world()), only.profile(), only.seed()));
        try {
            Deviations deviations = Deviations.of(
                    new Subject(candidate.world(), candidate.profile(), candidate.seed(), TierFactory.own()),
                    schedule.faults(),
                    schedule.choices());
            RunResult result = deviations.runKeepingTrace(candidate.world(), candidate.profile(), candidate.seed());
            FailingRun failing = failing(only + ", as in " + argument, candidate, only.scenario(), trials, result);
            return new ExploredRun(failing, deviations, schedule.faults());
        } catch (Schedule.DoesNotFitException e) {
            throw refuse(
                    argument + " does not fit " + only + ": " + e.getMessage(),
                    "give the scenario, profile and settings that its first lines name");
        }
    }

    private FailingRun ofScenario(Trials trials) {
        if (!only.isEmpty() || !without.isEmpty()) {
            throw refuse("--only and --without are for --swarm-seed", "a scenario draws no features");
        }
        RunCase only = only(cases());
        Scenario scenario = only.scenario();
        Candidate whole = new Candidate(Writable.formOf(scenario.world()), only.profile(), only.seed());
        Candidate candidate = law.equals(Signature.OUTCOME)
                ? withWhatIsNotMet(whole, trials.of(scenario))
                : Shrinker.withoutOutcome(whole);
        return failing(only.toString(), candidate, scenario, trials);
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
    private static Candidate withWhatIsNotMet(Candidate candidate, Trial trial) {
        RunResult result = trial.run(candidate.world(), candidate.profile(), candidate.seed());
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
        List<Scenario> found = new ScenarioFinder(new ScenarioReader(parsed)).find(name);
        return tiers.applyTo(found, true).stream()
                .flatMap(scenario -> planner.plan(scenario).stream())
                .toList();
    }

    private FailingRun failing(String label, Candidate candidate, Scenario scenario, Trials trials) {
        return failing(
                label,
                candidate,
                scenario,
                trials,
                trials.of(scenario).runKeepingTrace(candidate.world(), candidate.profile(), candidate.seed()));
    }

    private FailingRun failing(String label, Candidate candidate, Scenario scenario, Trials trials, RunResult result) {
        List<Signature> failures = Signature.each(result).stream()
                .map(Signature.Failure::signature)
                .toList();
        if (failures.isEmpty()) {
            throw refuse("no law breaks in " + label, withoutLaw(candidate, scenario, trials));
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
        return new FailingRun(
                label,
                candidate,
                signature,
                result,
                scenario.pinBudgetSlotNanos(),
                scenario.reports(),
                scenario.tiers(),
                trials);
    }

    /** What to do about a run in which no law breaks: it may still miss what is stated of it. */
    private static String withoutLaw(Candidate candidate, Scenario scenario, Trials trials) {
        return trials
                .of(scenario)
                .run(Writable.formOf(scenario.world()), candidate.profile(), candidate.seed())
                .expectations()
                .stream()
                .filter(outcome -> !outcome.met())
                .findFirst()
                .map(outcome -> "it misses what is stated (" + ExpectationText.of(outcome.expectation()) + "; but "
                        + outcome.seen() + "):\n`kvdrill shrink --law " + Signature.OUTCOME
                        + "` makes a small file of that, and `kvdrill diff` compares the run with one that meets it")
                .orElse("there is nothing to look into; `kvdrill sweep` finds runs that fail");
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

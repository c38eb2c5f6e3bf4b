package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.format.scenario.Setting;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.format.unit.UnitException;
import io.kvdrill.scenarios.format.unit.Units;
import io.kvdrill.scenarios.run.CasePlanner;
import io.kvdrill.scenarios.run.Reports;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.search.Exploring;
import io.kvdrill.scenarios.search.ScheduleFile;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.search.explore.Bounds;
import io.kvdrill.sim.search.explore.Exploration;
import io.kvdrill.sim.search.explore.Reduction;
import io.kvdrill.sim.search.explore.Schedule;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Visits every order of a small scenario's events, up to a bound. */
@Command(
        name = "explore",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Visit every order of a small scenario's events, up to a bound, and"
                + " say which law breaks in one of them, or that none does.",
        footer = {
            "",
            "  kvdrill explore explore-two-peers",
            "  kvdrill explore explore-two-peers --set profile.abort_ack_timeout_action=release_slots",
            "  kvdrill explore explore-two-peers --replay FILE",
            "",
            "A fault that strikes `at: any` is tried at every moment. docs/explore.md says",
            "what is explored and what is not.",
            "",
            "Exit status: 0 if no law breaks, 1 if one does that is not declared to, 2 if",
            "the input is wrong or the scenario too large (nothing is explored then), 3 if",
            "the exploration was ended before it had covered everything, and nothing broke."
        })
final class ExploreCommand implements Callable<Integer> {
    private static final int FIRST_DEVIATIONS = 1;
    private static final int MOST_NATURAL_TRANSITIONS = 200;
    private static final long RUNS_THAT_FIT = 2_000_000;
    private static final String ANY = "any";

    private final Console console;

    @Parameters(paramLabel = "SCENARIO", description = "A shipped scenario or a file; one case of it as SCENARIO/CASE.")
    private String name = "";

    @Option(
            names = "--profile",
            paramLabel = "NAME|FILE",
            description = "Under this profile. Without it: the scenario's own.")
    private String profile = "";

    @Option(
            names = "--set",
            paramLabel = "PATH=VALUE",
            description = "Set a field of the scenario or a row of the profile. May be repeated.")
    private List<String> settings = List.of();

    @Option(names = "--seed", paramLabel = "N", description = "The seed. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--deviations",
            paramLabel = "N|any",
            description =
                    "How many choices of a run may differ from what happens of itself. Default: ${DEFAULT-VALUE}.")
    private String deviations = "2";

    @Option(
            names = "--faults",
            paramLabel = "N",
            description =
                    "How many of the faults that strike `at: any` may strike in one run. Default: ${DEFAULT-VALUE}.")
    private int faults = 1;

    @Option(
            names = "--late",
            paramLabel = "N",
            description =
                    "How often in one run time may pass to the next deadline although something else could happen. Default: ${DEFAULT-VALUE}.")
    private int late = 2;

    @Option(names = "--states", paramLabel = "N", description = "Most states to visit. Default: ${DEFAULT-VALUE}.")
    private long states = 2_000_000;

    @Option(names = "--time", paramLabel = "TIME", description = "How long to go on. Default: ${DEFAULT-VALUE}.")
    private String time = "5m";

    @Option(
            names = "--no-reduction",
            description = "Visit equal orders and equal states again and again: for checking the reduction.")
    private boolean unreduced;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Where to store the schedule of a violation. Default: ${DEFAULT-VALUE}.")
    private String out = "explored.yaml";

    @Option(names = "--replay", paramLabel = "FILE", description = "Make the run of a stored schedule again.")
    private @Nullable String replay;

    @Option(names = "--json", description = "One JSON object instead of text.")
    private boolean json;

    ExploreCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        RunCase runCase = plan();
        if (replay != null) {
            return replay(runCase, ScheduleFile.read(path("--replay", replay)));
        }
        Bounds bounds = bounds();
        Path schedule = path("--out", out);
        long nanos = nanos();
        long started = System.nanoTime();
        ExploreProgress progress = new ExploreProgress(console, started);
        try (Interruption interruption = new Interruption()) {
            Exploring exploring = new Exploring(
                    runCase,
                    bounds,
                    unreduced ? Reduction.NONE : Reduction.ALL,
                    () -> !interruption.asked() && System.nanoTime() - started < nanos,
                    progress::show);
            refuseWhatIsTooLarge(exploring.naturalOrder(), bounds);
            Exploration exploration = exploring.explore(FIRST_DEVIATIONS);
            progress.done();
            int status = tell(runCase, exploring, exploration, schedule, System.nanoTime() - started);
            console.out().flush();
            return status;
        }
    }

    private int tell(RunCase runCase, Exploring exploring, Exploration exploration, Path file, long wallNanos) {
        Exploration.Found found = exploration.violation();
        String stored = "";
        RunResult result = null;
        String again = again(runCase, "--replay " + file);
        if (found != null) {
            result = exploring.again(found.schedule());
            new ScheduleFile(faults, found.schedule()).write(file, List.of(runCase.toString(), again));
            stored = file.toString();
        }
        ExploreText text = new ExploreText(runCase, exploration, result, wallNanos);
        console.out().print(json ? text.json(stored, again) : text.text(stored, again, console.style()));
        if (found != null) {
            return ExitStatus.NOT_AS_STATED;
        }
        return exploration.exhausted() ? ExitStatus.AS_STATED : ExitStatus.ENVIRONMENT;
    }

    private int replay(RunCase runCase, ScheduleFile schedule) {
        try {
            Exploring exploring = new Exploring(
                    runCase,
                    new Bounds(schedule.faults(), late, Bounds.ANY, Bounds.ANY, states),
                    Reduction.ALL,
                    () -> true,
                    progress -> {});
            RunResult result = exploring.again(schedule.choices());
            String again = again(runCase, "--replay " + replay);
            if (json) {
                console.out().println(JsonLine.of(Reports.of(runCase, result), "", 0));
            } else {
                console.out().print(ExploreText.replayed(runCase, result, again, console.style()));
            }
            boolean broken = result.violations().stream()
                    .anyMatch(violation -> !runCase.world()
                            .brokenUnder(runCase.profile().name())
                            .contains(violation.law()));
            return broken ? ExitStatus.NOT_AS_STATED : ExitStatus.AS_STATED;
        } catch (Schedule.DoesNotFitException e) {
            throw refuse(
                    String.valueOf(replay) + " does not fit " + runCase + ": " + e.getMessage(),
                    "give the scenario, profile and settings that its first lines name");
        }
    }

    /** What would not come to an end is refused before anything is explored, with a bound that would. */
    private void refuseWhatIsTooLarge(Exploration natural, Bounds bounds) {
        long length = natural.deepest();
        int fits = 0;
        double runs = 1;
        while (fits < 20 && runs * length * 3 / (fits + 1) < RUNS_THAT_FIT) {
            fits++;
            runs *= length * 3.0 / fits;
        }
        boolean any = bounds.deviations() == Bounds.ANY;
        if (any ? length > MOST_NATURAL_TRANSITIONS : bounds.deviations() > Math.max(1, fits)) {
            throw refuse(
                    name + " is too large to be explored: its natural order has " + length
                            + " transitions, too many for " + (any ? "any order" : bounds.deviations() + " deviations"),
                    "use --deviations " + Math.max(1, fits) + ", or fewer peers, requests and blocks");
        }
    }

    private RunCase plan() {
        List<Setting> parsed = settings.stream().map(Setting::parse).toList();
        List<String> arguments = new ArrayList<>();
        settings.forEach(text -> arguments.addAll(List.of("--set", text)));
        var scenarios = new ScenarioFinder(new ScenarioReader(parsed)).find(name);
        if (scenarios.size() != 1) {
            throw refuse(
                    name + " has " + scenarios.size() + " cases; one is explored at a time",
                    "name one: " + scenarios.get(0).address());
        }
        List<RunCase> cases = new CasePlanner(profile, parsed, arguments, seed).plan(scenarios.get(0));
        return cases.stream()
                .filter(runCase -> runCase.profile()
                        .name()
                        .equals(scenarios.get(0).profile().name()))
                .findFirst()
                .orElse(cases.get(0));
    }

    private Bounds bounds() {
        int most = Bounds.ANY;
        if (!deviations.equals(ANY)) {
            most = deviations.matches("[0-9]{1,6}") ? Integer.parseInt(deviations) : -1;
        }
        if (most < 0 || faults < 0 || late < 0 || states < 1 || seed < 0) {
            throw refuse(
                    "a bound is out of range: --deviations " + deviations + ", --faults " + faults + ", --late " + late
                            + ", --states " + states + ", --seed " + seed,
                    "whole numbers that are not negative, --states at least 1, or --deviations any");
        }
        return new Bounds(faults, late, most, 5_000, states);
    }

    private long nanos() {
        try {
            return Units.nanos(time.strip());
        } catch (UnitException e) {
            throw refuse("--time " + time + ": " + e.getMessage(), "a time such as 5m or 30s");
        }
    }

    private static Path path(String option, String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw refuse(option + " " + text + " is no path", "");
        }
    }

    private static String again(RunCase runCase, String more) {
        return runCase.again().replaceFirst("kvdrill run", "kvdrill explore") + " " + more;
    }

    private static InvalidInputException refuse(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }
}

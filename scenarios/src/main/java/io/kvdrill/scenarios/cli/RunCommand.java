package io.kvdrill.scenarios.cli;

import io.kvdrill.reports.json.RunReport;
import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.format.scenario.Setting;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Problem;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.run.CasePlanner;
import io.kvdrill.scenarios.run.OutputFolder;
import io.kvdrill.scenarios.run.Reports;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.run.Runner;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs scenarios and says whether the outcome is the stated one. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Run scenarios and say whether the outcome is the stated one.",
        footer = {
            "",
            "A scenario is a shipped name or a file, with a case after a slash:",
            "  kvdrill run peer-death",
            "  kvdrill run peer-death/in-data --profile vllm-2026-08",
            "  kvdrill run drills/mine.yaml --set peers.decode.step=30ms",
            "  kvdrill run --all --json",
            "",
            "Exit status: 0 if every outcome is the stated one, 1 if not, 2 if the input",
            "is wrong (nothing runs then), 3 if something is missing here."
        })
final class RunCommand implements Callable<Integer> {
    private final Console console;
    private final Runner runner;

    @Parameters(
            arity = "0..*",
            paramLabel = "SCENARIO",
            description = "A shipped scenario or a file; one case of it as SCENARIO/CASE.")
    private List<String> names = List.of();

    @Option(names = "--all", description = "All shipped scenarios.")
    private boolean all;

    @Option(
            names = "--profile",
            paramLabel = "NAME|FILE",
            description =
                    "Only under this profile: a preset, or a file that extends one. Without it: under every profile for which the scenario states an outcome.")
    private String profile = "";

    @Option(
            names = "--set",
            paramLabel = "PATH=VALUE",
            description =
                    "Set a field of the scenario (peers.decode.step=30ms, requests[0].tokens=8192) or a row of the profile (profile.load_timeout_pd=5s). May be repeated.")
    private List<String> settings = List.of();

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "The seed, from 0 to 9223372036854775807. Default: ${DEFAULT-VALUE}.")
    private String seed = "1";

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Store report.json and trace.jsonl of each case below this folder.")
    private @Nullable String out;

    @Option(names = "--json", description = "One JSON object a line for each case instead of text.")
    private boolean json;

    RunCommand(Console console, Runner runner) {
        this.console = console;
        this.runner = runner;
    }

    @Override
    public Integer call() {
        List<RunCase> cases = plan();
        OutputFolder folder = out == null ? null : OutputFolder.prepare(out);
        int notAsStated = 0;
        for (RunCase runCase : cases) {
            if (run(runCase, folder) != Verdict.AS_STATED) {
                notAsStated++;
            }
        }
        if (!json && cases.size() > 1) {
            String summary = cases.size() + " cases, " + (cases.size() - notAsStated) + " as stated"
                    + (notAsStated == 0 ? "" : ", " + notAsStated + " not");
            console.out()
                    .println(
                            notAsStated == 0
                                    ? console.style().good(summary)
                                    : console.style().bad(summary));
        }
        console.out().flush();
        return notAsStated == 0 ? ExitStatus.AS_STATED : ExitStatus.NOT_AS_STATED;
    }

    private Verdict run(RunCase runCase, @Nullable OutputFolder folder) {
        String label = runCase.scenario().name() + " " + runCase.profile().name();
        Progress progress = new Progress(console.err(), console.errIsTerminal(), label);
        long started = System.nanoTime();
        RunResult result = runner.run(runCase, List.of(progress));
        long wallNanos = System.nanoTime() - started;
        progress.done();
        RunReport report = Reports.of(runCase, result);
        String stored = folder == null
                ? ""
                : folder.store(runCase, report, result.trace()).toString();
        if (json) {
            console.out().println(JsonLine.of(report, stored, wallNanos));
        } else {
            console.out().print(VerdictText.of(report, runCase.statedAs(), console.style()));
            if (!stored.isEmpty()) {
                console.out().println("  stored in " + stored);
            }
        }
        console.out().flush();
        return result.verdict();
    }

    /** Everything that can be wrong is found here, before anything runs. */
    private List<RunCase> plan() {
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
        }
        names.forEach(name -> scenarios.addAll(collect(problems, () -> finder.find(name), List.<Scenario>of())));
        List<String> arguments = settings.stream()
                .flatMap(text -> List.of("--set", text).stream())
                .toList();
        List<RunCase> cases = collect(
                problems,
                () -> {
                    CasePlanner planner = new CasePlanner(profile, parsed, arguments, seedNumber);
                    return scenarios.stream()
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

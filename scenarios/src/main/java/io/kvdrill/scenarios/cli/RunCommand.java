package io.kvdrill.scenarios.cli;

import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.timeline.TimelineReader;
import io.kvdrill.scenarios.explain.Wrap;
import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.hosted.HostedRunner;
import io.kvdrill.scenarios.hosted.TierArguments;
import io.kvdrill.scenarios.hosted.TierFailedException;
import io.kvdrill.scenarios.node.DataOptions;
import io.kvdrill.scenarios.run.MovedBlocks;
import io.kvdrill.scenarios.run.OutputFolder;
import io.kvdrill.scenarios.run.Reports;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.run.Runner;
import io.kvdrill.scenarios.search.SwarmScenario;
import io.kvdrill.scenarios.search.SweepPlanner;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import io.kvdrill.scenarios.shrink.Regressions;
import io.kvdrill.scenarios.summary.CaseResult;
import io.kvdrill.scenarios.summary.JUnitXml;
import io.kvdrill.scenarios.summary.MarkdownSummary;
import io.kvdrill.scenarios.summary.OutputFile;
import io.kvdrill.scenarios.summary.ResultTable;
import io.kvdrill.sim.kernel.RunEnd;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
            "  kvdrill run --all --junit results.xml --markdown summary.md",
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
            completionCandidates = CompletionCommand.Scenarios.class,
            description = "A shipped scenario or a file; one case of it as SCENARIO/CASE.")
    private List<String> names = List.of();

    @Option(names = "--all", description = "All shipped scenarios, and the files in regressions/.")
    private boolean all;

    @Option(
            names = "--profile",
            paramLabel = "NAME|FILE",
            description =
                    "Only under this profile: a preset, or a file that extends one. Without it: under every profile"
                            + " for which the scenario states an outcome.")
    private String profile = "";

    @Option(
            names = "--set",
            paramLabel = "PATH=VALUE",
            description =
                    "Set a field of the scenario (peers.decode.step=30ms, requests[0].tokens=8192) or a row of the"
                            + " profile (profile.load_timeout_pd=5s). May be repeated.")
    private List<String> settings = List.of();

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "The seed, from 0 to 9223372036854775807. Default: ${DEFAULT-VALUE}.")
    private String seed = "1";

    @Option(
            names = "--swarm-seed",
            paramLabel = "N",
            description = "Instead of a scenario, the run that a swarm draws with this seed (see sweep).")
    private @Nullable Long swarmSeed;

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

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Store report.json and trace.jsonl of each case below this folder.")
    private @Nullable String out;

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "Write JUnit XML for a CI system: a suite for each scenario.")
    private @Nullable String junit;

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = "Write a summary for a pull request: what is not as stated first.")
    private @Nullable String markdown;

    @Option(
            names = RunCase.ON_OPTION,
            paramLabel = "sim|processes|hosts",
            description =
                    "Where: in the simulator, with one process for each peer on this host, over real sockets and shared"
                            + " memory, or at nodes that are running (--node). Default: ${DEFAULT-VALUE}.")
    private String on = Place.SIMULATOR;

    @Option(
            names = "--tolerance",
            paramLabel = "TIME",
            description =
                    "With --on processes and hosts: how much later than stated things may come. Default: ${DEFAULT-VALUE}.")
    private String tolerance = Place.USUAL_TOLERANCE;

    @Mixin
    private DataOptions data = new DataOptions();

    @Mixin
    private NodeArguments nodes = new NodeArguments();

    @Option(names = "--json", description = "One JSON object a line for each case instead of text.")
    private boolean json;

    @Mixin
    private TierArguments tiers = new TierArguments();

    @Option(
            names = "--check-determinism",
            description =
                    "Run cases with a tier of yours twice and compare; done anyway where the outcome is not as stated.")
    private boolean checkDeterminism;

    RunCommand(Console console, Runner runner) {
        this.console = console;
        this.runner = runner;
    }

    @Override
    public Integer call() {
        Place place = Place.of(on, tolerance, data, nodes);
        List<RunCase> cases = place.of(plan(), !profile.isEmpty());
        OutputFolder folder = out == null ? null : OutputFolder.prepare(out);
        if (folder != null) {
            OutputFolder.refuseClashes(cases);
        }
        OutputFile junitFile = junit == null ? null : OutputFile.prepare("--junit", junit);
        OutputFile markdownFile = markdown == null ? null : OutputFile.prepare("--markdown", markdown);
        Warnings.tell(cases.stream().map(RunCase::scenario).toList(), console);
        names.stream().filter(ScenarioFinder::hidesShipped).forEach(this::sayThatAFileIsTaken);
        if (all && !Regressions.here().isEmpty()) {
            console.err()
                    .println("kvdrill: with the files in " + Regressions.FOLDER + "/: "
                            + Regressions.here().size());
        }
        List<CaseResult> results = new ArrayList<>();
        try (HostedRunner hosted = new HostedRunner()) {
            cases.forEach(runCase -> results.add(run(runCase, place, folder, hosted, results)));
        } finally {
            if (junitFile != null) {
                junitFile.write(JUnitXml.of(results));
            }
            if (markdownFile != null) {
                markdownFile.write(MarkdownSummary.of(results));
            }
        }
        if (!json && cases.size() > 1) {
            summarize(results);
        }
        console.out().flush();
        return results.stream().allMatch(CaseResult::asStated) ? ExitStatus.AS_STATED : ExitStatus.NOT_AS_STATED;
    }

    /** Everything that can be wrong is found here, before anything runs. */
    private List<RunCase> plan() {
        Long number = swarmSeed;
        if (number == null) {
            if (!only.isEmpty() || !without.isEmpty()) {
                throw refuse("--only and --without are for --swarm-seed", "a scenario draws no features");
            }
            return new RunPlan(names, all, profile, settings, seed).cases(tiers);
        }
        if (all || !names.isEmpty()) {
            throw refuse("--swarm-seed and " + (all ? "--all" : "the name of a scenario"), "leave one out");
        }
        if (number < 0) {
            throw refuse("--swarm-seed " + number + " is out of range", "a whole number from 0 to " + Long.MAX_VALUE);
        }
        SweepPlanner planner = new SweepPlanner(profile, settings, List.of(), only, without);
        RunCase drawn = planner.swarmRun(number);
        Scenario hosted = tiers.applyTo(List.of(drawn.scenario()), false).get(0);
        List<String> arguments = new ArrayList<>(drawn.arguments());
        arguments.addAll(tiers.words());
        return List.of(new RunCase(hosted, drawn.profile(), drawn.statedAs(), drawn.seed(), arguments));
    }

    private static InvalidInputException refuse(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }

    private void sayThatAFileIsTaken(String name) {
        console.err().println("kvdrill: " + name + " is the file here, not the shipped scenario of that name");
    }

    private void summarize(List<CaseResult> results) {
        Style style = console.style();
        long asStated = results.stream().filter(CaseResult::asStated).count();
        long not = results.size() - asStated;
        String summary = results.size() + " cases, " + asStated + " as stated" + (not == 0 ? "" : ", " + not + " not");
        console.out().println();
        console.out().print(ResultTable.of(results, style::good, style::bad));
        console.out().println();
        console.out().println(not == 0 ? style.good(summary) : style.bad(summary));
    }

    /** A case that cannot be run to its end is among the results, too, before the failure goes on. */
    private CaseResult run(
            RunCase runCase,
            Place place,
            @Nullable OutputFolder folder,
            HostedRunner hosted,
            List<CaseResult> results) {
        String label = runCase.scenario().name() + " " + runCase.profile().name();
        Progress progress = new Progress(console.err(), console.errIsTerminal(), label, System::nanoTime);
        long started = System.nanoTime();
        try {
            boolean inProcesses = !runCase.scenario().tiers().isEmpty();
            HostedRunner.Outcome outcome = inProcesses
                    ? run(runCase, folder, hosted, progress)
                    : new HostedRunner.Outcome(
                            place.runner(runner, progress::at).run(runCase, place.observers(progress)), Map.of());
            RunResult result = swarmSeed == null ? outcome.result() : SwarmScenario.judged(outcome.result());
            long wallNanos = System.nanoTime() - started;
            RunReport report = Reports.of(runCase, result);
            String stored = folder == null
                    ? ""
                    : folder.store(runCase, report, result.trace()).toString();
            if (folder != null) {
                folder.storeErrors(runCase, outcome.errors());
            }
            say(runCase, place, report, result, stored, wallNanos, progress);
            boolean livelock = result.end().kind() == RunEnd.Kind.LIVELOCK; // long, and told already
            if (inProcesses && (checkDeterminism || (result.verdict() != Verdict.AS_STATED && !livelock))) {
                DeterminismText.check(hosted, runCase, result, console);
            }
            return CaseResult.of(report, wallNanos);
        } catch (RuntimeException | Error e) {
            results.add(new CaseResult(
                    runCase.scenario().name(),
                    runCase.profile().name(),
                    runCase.seed(),
                    runCase.again(),
                    null,
                    e.toString(),
                    System.nanoTime() - started));
            throw e;
        } finally {
            progress.done();
        }
    }

    private static HostedRunner.Outcome run(
            RunCase runCase, @Nullable OutputFolder folder, HostedRunner hosted, Progress progress) {
        try {
            return hosted.run(runCase, List.of(progress));
        } catch (TierFailedException e) {
            if (folder != null) {
                folder.storeTrace(runCase, e.trace());
                folder.storeErrors(runCase, e.errors());
            }
            throw e;
        }
    }

    private void say(
            RunCase runCase,
            Place place,
            RunReport report,
            RunResult result,
            String stored,
            long wallNanos,
            Progress progress) {
        progress.done();
        if (json) {
            console.out().println(JsonLine.of(report, stored, wallNanos));
        } else {
            console.out()
                    .print(VerdictText.of(
                            report,
                            runCase.statedAs(),
                            runCase.on().equals(Place.SIMULATOR),
                            console.style(),
                            () -> TimelineReader.read(result.trace().stored())));
            if (!runCase.on().equals(Place.SIMULATOR)) {
                MovedBlocks.lines(result, place.over())
                        .forEach(line -> console.out().print(Wrap.words(line, "  ", "    ")));
            }
            if (!stored.isEmpty()) {
                console.out().println("  stored in " + stored);
            }
        }
        console.out().flush();
    }
}

package io.kvdrill.scenarios.cli;

import io.kvdrill.reports.json.ComparisonReport;
import io.kvdrill.reports.json.CurvesReport;
import io.kvdrill.reports.json.ReportJson;
import io.kvdrill.scenarios.compare.Comparison;
import io.kvdrill.scenarios.compare.ComparisonText;
import io.kvdrill.scenarios.compare.Curves;
import io.kvdrill.scenarios.compare.CurvesText;
import io.kvdrill.scenarios.compare.Metric;
import io.kvdrill.scenarios.compare.Points;
import io.kvdrill.scenarios.compare.RunBudget;
import io.kvdrill.scenarios.compare.Variant;
import io.kvdrill.scenarios.compare.Variants;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Nearest;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.hosted.Trials;
import io.kvdrill.scenarios.run.OutputFolder;
import io.kvdrill.scenarios.search.Budget;
import io.kvdrill.scenarios.search.SeedRange;
import io.kvdrill.scenarios.summary.FigureFiles;
import io.kvdrill.scenarios.summary.OutputFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Compares variants of a scenario on the same seeds. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Run variants of a scenario on the same seeds and say what differs, and whether by chance.",
            "",
            "With --on, instead: run a scenario in the simulator and in another world, and say what differs."
        },
        footer = {
            "",
            "  kvdrill compare peer-death/in-data --variant aug=vllm-2026-08 \\",
            "      --variant hardened=hardened",
            "  kvdrill compare peer-death/in-data --seeds 1..20 --variant long=hardened \\",
            "      --variant 'short=hardened profile.load_timeout_pd=5s'",
            "",
            "  kvdrill compare peer-death/in-data --variant ours=vllm-2026-08 \\",
            "      --variant \"mine=vllm-2026-08 tier:decode='python3 my_tier.py'\"",
            "",
            "  kvdrill compare pull-or-recompute/idle-source --variant slow=hardened \\",
            "      --axis links.data.bandwidth=10Gbps,100Gbps,400Gbps --seeds 1..5 \\",
            "      --metric ttft_max",
            "",
            "A variant is NAME=[PROFILE] [PATH=VALUE ...] [tier:PEER=CMD ...]. The first is",
            "what the others are compared with. With --axis, one variant is enough.",
            "",
            "  kvdrill compare peer-death/in-control --on sim,processes",
            "",
            "Exit status: 0, or 2 if the input is wrong. Nothing runs then, unless it takes",
            "the runs to see that a metric has nothing to measure. With --on also 1 if the",
            "worlds differ, and 3 if something is missing here."
        })
final class CompareCommand implements Callable<Integer> {
    private static final int MOST_RUNS = 100_000;
    private static final List<String> OF_VARIANTS = List.of(
            "--variant",
            "--axis",
            "--budget",
            "--seeds",
            "--unpaired",
            "--metric",
            "--of",
            "--allow-identical",
            "--jobs",
            "--figures",
            "--markdown",
            "-o");

    private final Console console;

    @Parameters(index = "0", paramLabel = "SCENARIO", description = "A shipped scenario or a file; one case of it.")
    private String scenario = "";

    @Option(
            names = "--variant",
            paramLabel = "NAME=...",
            description = "A variant: a name, then a profile, settings as in --set, tiers of yours. Two or more.")
    private List<String> variants = List.of();

    @Option(
            names = "--axis",
            paramLabel = "PATH=V,V,...",
            description = "A value that changes: the variants run with each, and curves are reported. The path case"
                    + " names cases of the scenario. Once or twice.")
    private List<String> axes = List.of();

    @Option(
            names = "--budget",
            paramLabel = "RUNS",
            description = "Most runs that all points may make together. Default: ${DEFAULT-VALUE}.")
    private String budget = MOST_RUNS + "runs";

    @Option(names = "--set", paramLabel = "PATH=VALUE", description = "A setting of all variants, as in run.")
    private List<String> settings = List.of();

    @Option(names = "--seeds", paramLabel = "A..B", description = "Which seeds. Default: ${DEFAULT-VALUE}.")
    private String seeds = "1..30";

    @Option(names = "--unpaired", description = "Give each variant seeds of its own, one range after the other.")
    private boolean unpaired;

    @Option(
            names = "--metric",
            paramLabel = "NAME",
            split = ",",
            completionCandidates = MetricNames.class,
            description = "Only these metrics, of ${COMPLETION-CANDIDATES}.")
    private List<String> metrics = List.of();

    @Option(
            names = "--of",
            paramLabel = "PATTERN",
            description = "Requests that count where metrics are about requests, by name: * stands for anything."
                    + " Default: all.")
    private String counted = "*";

    @Option(names = "--allow-identical", description = "Compare variants that differ in nothing, too.")
    private boolean allowIdentical;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "Runs at a time; changes nothing but the speed. Default: one for each core.")
    private int jobs = Runtime.getRuntime().availableProcessors();

    @Option(names = "--json", description = "The comparison as one JSON object instead of text.")
    private boolean json;

    @Option(
            names = "--figures",
            paramLabel = "DIR",
            description = "With --axis: write an SVG figure for each metric, curves for one axis, heat maps for two.")
    private @Nullable String figures;

    @Option(names = "--markdown", paramLabel = "FILE", description = "Write tables for a pull request.")
    private @Nullable String markdown;

    @Option(
            names = "-o",
            paramLabel = "FILE",
            description = "Store the comparison as JSON, from which kvdrill report makes a page.")
    private @Nullable String output;

    @Mixin
    private CompareWorlds worlds = new CompareWorlds();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    CompareCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (worlds.isChosen()) {
            refuseOthers(OF_VARIANTS, "are for variants, and " + CompareWorlds.ON + " compares worlds");
            return worlds.call(scenario, settings, json, console);
        }
        refuseOthers(CompareWorlds.OF_WORLDS, "go with " + CompareWorlds.ON + "; a variant names its profile itself");
        SeedRange range = SeedRange.parse(seeds);
        if (jobs < 1) {
            throw refuse("--jobs " + jobs + " leaves nobody to run anything", "at least 1");
        }
        Budget runs = Budget.parse(budget);
        if (runs.runs() == Long.MAX_VALUE) {
            throw refuse("--budget " + budget + " is a time, which curves have none of", "a number: --budget 5000runs");
        }
        RunBudget limit = new RunBudget(Math.min(runs.runs(), Integer.MAX_VALUE), "--budget " + budget, range.size());
        List<Metric> chosen = metrics();
        if (!axes.isEmpty()) {
            return curves(limit, range, chosen);
        }
        if (figures != null) {
            throw refuse("--figures " + figures + ": without an axis there are no curves", "add --axis PATH=V,V,...");
        }
        List<Variant> read = Variants.read(scenario, settings, variants, allowIdentical);
        limit.refuseMore(1, read.size());
        OutputFile markdownFile = markdown == null ? null : OutputFile.prepare("--markdown", markdown);
        OutputFile outputFile = output == null ? null : OutputFile.prepare("-o", output);
        Comparison.Plan plan =
                new Comparison.Plan(read, chosen, range.first(), (int) range.size(), !unpaired, jobs, counted());
        ComparisonReport report;
        try (Trials trials = Trials.own()) {
            read.forEach(CompareCommand::greet);
            Comparison comparison = new Comparison(plan, trials);
            refuseUncounted(comparison);
            report = comparison.run(made -> say(made, plan.runs()));
        }
        refuseUnmeasured(report.notMeasured());
        if (markdownFile != null) {
            markdownFile.write(ComparisonText.markdown(report));
        }
        if (outputFile != null) {
            outputFile.write(ReportJson.write(report));
        }
        console.out().print(json ? ReportJson.write(report) : ComparisonText.plain(report));
        console.out().flush();
        return ExitStatus.AS_STATED;
    }

    private void refuseOthers(List<String> options, String why) {
        List<String> given = options.stream()
                .filter(spec.commandLine().getParseResult()::hasMatchedOption)
                .toList();
        if (!given.isEmpty()) {
            throw refuse(String.join(" and ", given) + ": these " + why, "leave one or the other out");
        }
    }

    private int curves(RunBudget limit, SeedRange range, List<Metric> chosen) {
        Points points = Points.read(scenario, settings, variants, axes, allowIdentical, limit);
        OutputFile markdownFile = markdown == null ? null : OutputFile.prepare("--markdown", markdown);
        OutputFile outputFile = output == null ? null : OutputFile.prepare("-o", output);
        Path folder = figures == null ? null : OutputFolder.prepare("--figures", figures);
        List<Variant> first = points.all().get(0).variants();
        Comparison.Plan plan =
                new Comparison.Plan(first, chosen, range.first(), (int) range.size(), !unpaired, jobs, counted());
        CurvesReport report;
        try (Trials trials = Trials.own()) {
            first.forEach(CompareCommand::greet);
            refuseUncounted(new Comparison(plan, trials));
            Curves curves = new Curves(points, plan, trials);
            report = curves.run(made -> say(made, curves.runs()));
        }
        refuseUnmeasured(chosen.stream()
                .map(Metric::word)
                .filter(word -> report.points().stream()
                        .allMatch(point -> point.values().stream()
                                .noneMatch(value -> value.metric().equals(word))))
                .toList());
        if (markdownFile != null) {
            markdownFile.write(CurvesText.markdown(report));
        }
        if (outputFile != null) {
            outputFile.write(ReportJson.write(report));
        }
        if (folder != null) {
            FigureFiles.write("--figures", folder, report);
        }
        console.out().print(json ? ReportJson.write(report) : CurvesText.plain(report));
        console.out().flush();
        return ExitStatus.AS_STATED;
    }

    private void refuseUnmeasured(List<String> notMeasured) {
        if (!metrics.isEmpty() && !notMeasured.isEmpty()) {
            throw refuse(
                    "--metric " + String.join(",", notMeasured) + ": " + scenario
                            + " has nothing to measure there in any run of these variants",
                    "without --metric, all that can be measured of it is shown");
        }
    }

    /** Numbers of no request would be zeros that nobody measured. */
    private void refuseUncounted(Comparison comparison) {
        if (counted.equals("*")) {
            return;
        }
        List<String> names = comparison.requestsOfFirstRun();
        if (names.stream().noneMatch(counted().asMatchPredicate())) {
            throw refuse("--of " + counted + ": no request is called that", Nearest.suggestion(counted, names));
        }
    }

    /** A wrong command is told before anything runs. */
    private static void greet(Variant variant) {
        try (Trials trials = new Trials(variant.tiers())) {
            trials.start();
        }
    }

    private void say(int made, int all) {
        if (console.errIsTerminal()) {
            console.err().print("\r" + made + " of " + all + " runs" + (made == all ? "\r\u001b[K" : ""));
            console.err().flush();
        }
    }

    private static List<String> metricNames() {
        return Arrays.stream(Metric.values()).map(Metric::word).toList();
    }

    /** What {@code --metric} takes, for the help and for shells that complete. */
    static final class MetricNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return metricNames().iterator();
        }
    }

    private List<Metric> metrics() {
        if (metrics.isEmpty()) {
            return List.of(Metric.values());
        }
        List<String> names = metricNames();
        List<Metric> chosen = new ArrayList<>();
        for (String name : metrics) {
            Metric metric = Arrays.stream(Metric.values())
                    .filter(one -> one.word().equals(name.strip()))
                    .findFirst()
                    .orElseThrow(() -> refuse(
                            "--metric " + name + ": there is no such metric", Nearest.suggestion(name.strip(), names)));
            if (chosen.contains(metric)) {
                throw refuse("--metric " + name + " is there twice", "name each once");
            }
            chosen.add(metric);
        }
        return chosen;
    }

    private Pattern counted() {
        return Pattern.compile(
                Arrays.stream(counted.split("[*]", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
    }

    private static InvalidInputException refuse(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }
}

package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.search.Budget;
import io.kvdrill.scenarios.search.SeedRange;
import io.kvdrill.scenarios.search.Subject;
import io.kvdrill.scenarios.search.SweepFile;
import io.kvdrill.scenarios.search.SweepLines;
import io.kvdrill.scenarios.search.SweepPlanner;
import io.kvdrill.scenarios.search.SweepProgress;
import io.kvdrill.scenarios.search.SweepResult;
import io.kvdrill.scenarios.search.SweepText;
import io.kvdrill.scenarios.search.Sweeper;
import io.kvdrill.sim.search.Group;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs one scenario, or drawn ones, over many seeds, and groups what fails. */
@Command(
        name = "sweep",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Run a scenario, or runs drawn by chance, over many seeds, and group what fails.",
        footer = {
            "",
            "  kvdrill sweep --swarm --seeds 1..10000",
            "  kvdrill sweep --swarm --profile vllm-2026-08 --budget 1m",
            "  kvdrill sweep --swarm --budget 1e6runs --out night --jobs 8",
            "  kvdrill sweep peer-death/in-data --seeds 1..500",
            "  kvdrill sweep peer-death --vary profile.load_timeout_pd=5s,10s,30s",
            "",
            "Exit status: 0 if no run failed, 1 if one did, 2 if the input is wrong",
            "(nothing runs then), 3 if something is missing here."
        })
final class SweepCommand implements Callable<Integer> {

    private final Console console;

    @Parameters(
            arity = "0..1",
            paramLabel = "SCENARIO",
            description = "A shipped scenario or a file; one case of it as SCENARIO/CASE.")
    private @Nullable String scenario;

    @Option(names = "--swarm", description = "Draw clusters, workloads, timings and faults from a grammar instead.")
    private boolean swarm;

    @Option(
            names = "--seeds",
            paramLabel = "A..B",
            description =
                    "Which seeds. Default: 1..100 of a scenario, 1..1000 of a swarm; with --budget, as many as it allows.")
    private @Nullable String seeds;

    @Option(
            names = "--budget",
            paramLabel = "TIME|RUNS",
            description = "Stop after a time (90s, 10m) or a number of runs (5000runs, 1e6runs).")
    private @Nullable String budget;

    @Option(
            names = "--profile",
            paramLabel = "NAME|FILE",
            description =
                    "Under this profile. Default: every profile for which a scenario states an outcome; hardened for a swarm.")
    private String profile = "";

    @Option(
            names = "--set",
            paramLabel = "PATH=VALUE",
            description = "Set a field of the scenario or a row of the profile, as in run. May be repeated.")
    private List<String> settings = List.of();

    @Option(
            names = "--vary",
            paramLabel = "PATH=V1,V2,...",
            description = "Run every seed with each of these values, as --set would set them. Several make a table.")
    private List<String> axes = List.of();

    @Option(
            names = "--without",
            paramLabel = "FEATURE,...",
            split = ",",
            description = "Features that a swarm must not draw; docs/search.md lists them.")
    private List<String> without = List.of();

    @Option(
            names = "--only",
            paramLabel = "FEATURE,...",
            split = ",",
            description = "The only features that a swarm may draw.")
    private List<String> only = List.of();

    @Option(
            names = "--guided",
            description =
                    "Run only the most promising of each six seeds: those that may reach what was not reached. With --swarm.")
    private boolean guided;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "Runs at a time; changes nothing but the speed. Default: one for each core.")
    private int jobs = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Keep " + SweepFile.NAME + " in this folder, from which the sweep can be continued.")
    private @Nullable String out;

    @Option(names = "--resume", description = "Continue the sweep in the folder of --out.")
    private boolean resume;

    @Option(names = "--json", description = "One JSON object a line for each group, and one for the sweep.")
    private boolean json;

    SweepCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        SweepPlanner planner = new SweepPlanner(profile, settings, axes, only, without);
        Subject subject = subject(planner);
        Budget limit = budget == null ? Budget.NONE : Budget.parse(budget);
        SeedRange range = range();
        if (jobs < 1) {
            throw refuse("--jobs " + jobs + " leaves nobody to run anything", "at least 1");
        }
        if (guided && (!swarm || subject.variants() > 1)) {
            throw refuse("--guided is for a swarm under one profile", "use it with --swarm and without --vary");
        }
        if (resume && out == null) {
            throw refuse("--resume: which sweep?", "name its folder with --out");
        }
        SweepFile file = out == null ? null : SweepFile.in(out, resume);
        Sweeper sweeper = new Sweeper(subject, new Sweeper.Options(range, limit, guided, jobs, file, resume));
        return run(subject, sweeper, limit);
    }

    @SuppressWarnings("try") // the interruption does its work until it is closed, unasked
    private int run(Subject subject, Sweeper sweeper, Budget limit) {
        SweepProgress progress = new SweepProgress(
                console.err(), console.errIsTerminal(), subject.name(), sweeper.most(), limit.nanos());
        try (Interruption interruption = new Interruption(sweeper::stop)) {
            long before = sweeper.runsBefore();
            long started = System.nanoTime();
            SweepResult result = sweeper.run(progress);
            progress.done();
            tell(subject, result, System.nanoTime() - started, before);
            return result.failed() == 0 ? ExitStatus.AS_STATED : ExitStatus.NOT_AS_STATED;
        }
    }

    private void tell(Subject subject, SweepResult result, long wallNanos, long before) {
        List<Group> groups = result.groups().inOrder();
        if (json) {
            groups.forEach(group -> console.out().println(SweepLines.group(subject, group)));
            console.out().println(SweepLines.summary(subject, result, wallNanos, before));
        } else {
            for (int i = 0; i < groups.size(); i++) {
                console.out().print(SweepText.group(subject, i + 1, groups.get(i)));
            }
            console.out().print(SweepText.coverage(result.coverage()));
            String summary = SweepText.summary(subject, result, wallNanos, before);
            console.out()
                    .println(
                            result.failed() == 0
                                    ? console.style().good(summary)
                                    : console.style().bad(summary));
        }
        console.out().flush();
    }

    private Subject subject(SweepPlanner planner) {
        if (swarm == (scenario != null)) {
            throw refuse(
                    swarm ? "--swarm and the name of a scenario" : "what is to be swept?",
                    swarm ? "leave one out" : "name a scenario, or use --swarm");
        }
        return scenario == null ? planner.swarm() : planner.scenario(scenario);
    }

    private SeedRange range() {
        if (seeds != null) {
            return SeedRange.parse(seeds);
        }
        return budget != null ? new SeedRange(1, Long.MAX_VALUE) : new SeedRange(1, swarm ? 1_000 : 100);
    }

    private static InvalidInputException refuse(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }
}

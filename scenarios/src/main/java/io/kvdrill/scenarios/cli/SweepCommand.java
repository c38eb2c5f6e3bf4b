package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.hosted.Trials;
import io.kvdrill.scenarios.search.Budget;
import io.kvdrill.scenarios.search.SeedRange;
import io.kvdrill.scenarios.search.Subject;
import io.kvdrill.scenarios.search.SweepFile;
import io.kvdrill.scenarios.search.SweepProgress;
import io.kvdrill.scenarios.search.SweepResult;
import io.kvdrill.scenarios.search.SweepWords;
import io.kvdrill.scenarios.search.Sweeper;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
            "  kvdrill sweep --swarm --tier '*=python3 my_tier.py'",
            "  kvdrill sweep plan --swarm --seeds 1..1000000 -o plan.json",
            "                                    for many machines: see its --help",
            "",
            "Exit status: 0 if no run failed, 1 if one did, 2 if the input is wrong",
            "(nothing runs then), 3 if something is missing here."
        })
final class SweepCommand implements Callable<Integer> {

    private final Console console;

    @Mixin
    private SweepSubjectOptions what = new SweepSubjectOptions();

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
        SweepWords words = what.words();
        try (Trials trials = words.trials()) {
            return sweep(words.subject(trials), trials);
        }
    }

    private int sweep(Subject subject, Trials trials) {
        Budget limit = budget == null ? Budget.NONE : Budget.parse(budget);
        SeedRange range = range();
        if (jobs < 1) {
            throw refuse("--jobs " + jobs + " leaves nobody to run anything", "at least 1");
        }
        if (guided && (!what.swarm() || subject.variants() > 1)) {
            throw refuse("--guided is for a swarm under one profile", "use it with --swarm and without --vary");
        }
        if (resume && out == null) {
            throw refuse("--resume: which sweep?", "name its folder with --out");
        }
        SweepFile file = out == null ? null : SweepFile.in(out, resume);
        trials.start();
        Sweeper sweeper = new Sweeper(subject, new Sweeper.Options(range, limit, guided, jobs, file));
        return run(subject, sweeper, limit);
    }

    @SuppressWarnings("try") // the interruption does its work until it is closed, unasked
    private int run(Subject subject, Sweeper sweeper, Budget limit) {
        SweepProgress progress = new SweepProgress(
                console.err(), console.errIsTerminal(), subject.name(), sweeper.most(), limit.nanos());
        Interruption interruption = new Interruption(sweeper::stop);
        try {
            long before = sweeper.runsBefore();
            long started = System.nanoTime();
            SweepResult result = sweeper.run(progress);
            progress.done();
            new SweepTelling(console, json).tell(subject, result, OptionalLong.of(System.nanoTime() - started), before);
            return SweepTelling.status(result);
        } finally {
            interruption.close();
        }
    }

    private SeedRange range() {
        if (seeds != null) {
            return SeedRange.parse(seeds);
        }
        return budget != null ? new SeedRange(1, Long.MAX_VALUE) : new SeedRange(1, what.swarm() ? 1_000 : 100);
    }

    private static InvalidInputException refuse(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }
}

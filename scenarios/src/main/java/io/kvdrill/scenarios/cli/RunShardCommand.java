package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.format.unit.UnitException;
import io.kvdrill.scenarios.format.unit.Units;
import io.kvdrill.scenarios.hosted.Trials;
import io.kvdrill.scenarios.search.ShardFile;
import io.kvdrill.scenarios.search.ShardIndex;
import io.kvdrill.scenarios.search.ShardPlan;
import io.kvdrill.scenarios.search.ShardRun;
import io.kvdrill.scenarios.search.Subject;
import io.kvdrill.scenarios.search.SweepProgress;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs one shard of a plan. */
@Command(
        name = "run-shard",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Run one shard of a plan, or what is left of it.",
            "",
            "A shard that was run is left alone; one that was killed goes on from where it was kept last. Its file is the same, byte for byte, wherever and however often it is run."
        },
        footer = {
            "",
            "  kvdrill sweep run-shard --plan plan.json --shard 7 --out shards",
            "  sbatch --array=0-49 deploy/slurm/run-shard.sh plan.json shards",
            "",
            "Exit status: 0 if the shard is whole, whatever its runs came to (merge says",
            "that), 2 if the input is wrong, 3 if something is missing here."
        })
final class RunShardCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    private final Console console;
    private final Map<String, String> environment;

    @Option(names = "--plan", paramLabel = "FILE", required = true, description = "What `kvdrill sweep plan` wrote.")
    private String planFile = "";

    @Option(
            names = "--shard",
            paramLabel = "N",
            description = "Which shard, from 0. Default: " + ShardIndex.SLURM + " or " + ShardIndex.KUBERNETES
                    + " of the environment.")
    private @Nullable String shard;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            required = true,
            description = "Where its file goes; all shards of a plan may share one folder.")
    private String out = "";

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "Runs at a time; changes nothing but the speed. Default: one for each core.")
    private int jobs = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--keep-every",
            paramLabel = "TIME",
            description = "How often to keep what was run so far, for the case of a kill. Default: ${DEFAULT-VALUE}.")
    private String keepEvery = "5s";

    RunShardCommand(Console console, Map<String, String> environment) {
        this.console = console;
        this.environment = environment;
    }

    @Override
    public Integer call() {
        SweepSubjectOptions.refuseBefore(spec);
        ShardPlan plan = ShardPlan.read(planFile);
        int index = ShardIndex.of(shard, environment, plan.shards());
        if (jobs < 1) {
            throw refuse("--jobs " + jobs + " leaves nobody to run anything", "at least 1");
        }
        long everyNanos = everyNanos();
        try (Trials trials = plan.subject().trials()) {
            Subject subject = plan.subject().subject(trials);
            plan.check(subject);
            ShardFile file = ShardFile.in(out, plan, index, everyNanos);
            if (file.whole()) {
                console.out().println("shard " + index + ": was run before, see " + file.path());
            } else {
                trials.start();
                run(new ShardRun(plan, index, subject, file, jobs), index);
            }
        }
        console.out().flush();
        return ExitStatus.AS_STATED;
    }

    @SuppressWarnings("try") // the interruption does its work until it is closed, unasked
    private void run(ShardRun run, int index) {
        SweepProgress progress =
                new SweepProgress(console.err(), console.errIsTerminal(), "shard " + index, run.runs(), Long.MAX_VALUE);
        Interruption interruption = new Interruption(run::stop);
        try {
            boolean whole = run.run(progress);
            progress.done();
            if (!whole) {
                throw new EnvironmentException("shard " + index + " was told to end; run it again, and it goes on");
            }
            console.out().println("shard " + index + ": " + run.summary());
        } finally {
            interruption.close();
        }
    }

    private long everyNanos() {
        try {
            long nanos = Units.nanos(keepEvery);
            if (nanos >= 0) {
                return nanos;
            }
        } catch (UnitException e) {
            // refused below
        }
        throw refuse("--keep-every " + keepEvery + " is no time", "a time such as 30s");
    }

    private static InvalidInputException refuse(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }
}

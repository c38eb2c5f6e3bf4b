package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.hosted.Trials;
import io.kvdrill.scenarios.search.ShardMerge;
import io.kvdrill.scenarios.search.ShardPlan;
import io.kvdrill.scenarios.search.Subject;
import io.kvdrill.scenarios.search.SweepFile;
import io.kvdrill.scenarios.search.SweepResult;
import io.kvdrill.scenarios.summary.OutputFile;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Puts the shards of a plan together. */
@Command(
        name = "merge",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Put the shards of a plan together, and say what the sweep came to.",
            "",
            "The result is the one that the sweep would have had on one machine. Shards that are missing, that are there twice or that belong to another plan are named, and nothing is written."
        },
        footer = {
            "",
            "  kvdrill sweep merge --plan plan.json shards --out night",
            "  kvdrill report night",
            "",
            "in steps, in any order:",
            "  kvdrill sweep merge --plan plan.json rack1 --partly rack1.json",
            "  kvdrill sweep merge --plan plan.json rack1.json rack2.json --out night",
            "",
            "Exit status: 0 if no run failed, 1 if one did, 2 if the input is wrong, 3 if",
            "something is missing here. With --partly: 0 or 2."
        })
final class SweepMergeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    private final Console console;

    @Parameters(
            arity = "1..*",
            paramLabel = "DIR|FILE",
            description = "Folders of run-shard --out, single files in them, and what --partly wrote.")
    private List<String> parts = List.of();

    @Option(names = "--plan", paramLabel = "FILE", required = true, description = "What `kvdrill sweep plan` wrote.")
    private String planFile = "";

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Keep " + SweepFile.NAME + " and " + SweepFile.REPORT + " in this folder, as sweep --out does.")
    private @Nullable String out;

    @Option(
            names = "--partly",
            paramLabel = "FILE",
            description =
                    "Write what these shards come to, though some are missing, to a file that can be merged again.")
    private @Nullable String partly;

    @Option(names = "--json", description = "One JSON object a line for each group, and one for the sweep.")
    private boolean json;

    SweepMergeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        SweepSubjectOptions.refuseBefore(spec);
        if (partly != null && out != null) {
            throw refuse("--partly and --out", "leave one out: some shards are no sweep");
        }
        ShardPlan plan = ShardPlan.read(planFile);
        try (Trials trials = plan.subject().trials()) {
            Subject subject = plan.subject().subject(trials);
            plan.check(subject);
            ShardMerge merge = new ShardMerge(plan);
            parts.forEach(merge::take);
            return partly != null ? writePartly(merge, partly, plan) : whole(merge, subject);
        }
    }

    private int writePartly(ShardMerge merge, String file, ShardPlan plan) {
        OutputFile.prepare("--partly", file);
        merge.writePartly(Path.of(file));
        String missing = merge.missing();
        console.out()
                .println(file + ": " + merge.shards() + " of " + plan.shards() + " shards"
                        + (missing.isEmpty() ? "" : "; missing: " + missing));
        console.out().flush();
        return ExitStatus.AS_STATED;
    }

    private int whole(ShardMerge merge, Subject subject) {
        SweepResult result = merge.whole();
        if (out != null) {
            merge.store(out, subject, result);
        }
        new SweepTelling(console, json).tell(subject, result, OptionalLong.empty(), 0);
        return SweepTelling.status(result);
    }

    private static InvalidInputException refuse(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }
}

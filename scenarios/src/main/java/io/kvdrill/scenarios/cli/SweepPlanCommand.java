package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.hosted.Trials;
import io.kvdrill.scenarios.search.SeedRange;
import io.kvdrill.scenarios.search.ShardPlan;
import io.kvdrill.scenarios.search.Subject;
import io.kvdrill.scenarios.search.SweepWords;
import io.kvdrill.scenarios.summary.OutputFile;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** Cuts a sweep into shards. */
@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Cut a sweep into shards, each of which any machine can run by itself.",
        footer = {
            "",
            "  kvdrill sweep plan --swarm --seeds 1..1000000 -o plan.json",
            "  kvdrill sweep plan peer-death --seeds 1..20000 --shards 8 -o plan.json",
            "",
            "then, for each shard, by hand or by a scheduler (docs/sweeps-on-clusters.md):",
            "  kvdrill sweep run-shard --plan plan.json --shard 0 --out shards",
            "  kvdrill sweep merge --plan plan.json shards --out night",
            "",
            "Exit status: 0, 2 if the input is wrong, 3 if something is missing here."
        })
final class SweepPlanCommand implements Callable<Integer> {
    private static final long USUAL_SEEDS = 20_000;

    @Spec
    private CommandSpec spec;

    private final Console console;

    @Mixin
    private SweepSubjectOptions what = new SweepSubjectOptions();

    @Option(names = "--seeds", paramLabel = "A..B", required = true, description = "Which seeds, all shards together.")
    private String seeds = "";

    @Option(
            names = "--shard-size",
            paramLabel = "SEEDS",
            description =
                    "Seeds in a shard. Default: 20000, a few minutes of one machine, beside which its start costs little.")
    private @Nullable Long shardSize;

    @Option(names = "--shards", paramLabel = "N", description = "How many shards at most, instead of how large ones.")
    private @Nullable Integer shards;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            required = true,
            description = "Where the plan goes.")
    private String output = "";

    @Option(names = "--json", description = "One JSON object instead of text: plan, shards, runs, configuration.")
    private boolean json;

    SweepPlanCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        SweepSubjectOptions.refuseBefore(spec);
        SeedRange range = SeedRange.parse(seeds);
        long size = size(range);
        SweepWords words = what.words();
        try (Trials trials = words.trials()) {
            Subject subject = words.subject(trials);
            ShardPlan plan = ShardPlan.of(words, subject, range, size);
            OutputFile.prepare("-o", output);
            plan.write(Path.of(output));
            tell(plan, Math.multiplyExact(range.size(), subject.variants()));
        } catch (ArithmeticException e) {
            throw refuse("--seeds " + seeds + " makes more runs than can be counted", "fewer seeds or variants");
        }
        return ExitStatus.AS_STATED;
    }

    private long size(SeedRange range) {
        if (shardSize != null && shards != null) {
            throw refuse("--shard-size and --shards", "leave one out");
        }
        if (shardSize != null && shardSize < 1) {
            throw refuse("--shard-size " + shardSize + " leaves a shard without a seed", "at least 1");
        }
        if (shards != null && shards < 1) {
            throw refuse("--shards " + shards + " leaves nothing to run", "at least 1");
        }
        return shards != null
                ? (range.size() - 1) / shards + 1
                : shardSize != null ? shardSize : Long.valueOf(USUAL_SEEDS);
    }

    private void tell(ShardPlan plan, long runs) {
        if (json) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("plan", output);
            line.put("shards", plan.shards());
            line.put("runs", runs);
            line.put("configuration", plan.configuration());
            console.out().println(JsonMapper.shared().writeValueAsString(line));
        } else {
            console.out()
                    .println(String.format(
                            Locale.ROOT,
                            "%s: %,d runs in %,d shards of %,d seeds, numbered 0 to %d; configuration %s",
                            output,
                            runs,
                            plan.shards(),
                            plan.seedsPerShard(),
                            plan.shards() - 1,
                            plan.configuration()));
        }
        console.out().flush();
    }

    private static InvalidInputException refuse(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }
}

package io.kvdrill.scenarios.search;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.run.OutputFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Where a shard is kept: {@code shard-N.json} once all of it was run, and {@code shard-N.part}, from which it goes on,
 * before. Both are always whole, and hold nothing that depends on time, place or threads: who runs a shard twice finds the
 * same bytes.
 */
public final class ShardFile extends SweepStore {
    /** How the names of files with whole shards begin. */
    static final String PREFIX = "shard-";

    /** How they end. */
    static final String WHOLE = ".json";

    /** How the name of one that is not whole yet ends. */
    static final String PART = ".part";

    private final ShardPlan plan;
    private final int shard;
    private final long everyNanos;
    private final Path whole;
    private final Path part;

    private ShardFile(ShardPlan plan, int shard, long everyNanos, Path folder) {
        this.plan = plan;
        this.shard = shard;
        this.everyNanos = everyNanos;
        this.whole = folder.resolve(name(shard) + WHOLE);
        this.part = folder.resolve(name(shard) + PART);
    }

    /** The files of a shard, without their ends. */
    static String name(int shard) {
        return String.format(Locale.ROOT, PREFIX + "%06d", shard);
    }

    /**
     * The files in a folder, which is made if it does not exist.
     *
     * @param everyNanos how long the runs between two times of storing take
     * @throws InvalidInputException if nothing can be written there, or the shard of another plan lies there
     */
    public static ShardFile in(String folder, ShardPlan plan, int shard, long everyNanos) {
        ShardFile file = new ShardFile(plan, shard, everyNanos, OutputFolder.prepare("--out", folder));
        if (Files.exists(file.whole)) {
            file.own(file.whole, ShardResult.read(file.whole));
        }
        if (Files.exists(file.part)) {
            try {
                file.own(file.part, ShardResult.read(file.part));
            } catch (ShardResult.Damaged e) {
                file.deletePart(); // it is made again
            }
        }
        return file;
    }

    private void own(Path path, ShardResult found) {
        if (!found.configuration().equals(plan.configuration())
                || !found.shards().equals(List.of(shard))) {
            throw Refused.option(
                    "--out: " + path + " is of another plan", "name another folder for the shards of this plan");
        }
    }

    /** Whether all of it was run. */
    public boolean whole() {
        return Files.exists(whole);
    }

    /** Where it is once all of it was run. */
    public Path path() {
        return whole;
    }

    @Override
    Start start(Subject subject, SeedRange seeds, boolean guided) {
        SweepResult result = new SweepResult(plan.runsBefore(shard, subject));
        if (!Files.exists(part)) {
            return new Start(SeedOrder.Progress.at(seeds.first()), result);
        }
        ShardResult stored = ShardResult.read(part);
        result.add(stored.result());
        return new Start(SeedOrder.Progress.at(stored.nextSeed()), result);
    }

    @Override
    void write(Subject subject, SeedRange seeds, boolean guided, SeedOrder.Progress progress, SweepResult result) {
        ShardResult stored = new ShardResult(
                ShardResult.FORMAT, plan.configuration(), List.of(shard), progress.nextSeed(), result.stored());
        if (progress.nextSeed() > seeds.last()) {
            stored.write(whole);
            deletePart();
        } else {
            stored.write(part);
        }
    }

    private void deletePart() {
        try {
            Files.deleteIfExists(part);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + part + ": " + e.getMessage(), e);
        }
    }

    @Override
    long everyNanos() {
        return everyNanos;
    }
}

package io.kvdrill.scenarios.search;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Adds up shards of a plan, in any order and any grouping: what some of them came to together is a file like that of one.
 * Reads one file at a time.
 */
public final class ShardMerge {
    private static final int NAMED = 12;

    private final ShardPlan plan;
    private final SweepResult result = new SweepResult();
    private final Map<Integer, Path> taken = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();

    /** Of this plan, nothing taken yet. */
    public ShardMerge(ShardPlan plan) {
        this.plan = plan;
    }

    /**
     * Takes a file, or whatever whole shards lie in a folder. What must not be taken is noted as a problem.
     *
     * @throws InvalidInputException if there is no such file or folder
     */
    public void take(String fileOrFolder) {
        try {
            Path path = Path.of(fileOrFolder);
            if (Files.isDirectory(path)) {
                shardsIn(path).forEach(this::takeFile);
            } else if (Files.isRegularFile(path)) {
                takeFile(path);
            } else {
                throw Refused.option(
                        fileOrFolder + ": is no file or folder", "name folders of `sweep run-shard --out`");
            }
        } catch (InvalidPathException e) {
            throw Refused.option(fileOrFolder + ": is no path", "name folders of `sweep run-shard --out`");
        }
    }

    private static List<Path> shardsIn(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> {
                        String name = String.valueOf(file.getFileName());
                        return name.startsWith(ShardFile.PREFIX) && name.endsWith(ShardFile.WHOLE);
                    })
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + folder + ": " + e.getMessage(), e);
        }
    }

    private void takeFile(Path file) {
        ShardResult shard;
        try {
            shard = ShardResult.read(file);
        } catch (ShardResult.Damaged e) {
            problems.add(file + " is damaged, or no shard");
            return;
        }
        if (!shard.configuration().equals(plan.configuration())) {
            problems.add(file + " is foreign: it is of the plan " + shard.configuration() + ", not of "
                    + plan.configuration());
            return;
        }
        if (!isWhole(shard)) {
            problems.add(file + " is not whole: run the shard again, and it goes on");
            return;
        }
        boolean repeated = false;
        for (int number : shard.shards()) {
            Path before = taken.get(number);
            if (before != null) {
                problems.add("shard " + number + " is repeated: it is in " + before + " and in " + file);
                repeated = true;
            }
        }
        if (!repeated) {
            shard.shards().forEach(number -> taken.put(number, file));
            result.add(shard.result());
        }
    }

    private boolean isWhole(ShardResult shard) {
        int first = shard.shards().get(0);
        return shard.shards().size() > 1
                || (first < plan.shards()
                        && shard.nextSeed() > plan.seedsOf(first).last());
    }

    /** Which shards are missing, in words; empty where none is. */
    public String missing() {
        List<String> ranges = new ArrayList<>();
        int first = -1;
        for (int shard = 0; shard <= plan.shards(); shard++) {
            boolean missing = shard < plan.shards() && !taken.containsKey(shard);
            if (missing && first < 0) {
                first = shard;
            } else if (!missing && first >= 0) {
                ranges.add(first == shard - 1 ? String.valueOf(first) : first + ".." + (shard - 1));
                first = -1;
            }
        }
        return ranges.size() <= NAMED
                ? String.join(", ", ranges)
                : String.join(", ", ranges.subList(0, NAMED)) + " and more";
    }

    /**
     * What the shards came to together, all of them being there.
     *
     * @throws InvalidInputException if one is missing, or a file must not be taken; names them all
     */
    public SweepResult whole() {
        List<String> all = new ArrayList<>(problems);
        if (!missing().isEmpty()) {
            all.add("missing of " + plan.shards() + " shards: " + missing());
        }
        refuse(all);
        result.complete(true);
        return result;
    }

    /**
     * Writes what was taken as one file, which can be taken like a shard.
     *
     * @throws InvalidInputException if a file must not be taken, or there was none
     */
    public void writePartly(Path file) {
        List<String> all = new ArrayList<>(problems);
        if (taken.isEmpty()) {
            all.add("there is no shard to add up");
        }
        refuse(all);
        List<Integer> shards = List.copyOf(taken.keySet());
        long next = shards.size() == 1 ? plan.seedsOf(shards.get(0)).last() + 1 : 0;
        new ShardResult(ShardResult.FORMAT, plan.configuration(), shards, next, result.stored()).write(file);
    }

    private static void refuse(List<String> all) {
        if (!all.isEmpty()) {
            throw Refused.option(
                    String.join("\n  ", all),
                    "give every shard of the plan once; `sweep run-shard` makes missing ones");
        }
    }

    /** How many shards were taken. */
    public int shards() {
        return taken.size();
    }

    /** Stores the whole sweep as `sweep --out` would have. */
    public void store(String folder, Subject subject, SweepResult whole) {
        SweepFile.in(folder, false)
                .write(
                        subject,
                        plan.seeds(),
                        false,
                        SeedOrder.Progress.at(plan.seeds().last() + 1),
                        whole);
    }
}

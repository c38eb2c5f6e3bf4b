package io.kvdrill.scenarios.search;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A sweep that is cut into shards of equally many seeds, so that each can be run by itself, anywhere. A file; component
 * names in snake case are its fields (docs/sweeps-on-clusters.md).
 *
 * @param format {@link #FORMAT}
 * @param shards how many shards, numbered from 0
 * @param configuration a hash over all that decides what the shards come to
 * @param seeds which seeds, all shards together
 * @param seedsPerShard how many of them a shard has; the last one may have fewer
 * @param subject what is swept
 * @param identity its version, profiles and contents, by names for people
 */
public record ShardPlan(
        int format,
        int shards,
        String configuration,
        SeedRange seeds,
        long seedsPerShard,
        SweepWords subject,
        Map<String, String> identity) {

    /** The version of the file's format. */
    public static final int FORMAT = 1;

    private static final int MOST_SHARDS = 1_000_000;
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    /** Keeps an immutable copy. */
    public ShardPlan {
        identity = Collections.unmodifiableMap(new LinkedHashMap<>(identity));
    }

    /**
     * A plan.
     *
     * @param words what is swept
     * @param subject the same, read
     * @throws InvalidInputException if there would be too many shards
     */
    public static ShardPlan of(SweepWords words, Subject subject, SeedRange seeds, long seedsPerShard) {
        long shards = (seeds.size() - 1) / seedsPerShard + 1;
        if (shards > MOST_SHARDS) {
            throw Refused.option(
                    "these seeds make " + shards + " shards of " + seedsPerShard,
                    "at most " + MOST_SHARDS + ": give each more seeds with --shard-size");
        }
        Map<String, String> identity = subject.identity();
        return new ShardPlan(
                FORMAT,
                (int) shards,
                configuration(words, identity, seeds, seedsPerShard),
                seeds,
                seedsPerShard,
                words,
                identity);
    }

    private static String configuration(
            SweepWords words, Map<String, String> identity, SeedRange seeds, long seedsPerShard) {
        Digest digest = new Digest();
        digest.add(words.toString());
        identity.forEach((name, value) -> digest.add(name).add(value));
        digest.add(seeds.first()).add(seeds.last()).add(seedsPerShard);
        return String.format("%016x", digest.value());
    }

    /**
     * Reads a plan.
     *
     * @throws InvalidInputException if the file is none
     */
    public static ShardPlan read(String file) {
        ShardPlan plan;
        try {
            plan = MAPPER.readValue(Files.readString(Path.of(file), StandardCharsets.UTF_8), ShardPlan.class);
        } catch (InvalidPathException | IOException e) {
            throw Refused.option("--plan " + file + ": cannot be read", "name a file that `kvdrill sweep plan` wrote");
        } catch (JacksonException e) {
            throw Refused.option("--plan " + file + ": is no plan", "name a file that `kvdrill sweep plan` wrote");
        }
        if (plan.format != FORMAT) {
            throw Refused.option(
                    "--plan " + file + " has the format " + plan.format + ", expected " + FORMAT,
                    "plan, run and merge with the same kvdrill");
        }
        return plan;
    }

    /** Writes it in the place of what was there. */
    public void write(Path file) {
        WholeFile.write(file, MAPPER.writeValueAsString(this));
    }

    /**
     * Refuses to go on where what is swept is not what was planned.
     *
     * @param found what the words name here and now
     * @throws InvalidInputException if its version, a profile or a scenario differs
     */
    public void check(Subject found) {
        String differences = Identities.differences(identity, found.identity());
        if (!differences.isEmpty()) {
            throw Refused.option(
                    "what the plan names is something else here: " + differences,
                    "plan, run and merge with the same kvdrill and the same files, or plan anew");
        }
        if (!configuration.equals(configuration(subject, identity, seeds, seedsPerShard))) {
            throw Refused.option("the plan was changed by hand: its hash does not fit", "plan anew");
        }
    }

    /** The seeds of a shard. */
    SeedRange seedsOf(int shard) {
        long first = seeds.first() + shard * seedsPerShard;
        return new SeedRange(first, shard == shards - 1 ? seeds.last() : first + seedsPerShard - 1);
    }

    /** How many runs are in the shards before one. */
    long runsBefore(int shard, Subject found) {
        return shard * seedsPerShard * found.variants();
    }
}

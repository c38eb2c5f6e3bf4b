package io.kvdrill.scenarios.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What one or more shards of a plan have come to, as a file holds it.
 *
 * @param format {@link #FORMAT}
 * @param configuration of the plan
 * @param shards which shards, ascending
 * @param nextSeed of one shard, the first seed that was not run; of several, 0
 * @param result what they have come to together
 */
record ShardResult(int format, String configuration, List<Integer> shards, long nextSeed, StoredResult result) {
    /** The version of the file's format. */
    static final int FORMAT = 1;

    private static final JsonMapper MAPPER = JsonMapper.shared();

    /** Keeps an immutable copy. */
    ShardResult {
        shards = List.copyOf(shards);
    }

    /** A file that holds no shard. */
    static final class Damaged extends RuntimeException {
        private static final long serialVersionUID = 1;

        Damaged(Path file) {
            super(file + " holds no shard");
        }
    }

    /**
     * Reads a file.
     *
     * @throws Damaged if it holds none
     * @throws UncheckedIOException if it cannot be read
     */
    static ShardResult read(Path file) {
        try {
            ShardResult read = MAPPER.readValue(Files.readString(file, StandardCharsets.UTF_8), ShardResult.class);
            if (read.format != FORMAT || read.configuration == null || read.result == null || read.shards.isEmpty()) {
                throw new Damaged(file);
            }
            return read;
        } catch (JacksonException e) {
            throw new Damaged(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    /** Writes it in the place of what was there. */
    void write(Path file) {
        WholeFile.write(file, MAPPER.writeValueAsString(this));
    }
}

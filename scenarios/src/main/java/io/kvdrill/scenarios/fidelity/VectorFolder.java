package io.kvdrill.scenarios.fidelity;

import io.kvdrill.scenarios.conform.vector.VectorJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Where the vectors of differences go: {@code DIR/difference-N.jsonl}. */
final class VectorFolder {
    private final Path folder;
    private int written;

    private VectorFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * A folder that can be written to; it is made if it does not exist.
     *
     * @throws io.kvdrill.scenarios.format.source.InvalidInputException if it cannot
     */
    static VectorFolder prepare(String argument) {
        try {
            Path folder = Path.of(argument);
            Files.createDirectories(folder);
            if (Files.exists(folder.resolve(name(1)))) {
                throw FidelityCommand.refuse(
                        "--out " + argument + ": differences of another comparison are stored there",
                        "name another folder, or remove them");
            }
            Files.delete(Files.createTempFile(folder, ".kvdrill", ""));
            return new VectorFolder(folder);
        } catch (IOException | InvalidPathException | SecurityException e) {
            throw FidelityCommand.refuse(
                    "--out " + argument + ": cannot be written to",
                    "name a folder that you may write to; it is made if it does not exist");
        }
    }

    private static String name(int number) {
        return "difference-" + number + ".jsonl";
    }

    /** Writes the vector of a difference, and says where. */
    String write(Found found) {
        Path file = folder.resolve(name(++written));
        try {
            Files.writeString(file, VectorJson.of(found.vector()) + "\n", StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": cannot be written: " + e.getMessage(), e);
        }
        return file.toString();
    }
}

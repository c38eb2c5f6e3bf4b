package io.kvdrill.scenarios.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes files that are always whole: beside their place first, and then renamed. */
final class WholeFile {
    private WholeFile() {}

    /**
     * Writes a file in the place of what was there. Whoever reads it meanwhile finds either; of several who write it at
     * once, the last one's text stays.
     *
     * @throws UncheckedIOException if it cannot be written
     */
    static void write(Path file, String text) {
        Path next = file.resolveSibling(
                "." + file.getFileName() + "." + ProcessHandle.current().pid() + ".next");
        try {
            Files.writeString(next, text, StandardCharsets.UTF_8);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }
}

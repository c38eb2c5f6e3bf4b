package io.kvdrill.scenarios.doctor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Asks programs of this host what they have to say. */
final class Programs {
    private static final long PATIENCE_SECONDS = 10;

    private Programs() {}

    /** What a program prints; nothing where there is none, or it fails, or takes longer than ten seconds. */
    static Optional<String> say(List<String> words) {
        try {
            Path out = Files.createTempFile("kvdrill-doctor", ".txt");
            try {
                Process process = new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start();
                process.getOutputStream().close();
                if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    return Optional.empty();
                }
                String said = Files.readString(out, StandardCharsets.UTF_8).strip();
                return process.exitValue() == 0 ? Optional.of(said) : Optional.empty();
            } finally {
                Files.delete(out);
            }
        } catch (IOException absent) {
            return Optional.empty();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }

    /** The first line of a text. */
    static String firstLine(String text) {
        return text.lines().findFirst().orElse("").strip();
    }
}

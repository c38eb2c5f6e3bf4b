package io.kvdrill.scenarios.fidelity;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Differences that somebody has looked into: a table in a Markdown file with the columns {@code difference}, the shape in
 * backticks, and {@code why}.
 */
final class Explained {
    private static final String HEADER = "| difference | why |";

    private final Map<String, String> why;

    private Explained(Map<String, String> why) {
        this.why = Collections.unmodifiableMap(new LinkedHashMap<>(why));
    }

    /** Nothing is explained. */
    static Explained nothing() {
        return new Explained(Map.of());
    }

    /**
     * The table of a file.
     *
     * @throws InvalidInputException if there is no such file, it has no such table, or a row explains nothing
     */
    static Explained read(String file) {
        List<String> lines;
        try {
            lines = Files.readString(Path.of(file), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException | InvalidPathException e) {
            throw refuse("--expect " + file + ": cannot be read", "name a file with a table " + HEADER);
        }
        int header = lines.indexOf(HEADER);
        if (header < 0) {
            throw refuse("--expect " + file + ": has no table of differences", "expected a line " + HEADER);
        }
        Map<String, String> why = new LinkedHashMap<>();
        for (int i = header + 2; i < lines.size() && lines.get(i).startsWith("|"); i++) {
            String[] cells = lines.get(i).split("\\|", -1);
            String shape = cells.length == 4 ? cells[1].strip() : "";
            if (!shape.matches("`[^`]+`") || cells[2].isBlank()) {
                throw refuse(
                        file + ":" + (i + 1) + ": explains no difference: " + lines.get(i),
                        "expected | `a difference as fidelity prints it` | why it is there |");
            }
            if (why.put(shape.substring(1, shape.length() - 1), cells[2].strip()) != null) {
                throw refuse(file + ":" + (i + 1) + ": explains a difference again: " + shape, "leave one out");
            }
        }
        return new Explained(why);
    }

    /** Why there is a difference; empty if nobody has said. */
    String why(String shape) {
        return why.getOrDefault(shape, "");
    }

    /** All that is explained. */
    List<String> shapes() {
        return List.copyOf(why.keySet());
    }

    private static InvalidInputException refuse(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }
}

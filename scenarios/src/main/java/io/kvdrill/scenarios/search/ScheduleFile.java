package io.kvdrill.scenarios.search;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.format.source.Span;
import io.kvdrill.scenarios.format.yaml.TextFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A stored schedule: YAML with one choice a line, so that a person can read it, cut it short, or take a line out.
 *
 * @param faults how many open faults may strike
 * @param choices the choices, in order
 */
public record ScheduleFile(int faults, List<String> choices) {
    private static final String FIRST = "schedule: 1";
    private static final String FAULTS = "faults: ";
    private static final String CHOICES = "choices:";
    private static final String ITEM = "- ";

    /** Keeps an immutable copy. */
    public ScheduleFile {
        choices = List.copyOf(choices);
    }

    /**
     * Stores it.
     *
     * @param about what is said at the top, a line each
     */
    public void write(Path file, List<String> about) {
        StringBuilder text = new StringBuilder();
        about.forEach(line -> text.append("# ").append(line).append('\n'));
        text.append(FIRST).append('\n').append(FAULTS).append(faults).append('\n');
        text.append(CHOICES).append('\n');
        choices.forEach(choice -> text.append("  ").append(ITEM).append(choice).append('\n'));
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be written: " + e.getMessage(), e);
        }
    }

    /**
     * Reads one.
     *
     * @throws InvalidInputException if the file is none
     */
    public static ScheduleFile read(Path file) {
        Source source = TextFiles.read(file);
        int faults = -1;
        boolean named = false;
        List<String> choices = new ArrayList<>();
        List<String> lines = source.text().lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#") || line.equals(CHOICES)) {
                continue;
            }
            if (line.equals(FIRST)) {
                named = true;
            } else if (line.matches(FAULTS + "[0-9]{1,6}")) {
                faults = Integer.parseInt(line.substring(FAULTS.length()));
            } else if (line.startsWith(ITEM)) {
                choices.add(line.substring(ITEM.length()).strip());
            } else {
                throw new InvalidInputException(
                        new Span(source, i + 1, 1, lines.get(i).length()), "this is no line of a schedule", "");
            }
        }
        if (!named || faults < 0) {
            throw new InvalidInputException(
                    source.whole(),
                    "is no schedule of this version",
                    "a schedule begins with '" + FIRST + "' and '" + FAULTS + "N', as kvdrill explore writes it");
        }
        return new ScheduleFile(faults, choices);
    }
}

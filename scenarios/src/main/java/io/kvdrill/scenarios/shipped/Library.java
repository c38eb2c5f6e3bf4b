package io.kvdrill.scenarios.shipped;

import io.kvdrill.scenarios.format.source.Source;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The shipped scenarios, as resources beside this class; {@code scenarios.txt} lists them. */
public final class Library {
    private static final String INDEX = "scenarios.txt";

    private Library() {}

    /** Their names, in the order in which they are shown. */
    public static List<String> names() {
        return text(INDEX)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
    }

    /**
     * The file of a shipped scenario.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    public static Source source(String name) {
        if (!names().contains(name)) {
            throw new IllegalArgumentException("no shipped scenario is called " + name);
        }
        return Source.of(name + ".yaml", text(name + ".yaml"));
    }

    private static String text(String resource) {
        try (InputStream in = Library.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.kvdrill.scenarios.format.source;

import java.util.List;

/** A text that a person wrote, with the name by which they know it: a file, or a command-line option. */
public final class Source {
    private final String name;
    private final String text;
    private final List<String> lines;

    private Source(String name, String text) {
        this.name = name;
        this.text = text;
        this.lines = text.lines().toList();
    }

    /**
     * A named text.
     *
     * @param name as it appears before the line number in a message
     */
    public static Source of(String name, String text) {
        return new Source(name, text);
    }

    /** What its reader calls it. */
    public String name() {
        return name;
    }

    /** The whole text. */
    public String text() {
        return text;
    }

    /** Line {@code number}, from 1, without its end; empty beyond the last. */
    public String line(int number) {
        return number >= 1 && number <= lines.size() ? lines.get(number - 1) : "";
    }

    /** The place of this text as a whole. */
    public Span whole() {
        return new Span(this, 0, 0, 0);
    }
}

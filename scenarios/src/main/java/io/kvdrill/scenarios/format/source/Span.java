package io.kvdrill.scenarios.format.source;

/**
 * A place in a text.
 *
 * @param line from 1; 0 for the text as a whole
 * @param column of the first character, from 1, in Unicode characters
 * @param length in Unicode characters, at least 1, all on that line
 */
public record Span(Source source, int line, int column, int length) implements Comparable<Span> {

    /** Whether this is a place within the text, and not the text as a whole. */
    public boolean hasLine() {
        return line > 0;
    }

    /** As {@code file:line:column}. */
    public String position() {
        return hasLine() ? source.name() + ":" + line + ":" + column : source.name();
    }

    /** The line, for somebody who looks at another place: {@code in line 7}, and of which text if it is not the same one. */
    public String lineSeenFrom(Span other) {
        if (!hasLine()) {
            return "in " + source.name();
        }
        return "in line " + line + (source.name().equals(other.source().name()) ? "" : " of " + source.name());
    }

    @Override
    public int compareTo(Span other) {
        if (line != other.line) {
            return Integer.compare(line, other.line);
        }
        return Integer.compare(column, other.column);
    }
}

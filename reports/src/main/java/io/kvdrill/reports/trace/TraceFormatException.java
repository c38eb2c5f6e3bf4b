package io.kvdrill.reports.trace;

/** A file is no stored trace, or a damaged one. The message says where, and what was expected. */
public final class TraceFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long line;

    /**
     * With a reason for people.
     *
     * @param source what was read, such as a path
     * @param line the line at fault, from 1
     */
    public TraceFormatException(String source, long line, String message) {
        super(source + ", line " + line + ": " + message);
        this.line = line;
    }

    /** The line at fault, from 1. */
    public long line() {
        return line;
    }
}

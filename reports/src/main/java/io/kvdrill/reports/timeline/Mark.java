package io.kvdrill.reports.timeline;

/**
 * Something that happened at one time and that a reader looks for.
 *
 * @param nanos when
 * @param peer at which peer, by id; empty for the world
 * @param kind what
 * @param text in words
 * @param sequence the entry
 */
public record Mark(long nanos, String peer, Kind kind, String text, long sequence) {

    /** What happened. */
    public enum Kind {
        /** A fault struck or ended. */
        FAULT,
        /** A deadline passed. */
        DEADLINE,
        /** A session or an engine died. */
        DEATH,
        /** Bytes under another key's name were read. */
        WRONG_BYTES,
        /** A law broke. */
        VIOLATION,
        /** Something that came otherwise in another run. */
        DIFFERENCE
    }
}

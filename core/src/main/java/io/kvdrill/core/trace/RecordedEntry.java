package io.kvdrill.core.trace;

/** An event with its place in a trace; {@link StoredEntry} is the same as plain values. */
public interface RecordedEntry {
    /** Its place in the trace, from 1. */
    long sequence();

    /** When it happened. */
    long worldNanos();

    /** Whose event it is; empty for the world's own. */
    String peer();

    /** The sequence number of the entry that led to it; 0 for none. */
    long cause();

    /** What happened. */
    TraceEvent event();

    /** The first 64 bits of the hash over this entry and all before it. */
    long chainHigh();

    /** The last 64 bits. */
    long chainLow();

    /** That hash as 32 hexadecimal digits. */
    default String chain() {
        return ChainHash.hex(chainHigh(), chainLow());
    }
}

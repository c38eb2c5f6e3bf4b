package io.kvdrill.sim.trace;

import io.kvdrill.core.trace.TraceEvent;

/** Knows a truer cause of an event than "what was recorded before it in the same step". */
@FunctionalInterface
public interface CauseFinder {
    /** The answer where there is nothing better to say. */
    long UNKNOWN = -1;

    /** The sequence number of the entry that led to this event of {@code peer}, or {@link #UNKNOWN}. */
    long causeOf(String peer, TraceEvent event);
}

package io.kvdrill.sim.trace;

import io.kvdrill.core.trace.RecordedEntry;
import io.kvdrill.core.trace.TraceEvent;

/**
 * One event of a run.
 *
 * @param sequence its place in the trace, from 1
 * @param worldNanos when it happened
 * @param peer whose event it is; empty for the world's own
 * @param cause the sequence number of the entry that led to it; {@link io.kvdrill.sim.kernel.Causality#NONE} for none
 * @param event what happened
 * @param chainHigh the first half of the hash over this entry and all before it
 * @param chainLow the second half
 */
public record TraceEntry(
        long sequence, long worldNanos, String peer, long cause, TraceEvent event, long chainHigh, long chainLow)
        implements RecordedEntry {}

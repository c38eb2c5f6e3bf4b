package io.kvdrill.reports.timeline;

import io.kvdrill.core.trace.StoredEntry;

/** Reads one subject out of a trace. */
interface Track {

    /** Sees every entry of the trace, in order. */
    void see(StoredEntry entry);

    /** The trace is over; what is still open ends here. */
    void end(long endNanos);
}

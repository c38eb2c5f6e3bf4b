package io.kvdrill.reports.trace;

import io.kvdrill.core.trace.StoredEntry;
import java.util.List;

/**
 * A trace as read from a file, whole and checked.
 *
 * @param header where it comes from
 * @param entries its entries, in order
 * @param fingerprint the hash over all of them
 */
public record StoredTrace(TraceHeader header, List<StoredEntry> entries, String fingerprint) {
    /** Keeps an immutable copy of the entries. */
    public StoredTrace {
        entries = List.copyOf(entries);
    }
}

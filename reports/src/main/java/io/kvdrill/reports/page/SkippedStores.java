package io.kvdrill.reports.page;

import io.kvdrill.core.trace.StoredEntry;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Which skipped stores a story tells of: the first of each request at a producer. An engine tries again in every step, and a
 * consumer that keeps no blocks for itself loses nothing that a peer has.
 */
final class SkippedStores {
    private final Set<String> producing = new LinkedHashSet<>();
    private final Set<String> told = new LinkedHashSet<>();

    /** Whether an entry, the next of a trace, is a skipped store that is not worth a sentence. */
    boolean passOver(StoredEntry entry) {
        String leg = entry.peer() + ' ' + entry.value("engine_request");
        if (entry.kind().equals("request_entered") && "produce".equals(entry.value("leg"))) {
            producing.add(leg);
        }
        return entry.kind().equals("store_skipped") && !(producing.contains(leg) && told.add(leg));
    }
}

package io.kvdrill.scenarios.compare;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.timeline.Timeline;
import io.kvdrill.reports.timeline.TimelineReader;
import java.util.List;

/**
 * A run, as metrics see it.
 *
 * @param report what came of it
 * @param entries its trace
 * @param timeline what the trace says over time
 */
record MeasuredRun(RunReport report, List<StoredEntry> entries, Timeline timeline) {
    static MeasuredRun of(RunReport report, List<StoredEntry> entries) {
        return new MeasuredRun(report, entries, TimelineReader.read(entries));
    }
}

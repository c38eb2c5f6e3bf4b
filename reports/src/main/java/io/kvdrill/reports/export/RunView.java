package io.kvdrill.reports.export;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.json.FaultWords;
import io.kvdrill.reports.json.Names;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.timeline.Timeline;
import io.kvdrill.reports.timeline.TimelineReader;
import io.kvdrill.reports.trace.StoredTrace;
import java.util.List;

/**
 * A stored run, and what can be read off it.
 *
 * @param report what came of it
 * @param entries its trace
 * @param timeline what the trace says over time
 * @param names peers by the scenario's names
 */
public record RunView(RunReport report, List<StoredEntry> entries, Timeline timeline, Names names) {
    /** Keeps an immutable copy. */
    public RunView {
        entries = List.copyOf(entries);
    }

    /** The view of a run. */
    public static RunView of(RunReport report, StoredTrace trace) {
        return new RunView(
                report,
                trace.entries(),
                TimelineReader.read(trace.entries(), new FaultWords(report.faults())),
                new Names(report));
    }
}

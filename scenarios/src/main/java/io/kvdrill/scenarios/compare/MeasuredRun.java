package io.kvdrill.scenarios.compare;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.timeline.Timeline;
import io.kvdrill.reports.timeline.TimelineReader;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A run, as metrics see it.
 *
 * @param report what came of it
 * @param requests those of its requests that count
 * @param entries its trace
 * @param timeline what the trace says over time
 */
record MeasuredRun(RunReport report, List<RunReport.Request> requests, List<StoredEntry> entries, Timeline timeline) {
    static MeasuredRun of(RunReport report, Pattern counted, List<StoredEntry> entries) {
        List<RunReport.Request> requests = report.requests().stream()
                .filter(request -> counted.matcher(request.request()).matches())
                .toList();
        return new MeasuredRun(report, requests, entries, TimelineReader.read(entries));
    }
}

package io.kvdrill.reports.timeline;

import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.trace.StoredTrace;
import io.kvdrill.reports.trace.TraceHeader;
import java.util.List;
import java.util.Map;

/** A run made up for tests, with one of everything. */
public final class SampleRun {
    /** Text that breaks what does not guard itself. */
    public static final String HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>\u0000\u001b[31m";

    private SampleRun() {}

    /** A report in which every text is the same. */
    public static RunReport report(String text, String fingerprint) {
        return new RunReport(
                RunReport.VERSION,
                text,
                text,
                List.of(text, "javascript:alert(3)"),
                text,
                text,
                Map.of(text, text),
                1,
                "violated",
                List.of(text),
                List.of(),
                text,
                new RunReport.End("quiescent", text),
                fingerprint,
                1,
                1,
                9,
                List.of(new RunReport.Law(
                        text,
                        text,
                        1,
                        1,
                        List.of(new RunReport.Violation(
                                3,
                                List.of(text),
                                text,
                                null,
                                null,
                                text,
                                List.of(new RunReport.Entry(1, 3, text, text, text)))))),
                List.of(new RunReport.Expectation(text, false, text)),
                List.of(new RunReport.Request(text, "failed", 0L, null, 9L, 0, 0, 0, 0, null, text)),
                List.of(new RunReport.Peer(text, "a:1", 1, false, text)),
                List.of(new RunReport.RowReached(text, text, "set", text, List.of(text))),
                List.of(text),
                List.of(new RunReport.Limit(text, text)),
                List.of(new RunReport.Fault(text, text, List.of(text), text, text)),
                text);
    }

    /** A short trace in which every text is the same. */
    public static StoredTrace trace(String text, String fingerprint) {
        return new StoredTrace(
                TraceHeader.of(text, text, 1, text),
                new Entries()
                        .at(
                                1,
                                "a:1",
                                "request_entered",
                                "request",
                                text,
                                "engine_request",
                                text,
                                "leg",
                                "consume",
                                "kv_request",
                                text)
                        .at(2, "a:1", "load_started", "peer", text, "request", text, "job", 1)
                        .at(3, "a:1", "load_timed_out", "peer", text, "request", text, "job", 1, "age_nanos", 2)
                        .list(),
                fingerprint);
    }
}

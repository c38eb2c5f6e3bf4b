package io.kvdrill.reports.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.timeline.Entries;
import io.kvdrill.reports.trace.StoredTrace;
import io.kvdrill.reports.trace.TraceHeader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The page of a run")
class RunPageTest {
    private static final String HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>\u0000\u001b[31m";

    private static RunReport report(String text, String fingerprint) {
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
                List.of(new RunReport.Request(text, "failed", 0L, null, 9L, 0, 0, 0, 0, null)),
                List.of(new RunReport.Peer(text, "a:1", 1, false, text)),
                List.of(new RunReport.RowReached(text, text, "set", text, List.of(text))),
                List.of(text));
    }

    private static StoredTrace trace(String text, String fingerprint) {
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

    @Test
    void showsHostileTextAsTextAndNeverAsMarkup() {
        String page = RunPage.of(report(HOSTILE, "f"), trace(HOSTILE, "f"));

        assertThat(page).doesNotContain("<script>alert").doesNotContain("<img").doesNotContain("href=\"javascript:");
        assertThat(page).contains("&lt;script&gt;alert(1)&lt;/script&gt;");
    }

    @Test
    void admitsNoScriptOrStyleButItsOwnAndNothingFromElsewhere() {
        String page = RunPage.of(report("r", "f"), trace("r", "f"));

        assertThat(page)
                .contains("default-src &#x27;none&#x27;; script-src &#x27;sha256-")
                .doesNotContain("unsafe-inline")
                .doesNotContain("unsafe-eval")
                .doesNotContainPattern("(src|href)=\"?http://");
        assertThat(page.replaceAll("(?s)<(script|style)[^>]*>.*?</\\1>", "")).doesNotContainPattern("<[^>]+ style=");
    }

    @Test
    void isTheSameTwice() {
        assertThat(RunPage.of(report("r", "f"), trace("r", "f")))
                .isEqualTo(RunPage.of(report("r", "f"), trace("r", "f")));
    }

    @Test
    void tellsWhichTimeoutFiredAtWhatAge() {
        assertThat(RunPage.of(report("r", "f"), trace("r", "f"))).contains("load timeout at 2 ns");
    }

    @Test
    void isRefusedForAReportAndATraceOfDifferentRuns() {
        assertThatThrownBy(() -> RunPage.of(report("r", "f"), trace("r", "g")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("fingerprint f")
                .hasMessageContaining("with g");
    }
}

package io.kvdrill.reports.page;

import static io.kvdrill.reports.timeline.SampleRun.HOSTILE;
import static io.kvdrill.reports.timeline.SampleRun.report;
import static io.kvdrill.reports.timeline.SampleRun.trace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The page of a run")
class RunPageTest {
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

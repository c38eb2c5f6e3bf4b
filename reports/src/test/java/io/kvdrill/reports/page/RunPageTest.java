package io.kvdrill.reports.page;

import static io.kvdrill.reports.timeline.SampleRun.HOSTILE;
import static io.kvdrill.reports.timeline.SampleRun.report;
import static io.kvdrill.reports.timeline.SampleRun.trace;
import static j2html.TagCreator.td;
import static j2html.TagCreator.tr;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.reports.timeline.Entries;
import io.kvdrill.reports.trace.StoredTrace;
import io.kvdrill.reports.trace.TraceHeader;
import java.util.Collections;
import java.util.List;
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
    void cutsTextsThatAreTooLongToBeLookedAtAndKeepsThemApart() {
        String one = "a".repeat(1 << 20);
        String page = RunPage.of(report(one, "f"), trace(one, "f"));

        assertThat(page.length()).isLessThan(400_000);
        assertThat(page).contains("aaa... (1048576 characters, ");
        assertThat(ShownTexts.of(one)).isNotEqualTo(ShownTexts.of("a".repeat((1 << 20) - 1) + "b"));
        assertThat(ShownTexts.of("a".repeat(1_000))).hasSize(1_000);
    }

    @Test
    void foldsTheRowsOfALongTable() {
        assertThat(LongTable.of("Things", "about", List.of("a"), Collections.nCopies(1_300, tr(td("x"))))
                        .render())
                .contains("<summary>Rows 201 to 1200 of 1300</summary>", "<summary>Rows 1201 to 1300 of 1300</summary>")
                .containsPattern("(?s)(<tr><td>x</td></tr>){200}</tbody>");
        assertThat(LongTable.of("Things", "about", List.of("a"), Collections.nCopies(200, tr(td("x"))))
                        .render())
                .doesNotContain("<details");
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

    @Test
    void showsBesideTheVerdictThatALawBroke() {
        assertThat(RunPage.of(report("r", "f"), trace("r", "f")))
                .containsSubsequence("class=\"verdict violated\"", "class=\"verdict broken\">r breaks<");
    }

    @Test
    void saysWhichTimeoutsFiredAndWhatBoundedTheRun() {
        assertThat(RunPage.of(report("r", "f"), trace("r", "f")))
                .contains("<li>R.</li>", "Timeouts that fired: load timed out, once.");
    }

    @Test
    void tellsWhichSlotsWereHeldAndWhatFreedThem() {
        Entries entries = new Entries()
                .at(
                        1,
                        "a:1",
                        "request_entered",
                        "request",
                        "q",
                        "engine_request",
                        "q-1",
                        "leg",
                        "consume",
                        "kv_request",
                        "k")
                .at(2, "a:1", "load_started", "peer", "b:1", "request", "k", "job", 1, "slots", List.of(4, 5, 6, 9))
                .at(
                        3,
                        "a:1",
                        "load_ended",
                        "request",
                        "k",
                        "job",
                        1,
                        "success",
                        false,
                        "slots_held",
                        true,
                        "reason",
                        "late")
                .at(9, "a:1", "load_slots_released", "request", "k", "job", 1, "proof", "fenced", "held_nanos", 6);
        String page =
                RunPage.of(report("r", "f"), new StoredTrace(TraceHeader.of("r", "r", 1, "r"), entries.list(), "f"));

        assertThat(page)
                .containsSubsequence(
                        "Slots held back", "<td>4-6, 9</td><td>4</td><td>load 1</td><td>q</td>", "was fenced")
                .contains("are free again after 6 ns: the peer&#x27;s registration was fenced");
    }
}

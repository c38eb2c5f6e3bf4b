package io.kvdrill.reports.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("report.json")
class ReportJsonTest {
    private static final RunReport.Violation VIOLATION = new RunReport.Violation(
            5,
            List.of("a", "b"),
            "r1",
            7L,
            null,
            "\u0000 \"quoted\" </script> \u2028",
            List.of(new RunReport.Entry(1, 2, "a", "write_posted", "transfer 1")));

    private static final RunReport REPORT = new RunReport(
            RunReport.VERSION,
            "x/case",
            "about",
            List.of("https://example.org"),
            "hardened+changes",
            "hardened",
            Map.of("load_timeout_pd", "5s"),
            Long.MAX_VALUE,
            "violated",
            List.of("I2 broke"),
            List.of(),
            "kvdrill run x/case",
            new RunReport.End("quiescent", "nothing left"),
            "0123456789abcdef0123456789abcdef",
            10,
            20,
            30,
            List.of(
                    new RunReport.Law("I2", "a slot was reused", 4, 3, List.of(VIOLATION)),
                    new RunReport.Law("I7", "", 0, 0, List.of())),
            List.of(new RunReport.Expectation("load r1 fails", true, "it failed")),
            List.of(new RunReport.Request("r1", null, 0L, null, null, 1, 2, 3, 4, null, null)),
            List.of(new RunReport.Peer("a", "10.0.0.1:5710", 1, true, null)),
            List.of(
                    new RunReport.RowReached("round_scope", "per_request", "inferred", "pull request", List.of("a")),
                    new RunReport.RowReached("bindings", "kept", "recorded", "statement", List.of("b"))),
            List.of("fault death"),
            List.of(new RunReport.Limit("links.data.bandwidth", "slowest answer r1, 2.000 s")),
            List.of(new RunReport.Fault("death", "kill", List.of("a"), null, "kill: a")));

    @Test
    void isReadAsItWasWritten() {
        assertThat(ReportJson.read(ReportJson.write(REPORT))).isEqualTo(REPORT);
    }

    @Test
    void ofAnotherVersionIsRefusedWithBothVersions() {
        String later = ReportJson.write(REPORT).replace("\"report_version\" : 1", "\"report_version\" : 2");

        assertThatThrownBy(() -> ReportJson.read(later))
                .isInstanceOf(ReportFormatException.class)
                .hasMessageContaining("the report has version 2; this kvdrill reads version 1");
    }

    @Test
    void thatIsNoneIsRefused() {
        for (String text :
                List.of("", "[]", "{}", "{\"report_version\": \"1\"}", "{\"report_version\": 1, \"laws\": 3}")) {
            assertThatThrownBy(() -> ReportJson.read(text))
                    .as(text)
                    .isInstanceOf(ReportFormatException.class)
                    .hasMessageStartingWith("no report: ");
        }
    }

    @Test
    void withFieldsOfALaterKvdrillIsRead() {
        String more = ReportJson.write(REPORT).replace("\"seed\" :", "\"more\" : [1], \"seed\" :");

        assertThat(ReportJson.read(more)).isEqualTo(REPORT);
    }

    @Test
    void isTheSameTextEachTimeWithFieldsInTheirOrder() {
        String text = ReportJson.write(REPORT);

        assertThat(ReportJson.write(REPORT)).isEqualTo(text);
        assertThat(text.lines().toList().get(1)).contains("\"schema\" : \"urn:kvdrill:report:1\"");
        assertThat(text.lines().toList().get(2)).contains("\"report_version\" : 1");
        assertThat(text).endsWith("}\n");
        assertThat(text.indexOf("\"virtual_nanos\"")).isLessThan(text.indexOf("\"laws\""));
    }

    @Test
    void saysWhichLawsBrokeAndWhichWereNeverAtStake() {
        assertThat(REPORT.brokenLaws()).containsExactly("I2");
        assertThat(REPORT.lawsNeverAtStake()).containsExactly("I7");
        assertThat(REPORT.inferredRows()).containsExactly("round_scope");
    }
}

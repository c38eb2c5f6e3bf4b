package io.kvdrill.reports.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
            List.of(new RunReport.Fault("death", "kill", List.of("a"), null, "kill: a")),
            "sim");

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
    void ofAnotherSchemaIsRefusedWithBothSchemas() {
        for (String other : List.of("urn:kvdrill:report:2", "urn:kvdrill:sweep-report:1", "")) {
            String later = ReportJson.write(REPORT).replace("urn:kvdrill:report:1", other);

            assertThatThrownBy(() -> ReportJson.read(later))
                    .isInstanceOf(ReportFormatException.class)
                    .hasMessageContaining("\"" + other + "\"")
                    .hasMessageContaining("\"urn:kvdrill:report:1\"");
        }
    }

    @Test
    void ofATimeWhenItHadNoSchemaNoFaultsAndNoMeaningsIsRead() {
        String older = ReportJson.write(REPORT)
                .replaceFirst("\"schema\" : [^,]*,", "")
                .replaceFirst(",\\s*\"faults\" : \\[[^]]*\\][^]]*\\]", "")
                .replaceAll("\"means\" : [^,]*,", "")
                .replaceFirst(",\\s*\"on\" : \"sim\"", "");

        assertThat(older).doesNotContain("schema", "faults", "means", "\"on\"");
        assertThat(ReportJson.read(older).faults()).isEmpty();
        assertThat(ReportJson.read(older).on()).isEqualTo("sim");
        assertThat(ReportJson.read(older).laws().get(0).means()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"seed\" : 9223372036854775807 | \"seed\" : \"one\"      | seed is a text; expected a whole number",
                "\"finish\" : null               | \"finish\" : 7          | requests[0].finish is the number 7; expected a text",
                "\"alive\" : true                | \"alive\" : null        | peers[0].alive is null; expected true or false",
                "\"peers\" : [ \"a\", \"b\" ]    | \"peers\" : { }         | laws[0].violations[0].peers is an object; expected a list",
                "\"verdict\" : \"violated\",     | ''                       | verdict is missing"
            })
    void saysWhatIsWrongWithItInWordsOfItsOwn(String from, String to, String message) {
        String text = ReportJson.write(REPORT);
        assertThat(text).contains(from);

        assertThatThrownBy(() -> ReportJson.read(text.replace(from, to)))
                .isInstanceOf(ReportFormatException.class)
                .hasMessage("no report: " + message);
    }

    @Test
    void saysWhereItEndsTooEarly() {
        String text = ReportJson.write(REPORT);

        assertThatThrownBy(() -> ReportJson.read(text.substring(0, text.indexOf("nothing left"))))
                .isInstanceOf(ReportFormatException.class)
                .hasMessageMatching("no report: it ends too early \\(line \\d+, column \\d+\\)");
    }

    @Test
    void hasItsViolationsInTheOrderInWhichTheyWereFoundEvenWithinOneNanosecond() {
        RunReport.Violation late = at(5, 9);
        RunReport.Violation early = at(5, 4);
        RunReport.Violation first = at(3, 8);
        RunReport report = with(List.of(
                new RunReport.Law("I1", "", 1, 1, List.of(late)),
                new RunReport.Law("I2", "", 1, 1, List.of(first, early))));

        assertThat(report.violations()).extracting(BrokenLaw::violation).containsExactly(first, early, late);
    }

    private static RunReport.Violation at(long nanos, long sequence) {
        return new RunReport.Violation(
                nanos, List.of(), null, null, null, "", List.of(new RunReport.Entry(sequence, nanos, "", "x", "")));
    }

    private static RunReport with(List<RunReport.Law> laws) {
        String text = ReportJson.write(REPORT);
        RunReport other = ReportJson.read(text);
        return new RunReport(
                other.reportVersion(),
                other.scenario(),
                other.about(),
                other.publicReports(),
                other.profile(),
                other.profileBase(),
                other.profileChanges(),
                other.seed(),
                other.verdict(),
                other.reasons(),
                other.statedBreaks(),
                other.again(),
                other.end(),
                other.fingerprint(),
                other.events(),
                other.traceEntries(),
                other.virtualNanos(),
                laws,
                other.expectations(),
                other.requests(),
                other.peers(),
                other.rowsReached(),
                other.missedMoments(),
                other.limits(),
                other.faults(),
                other.on());
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

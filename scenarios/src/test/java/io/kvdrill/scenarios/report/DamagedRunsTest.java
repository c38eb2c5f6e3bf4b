package io.kvdrill.scenarios.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.scenarios.cli.Console;
import io.kvdrill.scenarios.cli.Main;
import io.kvdrill.scenarios.cli.Style;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A stored run that cannot be rendered")
class DamagedRunsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private Path run = Path.of("");

    @BeforeEach
    void store() {
        PrintWriter quiet = new PrintWriter(Writer.nullWriter());
        Main.run(
                new String[] {"run", "peer-death/in-data", "--profile", "hardened", "--out", folder.toString()},
                new Console(quiet, quiet, false, Style.PLAIN));
        run = folder.resolve("peer-death/in-data/hardened/1");
    }

    /** What the command says of it; it writes nothing. */
    private String refusal() {
        StringWriter err = new StringWriter();
        StringWriter out = new StringWriter();
        for (String format : List.of("html", "perfetto", "csv")) {
            int status = Main.run(
                    new String[] {"report", run.toString(), "--format", format},
                    new Console(new PrintWriter(out), new PrintWriter(err), false, Style.PLAIN));
            assertThat(status).as(format + ": " + err).isEqualTo(2);
        }
        assertThat(out.toString()).isEmpty();
        for (String file : List.of("report.html", "perfetto.json", "tables")) {
            assertThat(run.resolve(file)).doesNotExist();
        }
        return err.toString();
    }

    private void changeTrace(String from, String to) throws IOException {
        Path trace = run.resolve("trace.jsonl");
        String text = Files.readString(trace);
        assertThat(text).contains(from);
        Files.writeString(trace, text.replace(from, to));
    }

    @Test
    void isTruncatedInTheMiddleOfALine() throws IOException {
        Path trace = run.resolve("trace.jsonl");
        byte[] bytes = Files.readAllBytes(trace);
        Files.write(trace, Arrays.copyOf(bytes, bytes.length / 2));

        assertThat(refusal()).contains("trace.jsonl");
    }

    @Test
    void lacksItsLastLine() throws IOException {
        Path trace = run.resolve("trace.jsonl");
        List<String> lines = Files.readAllLines(trace);
        Files.write(trace, lines.subList(0, lines.size() - 1));

        assertThat(refusal()).contains("trace.jsonl").contains("cut short");
    }

    @Test
    void hasATraceOfANewerVersionAndBothVersionsAreNamed() throws IOException {
        changeTrace("\"kvdrill_trace\":1", "\"kvdrill_trace\":2");

        assertThat(refusal()).contains("format 2").contains("format 1");
    }

    @Test
    void hasAReportOfANewerVersionAndBothVersionsAreNamed() throws IOException {
        Path report = run.resolve("report.json");
        Files.writeString(
                report, Files.readString(report).replaceFirst("\"report_version\" : 1", "\"report_version\" : 2"));

        assertThat(refusal()).contains("version 2").contains("version 1");
    }

    @Test
    void hasATraceOfAnotherSchemaAndBothSchemasAreNamed() throws IOException {
        changeTrace("urn:kvdrill:trace:1", "urn:kvdrill:trace:2");

        assertThat(refusal()).contains("urn:kvdrill:trace:2").contains("urn:kvdrill:trace:1");
    }

    @Test
    void hasTheReportOfAnotherRun() throws IOException {
        changeReport("\"scenario\" : \"peer-death/in-data\"", "\"scenario\" : \"another\"");

        assertThat(refusal())
                .contains("report.json is of another under hardened, seed 1, trace.jsonl of peer-death/in-data under"
                        + " hardened, seed 1");
    }

    @Test
    void hasAReportThatTellsOfOtherEntries() throws IOException {
        changeReport("\"trace_entries\" : 126", "\"trace_entries\" : 12");

        assertThat(refusal()).contains("report.json tells of 12 entries; trace.jsonl has 126 entries");
    }

    @Test
    void hasAnEmptyReport() throws IOException {
        Files.writeString(run.resolve("report.json"), "");

        assertThat(refusal()).contains("report.json: no report: it is empty");
    }

    @Test
    void hasAReportThatIsNoText() throws IOException {
        Files.write(run.resolve("report.json"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, (byte) 0xff});

        assertThat(refusal()).contains("report.json is not UTF-8");
    }

    private void changeReport(String from, String to) throws IOException {
        Path report = run.resolve("report.json");
        String text = Files.readString(report);
        assertThat(text).contains(from);
        Files.writeString(report, text.replace(from, to));
    }

    @Test
    void isNotOurs() throws IOException {
        Files.writeString(run.resolve("trace.jsonl"), "{\"traceEvents\":[]}\n");

        assertThat(refusal()).contains("trace.jsonl");
    }

    @Test
    void isNoText() throws IOException {
        Files.write(run.resolve("trace.jsonl"), new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});

        assertThat(refusal()).contains("trace.jsonl");
    }

    @Test
    void holdsAnEntryThatWasChanged() throws IOException {
        changeTrace("connection lost", "<script>alert(1)</script>");

        assertThat(refusal()).contains("line ").doesNotContain("Exception");
    }

    @Test
    void holdsALineOfAMegabyte() throws IOException {
        changeTrace("connection lost", "x".repeat(1 << 20));

        assertThat(refusal().getBytes(StandardCharsets.UTF_8).length).isLessThan(4_000);
    }

    @Test
    void hasAVerdictThatIsNone() throws IOException {
        changeReport("\"verdict\" : \"as_stated\"", "\"verdict\" : \"great\"");

        assertThat(refusal())
                .contains("report.json: no report: verdict is \"great\"; expected one of as_stated, violated")
                .doesNotContain("--out DIR");
    }

    @Test
    void tookLessThanNoTime() throws IOException {
        Path report = run.resolve("report.json");
        String text = Files.readString(report);
        Files.writeString(report, text.replaceFirst("\"virtual_nanos\" : ", "\"virtual_nanos\" : -"));

        assertThat(refusal()).contains("virtual_nanos is -").contains("expected 0 or more");
    }

    @Test
    void hasAnEntryBeforeTheBegin() throws IOException {
        changeTrace("{\"seq\":1,\"t\":0,", "{\"seq\":1,\"t\":-5,");

        assertThat(refusal()).contains("the time of entry 1 is -5; expected 0 or more");
    }

    @Test
    void isAFolderAboveRunsAndTheyAreNamed() {
        Path above = folder.resolve("peer-death");
        String named = run.toString();
        run = above;

        assertThat(refusal())
                .contains(above + ": holds no run itself, and 1 below it")
                .contains("name one: " + named)
                .doesNotContain("--out DIR");
    }

    @Test
    void isNowhereAndItIsSaidHowToStoreOne() {
        run = folder.resolve("nowhere");

        assertThat(refusal()).contains("is no folder").contains("`kvdrill run SCENARIO --out DIR` stores runs");
    }
}

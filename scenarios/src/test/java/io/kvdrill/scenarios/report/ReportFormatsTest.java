package io.kvdrill.scenarios.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.reports.export.Table;
import io.kvdrill.reports.export.Tables;
import io.kvdrill.scenarios.cli.Console;
import io.kvdrill.scenarios.cli.Main;
import io.kvdrill.scenarios.cli.Style;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("A stored run for other tools")
class ReportFormatsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private record Said(int status, String out, String err) {}

    private static Said kvdrill(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = Main.run(args, new Console(new PrintWriter(out), new PrintWriter(err), false, Style.PLAIN));
        return new Said(status, out.toString(), err.toString());
    }

    private Path stored(String scenario, String profile) {
        kvdrill("run", scenario, "--profile", profile, "--out", folder.toString());
        return folder.resolve(scenario).resolve(profile).resolve("1");
    }

    private static JsonNode perfetto(Path run) throws IOException {
        assertThat(kvdrill("report", run.toString(), "--format", "perfetto").status())
                .isZero();
        return JsonMapper.shared().readTree(Files.readString(run.resolve("perfetto.json")));
    }

    private static Set<String> values(JsonNode document, String phase, String field) {
        Set<String> values = new LinkedHashSet<>();
        document.path("traceEvents").forEach(event -> {
            if (event.path("ph").asString().equals(phase)) {
                values.add(event.path(field).asString());
            }
        });
        return values;
    }

    @ParameterizedTest
    @CsvSource({
        "peer-death/in-data, hardened",
        "late-write-after-abort, vllm-2026-08",
        "restart-same-address/producer, vllm-2026-10",
        "mass-start, hardened",
        "silent-source/vanishes, hardened",
        "multi-round/overlapping, hardened"
    })
    void isWhatPerfettosImporterNeeds(String scenario, String profile) throws IOException {
        JsonNode document = perfetto(stored(scenario, profile));

        assertThat(ChromeTraceValidator.problems(document)).isEmpty();
        assertThat(document.path("traceEvents").size()).isGreaterThan(20);
    }

    @Test
    void showsMessagesWritesFaultsSlotsAndTheLawThatBrokeInPerfetto() throws IOException {
        JsonNode document = perfetto(stored("late-write-after-abort", "vllm-2026-08"));

        assertThat(values(document, "s", "cat")).containsExactlyInAnyOrder("message", "write");
        assertThat(values(document, "i", "cat")).contains("fault", "deadline", "violation");
        assertThat(values(document, "X", "cat")).contains("loads", "stores", "sessions", "writes", "blocks landing");
        assertThat(values(document, "C", "name")).containsExactly("slots");
        assertThat(values(document, "X", "name")).contains("abort_fetch to prefill", "abort_ack from prefill");
        assertThat(document.path("otherData").path("scenario").asString()).isEqualTo("late-write-after-abort");
    }

    @Test
    void isTheSameTwice() throws IOException {
        Path run = stored("peer-death/in-data", "hardened");
        perfetto(run);
        byte[] first = Files.readAllBytes(run.resolve("perfetto.json"));
        perfetto(run);
        assertThat(Files.readAllBytes(run.resolve("perfetto.json"))).isEqualTo(first);
    }

    @Test
    void neverTakesThePlaceOfWhatItIsMadeFromOrOfWhatIsNoFile() throws IOException {
        Path run = stored("peer-death/in-data", "hardened");
        byte[] report = Files.readAllBytes(run.resolve("report.json"));
        Path link = Files.createSymbolicLink(folder.resolve("link.html"), folder.resolve("page.html"));
        Files.writeString(folder.resolve("page.html"), "before");

        Said itself = kvdrill(
                "report", run.toString(), "-o", run.resolve("report.json").toString());
        assertThat(itself.err()).contains("is what it would be made from");
        assertThat(itself.status()).isEqualTo(2);
        assertThat(Files.readAllBytes(run.resolve("report.json"))).isEqualTo(report);

        assertThat(kvdrill("report", run.toString(), "-o", "/dev/full").err()).contains("is no file");
        assertThat(kvdrill("report", run.toString(), "-o", link.toString()).status())
                .isZero();
        assertThat(link).isSymbolicLink();
        assertThat(folder.resolve("page.html")).content().startsWith("<!DOCTYPE html>");
    }

    @Test
    void isAFolderOfTables() throws IOException {
        Path run = stored("peer-death/in-data", "hardened");

        Said said = kvdrill("report", run.toString(), "--format", "csv");

        assertThat(said.out().strip()).isEqualTo(run.resolve("tables").toString());
        try (Stream<Path> files = Files.list(run.resolve("tables"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(Tables.all().stream()
                            .map(table -> table.name() + ".csv")
                            .toList());
        }
        for (Table<?> table : Tables.all()) {
            assertThat(Files.readString(run.resolve("tables").resolve(table.name() + ".csv")))
                    .startsWith(table.columns().get(0).name() + ",");
        }
        try (Stream<String> trace = Files.lines(run.resolve("trace.jsonl"));
                Stream<String> events = Files.lines(run.resolve("tables").resolve("events.csv"))) {
            assertThat(events.count() - 1).isEqualTo(trace.count() - 2);
        }
    }

    @Test
    void isRefusedWithTheFormatsThatThereAre() {
        Said said = kvdrill("report", folder.toString(), "--format", "pdf");

        assertThat(said.status()).isEqualTo(2);
        assertThat(said.err())
                .contains("pdf")
                .contains("html")
                .contains("perfetto")
                .contains("csv");
        assertThat(List.of(said.out())).containsExactly("");
    }

    @Test
    void isRefusedWhereItCannotBeWritten() {
        Path run = stored("peer-death/in-data", "hardened");

        Said said = kvdrill("report", run.toString(), "--format", "perfetto", "-o", folder + "/none/x.json");

        assertThat(said.status()).isEqualTo(2);
        assertThat(said.err()).contains("-o " + folder + "/none/x.json").contains("there is no folder");
    }
}

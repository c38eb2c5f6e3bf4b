package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.reports.json.ReportJson;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.scenarios.schema.Schemas;
import io.kvdrill.scenarios.schema.Validator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("kvdrill run")
class RunCommandTest {
    @TempDir
    private Path folder;

    private String scenario = "";

    @BeforeEach
    void writeScenario() throws IOException {
        scenario = Files.writeString(folder.resolve("short.yaml"), """
            format: 1
            about: A request is answered
            peers: {a: {}}
            requests: {id: r1, tokens: 64, consume: a}
            expect: {request: r1, finishes: by_local_prefill, within: 1s}
            under:
              vllm-2026-08: same
            cases:
              once: {}
              twice: {requests+: {id: r2, tokens: 64, consume: a}}
            """).toString();
    }

    @Test
    void endsWith0IfEveryOutcomeIsTheStatedOne() {
        Cli cli = Cli.run("run", scenario);

        assertThat(cli.status()).isEqualTo(0);
        assertThat(cli.out())
                .contains("short/once under hardened, seed 1: as stated")
                .contains("short/twice under vllm-2026-08, seed 1: as stated")
                .endsWith("4 cases, 4 as stated" + System.lineSeparator());
        assertThat(cli.err()).isEmpty();
    }

    @Test
    void endsWith1IfAnExpectationFails() {
        Cli cli = Cli.run("run", scenario, "--set", "expect.finishes=failed", "--profile", "hardened");

        assertThat(cli.status()).isEqualTo(1);
        assertThat(cli.out())
                .contains("unexpected")
                .contains("stated: request r1 fails within 1s; but it ended as local_prefill")
                .contains("again: kvdrill run " + scenario + "/once --profile hardened --set expect.finishes=failed"
                        + " --seed 1");
    }

    @Test
    void repeatsARunFromTheCommandThatItPrints() {
        String first = json(Cli.run("run", scenario + "/twice", "--profile", "hardened", "--seed", "7", "--json"))
                .get(0)
                .get("fingerprint")
                .asString();
        String again = json(Cli.run("run", scenario + "/twice", "--profile", "hardened", "--seed", "7", "--json"))
                .get(0)
                .get("again")
                .asString();

        String[] words = again.substring("kvdrill ".length()).split(" ", -1);
        String second = json(Cli.run(
                        Stream.concat(Stream.of(words), Stream.of("--json")).toArray(String[]::new)))
                .get(0)
                .get("fingerprint")
                .asString();
        assertThat(second).isEqualTo(first);
    }

    @Test
    void printsOneJsonObjectALineForEachCase() {
        List<JsonNode> cases = json(Cli.run("run", scenario, "--json"));

        assertThat(cases).hasSize(4);
        assertThat(cases.get(0).propertyNames())
                .contains(
                        "scenario",
                        "profile",
                        "seed",
                        "verdict",
                        "fingerprint",
                        "violations",
                        "events",
                        "virtual_s",
                        "wall_s",
                        "laws_never_at_stake",
                        "inferred_rows_reached");
        assertThat(cases.get(1).get("scenario").asString()).isEqualTo("short/once");
        assertThat(cases.get(1).get("profile").asString()).isEqualTo("vllm-2026-08");
        assertThat(cases.get(1).get("seed").asLong()).isEqualTo(1);
        assertThat(cases.get(1).get("verdict").asString()).isEqualTo("as_stated");
        assertThat(cases.get(1).get("violations").isArray()).isTrue();
        assertThat(cases.get(1).get("fingerprint").asString()).matches("[0-9a-f]{32}");
    }

    @Test
    void givesTheSameFingerprintTwiceAndAnotherForAnotherWorld() {
        List<String> first = fingerprints(Cli.run("run", scenario, "--json"));

        assertThat(fingerprints(Cli.run("run", scenario, "--json"))).isEqualTo(first);
        assertThat(fingerprints(Cli.run("run", scenario, "--json", "--set", "peers.a.prefill=100 tok/s")))
                .doesNotContainAnyElementsOf(first);
    }

    @Test
    void takesAProfileFromAFile() throws IOException {
        Path profile = Files.writeString(
                folder.resolve("patient.yaml"),
                "base: vllm-2026-08\nunbound_store_timeout_s: 120\nbindings: hardened\n");

        JsonNode line = json(Cli.run("run", scenario + "/once", "--profile", profile.toString(), "--json"))
                .get(0);

        assertThat(line.get("profile").asString()).isEqualTo("patient");
        assertThat(line.get("profile_base").asString()).isEqualTo("vllm-2026-08");
        assertThat(line.get("profile_changes").get("unbound_store_timeout").asString())
                .isEqualTo("120s");
        assertThat(line.get("profile_changes").get("bindings").asString()).isEqualTo("bounded");
    }

    @Test
    void setsRowsOfEveryProfileThatItRuns() {
        List<JsonNode> lines =
                json(Cli.run("run", scenario + "/once", "--set", "profile.load_timeout_pd=5s", "--json"));

        assertThat(lines)
                .extracting(l -> l.get("profile").asString())
                .containsExactly("hardened+changes", "vllm-2026-08+changes");
        assertThat(lines)
                .allSatisfy(line -> assertThat(line.get("profile_changes")
                                .get("load_timeout_pd")
                                .asString())
                        .isEqualTo("5s"));
    }

    @Test
    void holdsAChangedProfileAgainstTheOutcomeOfItsBase() {
        Cli cli =
                Cli.run("run", scenario + "/once", "--profile", "vllm-2026-08", "--set", "profile.load_timeout_pd=5s");

        assertThat(cli.out()).contains("held against the outcome that is stated for vllm-2026-08");
    }

    @Test
    void saysThatNoOutcomeIsStatedForAProfile() {
        Cli cli = Cli.run("run", scenario + "/once", "--profile", "vllm-2026-10");

        assertThat(cli.status()).isEqualTo(0);
        assertThat(cli.out()).contains("no outcome is stated for this profile");
    }

    @Test
    void storesAReportForEachCase() throws IOException {
        Path out = folder.resolve("out");

        Cli cli = Cli.run("run", scenario, "--out", out.toString(), "--seed", "3");

        assertThat(cli.status()).isEqualTo(0);
        RunReport report = ReportJson.read(Files.readString(out.resolve("short")
                .resolve("twice")
                .resolve("hardened")
                .resolve("3")
                .resolve("report.json")));
        assertThat(report.scenario()).isEqualTo("short/twice");
        assertThat(report.verdict()).isEqualTo("as_stated");
        assertThat(report.requests()).extracting(RunReport.Request::request).containsExactly("r1", "r2");
    }

    @Test
    void storesWhatItsSchemasDescribe() throws IOException {
        Path out = folder.resolve("out");
        Cli.run("run", scenario + "/twice", "peer-death/in-data", "--out", out.toString());
        Validator report = Validator.of(Schemas.REPORT);
        Validator trace = Validator.of(Schemas.TRACE);

        for (Path stored :
                List.of(out.resolve("short/twice/hardened/1"), out.resolve("peer-death/in-data/vllm-2026-08/1"))) {
            assertThat(report.problemsOfJson(Files.readString(stored.resolve("report.json"))))
                    .isEmpty();
            assertThat(Files.readAllLines(stored.resolve("trace.jsonl")))
                    .hasSizeGreaterThan(10)
                    .allSatisfy(line -> assertThat(trace.problemsOfJson(line)).isEmpty());
        }
        assertThat(trace.problemsOfJson("{\"seq\": 1, \"t\": 0, \"kind\": \"write_ended\"}"))
                .isNotEmpty();
        assertThat(report.problemsOfJson("{\"report_version\": 2}")).isNotEmpty();
    }

    @Test
    void storesRunsWithDifferentSettingsApart() throws IOException {
        Path out = folder.resolve("out");
        for (String value : List.of("30ms", "40ms")) {
            Cli.run("run", scenario + "/once", "--set", "peers.a.step=" + value, "--out", out.toString());
        }
        Cli.run("run", scenario + "/once", "--set", "peers.a.step=40ms", "--out", out.toString());
        Cli.run("run", scenario + "/once", "--out", out.toString());

        try (Stream<Path> stored = Files.list(out.resolve("short/once/hardened"))) {
            assertThat(stored.map(path -> path.getFileName().toString()))
                    .hasSize(3)
                    .contains("1")
                    .filteredOn(name -> name.length() > 1)
                    .allMatch(name -> name.matches("1-[0-9a-f]{8}"));
        }
    }

    @Test
    void refusesToStoreTwoFilesInOnePlace() throws IOException {
        Path other = Files.createDirectories(folder.resolve("other")).resolve("Short.yaml");
        Files.copy(Path.of(scenario), other);

        Cli cli = Cli.run(
                "run",
                scenario,
                other.toString(),
                "--out",
                folder.resolve("out").toString());

        assertThat(cli.status()).isEqualTo(2);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err()).contains("would both be stored in");
    }

    @Test
    void endsSeveralCasesWithATable() {
        Cli cli = Cli.run("run", scenario);

        assertThat(cli.out()).contains("scenario     profile       verdict    seconds  laws broken");
        assertThat(cli.lines()).anyMatch(line -> line.matches("short/once   hardened      as stated +[0-9.]+"));
        assertThat(cli.lines()).anyMatch(line -> line.matches(" {13}vllm-2026-08  as stated +[0-9.]+"));
    }

    @Test
    void saysWhatKeptABlockOfAPeerFromARequest() {
        assertThat(Cli.run("run", "late-write-after-abort", "--profile", "hardened")
                        .out()
                        .replaceAll("\\s+", " "))
                .contains("0 blocks from a peer; load from prefill failed at age 30s: load timeout");
        assertThat(Cli.run("run", scenario + "/once").out()).doesNotContain("from a peer;");
    }

    @Test
    void storesTheSameBytesTwice() throws IOException {
        Path report = Path.of("short", "once", "hardened", "1", "report.json");

        Cli.run("run", scenario, "--out", folder.resolve("one").toString());
        Cli.run("run", scenario, "--out", folder.resolve("two").toString());

        assertThat(folder.resolve("one").resolve(report))
                .hasSameBinaryContentAs(folder.resolve("two").resolve(report));
    }

    @Test
    void keepsWithin80Columns() {
        Cli cli = Cli.run("run", "--all");

        assertThat(cli.lines())
                .filteredOn(line -> line.length() > 80 && !line.startsWith("  again: "))
                .isEmpty();
        assertThat(cli.out()).matches("\\p{ASCII}*");
    }

    @Test
    void usesColoursOnATerminalOnly() {
        assertThat(Cli.onTerminal("run", scenario + "/once").out()).contains("\u001b[");
        assertThat(Cli.run("run", scenario + "/once").out()).doesNotContain("\u001b");
    }

    @Test
    void writesSummariesAlsoWhereRunsFail() throws IOException {
        Path xml = folder.resolve("results.xml");
        Path markdown = folder.resolve("summary.md");
        String[] line = {
            "run",
            scenario,
            "--set",
            "expect.finishes=failed",
            "--junit",
            xml.toString(),
            "--markdown",
            markdown.toString()
        };

        assertThat(Cli.run(line).status()).isEqualTo(1);
        assertThat(Files.readString(xml)).contains("tests=\"4\" failures=\"4\" errors=\"0\"");
        assertThat(Files.readString(markdown))
                .startsWith("## kvdrill: 4 of 4 cases not as stated")
                .contains("kvdrill run " + scenario + "/once --profile hardened --set expect.finishes=failed --seed 1");

        Cli broken = Cli.with(
                (runCase, observers) -> {
                    throw new IllegalStateException("broken");
                },
                line);
        assertThat(broken.status()).isEqualTo(70);
        assertThat(Files.readString(xml)).contains("tests=\"1\" failures=\"0\" errors=\"1\"", "broken");
        assertThat(Files.readString(markdown)).contains("| error |");
    }

    @Test
    void refusesSummariesThatCannotBeWrittenBeforeAnythingRuns() {
        Cli cli =
                Cli.run("run", scenario, "--junit", folder.resolve("gone/x.xml").toString());

        assertThat(cli.status()).isEqualTo(2);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err()).contains("--junit ", "there is no folder");
    }

    @Test
    void tellsAFaultOfItsOwnInOneLine() {
        Cli cli = Cli.with(
                (runCase, observers) -> {
                    throw new IllegalStateException("two\nlines");
                },
                "run",
                scenario);

        assertThat(cli.status()).isEqualTo(70);
        assertThat(cli.err().lines().toList()).first().asString().contains("internal error", "two lines");
        assertThat(cli.err()).doesNotContain("\tat ");
    }

    @Test
    void showsTheStackTraceWhenAsked() {
        Cli cli = Cli.with(
                (runCase, observers) -> {
                    throw new StackOverflowError();
                },
                "run",
                scenario,
                "--debug");

        assertThat(cli.status()).isEqualTo(70);
        assertThat(cli.err()).contains("\tat ");
    }

    @Test
    void endsWith3IfTheEnvironmentLacksSomething() {
        Cli cli = Cli.with(
                (runCase, observers) -> {
                    throw new EnvironmentException("no RDMA device here");
                },
                "run",
                scenario);

        assertThat(cli.status()).isEqualTo(3);
        assertThat(cli.err()).contains("no RDMA device here");
    }

    private static List<JsonNode> json(Cli cli) {
        return cli.lines().stream()
                .map(line -> JsonMapper.shared().readTree(line))
                .toList();
    }

    private static List<String> fingerprints(Cli cli) {
        return json(cli).stream()
                .map(line -> line.get("fingerprint").asString())
                .toList();
    }
}

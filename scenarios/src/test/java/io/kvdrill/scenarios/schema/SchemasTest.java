package io.kvdrill.scenarios.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.trace.TraceHeader;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.yaml.TextFiles;
import io.kvdrill.scenarios.shipped.Library;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code ./mvnw -o -Pfast -pl scenarios -am test -Dtest=SchemasTest -Dkvdrill.update=true} rewrites docs/schema. */
@DisplayName("A JSON Schema")
class SchemasTest {
    private static final Path FOLDER = Path.of("..", "docs", "schema");
    private static final Path BAD =
            Path.of("src", "test", "resources", "io", "kvdrill", "scenarios", "format", "scenario", "bad");
    private static final Validator SCENARIO = Validator.of(Schemas.SCENARIO);
    private static final Validator PROFILE = Validator.of(Schemas.PROFILE);

    /** Bad scenarios whose mistakes are in what they mean; a schema cannot see them. */
    private static final Set<String> MEANING = Set.of(
            "cases-alike.yaml",
            "contradictions.yaml",
            "events.yaml",
            "mistakes-of-meaning.yaml",
            "no-cases.yaml",
            "own-profile.yaml",
            "retention.yaml",
            "twice.yaml");

    static List<String> names() {
        return Library.names();
    }

    @ParameterizedTest
    @EnumSource
    void isTheOneInTheDocumentation(Schemas schema) throws IOException {
        Path file = FOLDER.resolve(schema.publicName() + ".schema.json");
        if (Boolean.getBoolean("kvdrill.update")) {
            Files.createDirectories(FOLDER);
            Files.writeString(file, schema.text());
        }

        assertThat(Files.readString(file)).isEqualTo(schema.text());
    }

    @ParameterizedTest
    @EnumSource
    void isValidItself(Schemas schema) {
        Validator draft = Validator.of("{\"$ref\": \"https://json-schema.org/draft/2020-12/schema\"}");

        assertThat(draft.problemsOfJson(schema.text())).isEmpty();
    }

    @Test
    void namesTheFormatsThatFilesName() {
        assertThat(Schemas.REPORT.id()).isEqualTo(RunReport.SCHEMA);
        assertThat(Schemas.TRACE.id()).isEqualTo(TraceHeader.SCHEMA);
    }

    @ParameterizedTest
    @MethodSource("names")
    void acceptsEveryShippedScenario(String name) {
        assertThat(SCENARIO.problemsOfYaml(Library.source(name).text())).isEmpty();
    }

    @Test
    void refusesBadScenariosWhoseMistakeIsInTheirForm() throws IOException {
        Set<String> accepted = new TreeSet<>();
        try (Stream<Path> files = Files.list(BAD)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).toList()) {
                if (isAccepted(file)) {
                    accepted.add(file.getFileName().toString());
                }
            }
        }

        assertThat(accepted).containsExactlyElementsOf(new TreeSet<>(MEANING));
    }

    private static boolean isAccepted(Path file) {
        try {
            return SCENARIO.problemsOfYaml(TextFiles.read(file).text()).isEmpty();
        } catch (InvalidInputException e) {
            return false; // no YAML, for an editor neither
        }
    }

    @Test
    void pointsAtWhatIsWrong() throws IOException {
        List<String> problems = SCENARIO.problemsOfYaml(Files.readString(BAD.resolve("units.yaml")));

        for (String place : List.of(
                "/model/kv_block",
                "/model/tokens_per_block",
                "/peers/a/step",
                "/peers/a/prefill",
                "/peers/a/gpu_copy",
                "/peers/a/kv_block",
                "/peers/a/clock_drift",
                "/peers/a/idle_tick",
                "/peers/b/step",
                "/peers/b/prefill",
                "/peers/b/gpu_copy",
                "/peers/b/slots",
                "/links/control/rtt",
                "/links/data/bandwidth",
                "/links/data/per_block",
                "/data_plane/registration",
                "/data_plane/death_seen_after",
                "/data_plane/cancel_stops_bytes",
                "/until")) {
            assertThat(problems).as(place).anyMatch(problem -> problem.startsWith(place + ":"));
        }
    }

    @Test
    void leavesToCasesWhatAFileLacks() {
        String file = "format: 1\npeers: {a: {}}\n";

        assertThat(SCENARIO.problemsOfYaml(file)).isNotEmpty();
        assertThat(SCENARIO.problemsOfYaml(file + "cases: {one: {about: x}}\n")).isEmpty();
    }

    @Test
    void acceptsProfilesByOurNamesAndByThoseOfVllm() {
        assertThat(PROFILE.problemsOfYaml("""
            base: vllm-2026-10
            name: short-load
            load_timeout_symmetric: 5s
            VLLM_P2P_MAX_PEERS: 64
            unbound_store_timeout_s: 120
            bindings: hardened
            finish_with_live_load: fail_at_once_slots_held
            idle_timeout: none
            """)).isEmpty();
    }

    @ParameterizedTest
    @org.junit.jupiter.params.provider.ValueSource(
            strings = {
                "base: vllm-2026-11",
                "load_timeout_pdd: 5s",
                "max_peers: many",
                "bindings: vllm-2026-09",
                "heartbeat_interval: 2",
                "name: a/b",
                "format: 2",
                "[]"
            })
    void refusesProfilesThatTheReaderRefuses(String text) {
        assertThat(PROFILE.problemsOfYaml(text)).isNotEmpty();
    }
}

package io.kvdrill.scenarios.shipped;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.reports.json.ReportJson;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.run.CasePlanner;
import io.kvdrill.scenarios.run.Reports;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.run.SimulatedRunner;
import io.kvdrill.scenarios.schema.Schemas;
import io.kvdrill.scenarios.schema.Validator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The golden fingerprints are those of seed 1. After a change that is meant to change runs, {@code ./mvnw -o -Pfast -pl
 * scenarios -am test -Dtest=ShippedRunsTest -Dkvdrill.update=true} rewrites them; {@code kvdrill diff} says what changed.
 */
@DisplayName("A run of a shipped scenario")
class ShippedRunsTest {
    private static final Path GOLDEN =
            Path.of("src", "test", "resources", "io", "kvdrill", "scenarios", "shipped", "fingerprints.txt");

    private static final Validator SCHEMA = Validator.of(Schemas.REPORT);
    private static final boolean UPDATE = Boolean.getBoolean("kvdrill.update");
    private static final Map<String, String> SEEN = new LinkedHashMap<>();

    static Stream<RunCase> cases() {
        CasePlanner planner = new CasePlanner("", List.of(), List.of(), 1);
        return new ScenarioFinder(new ScenarioReader(List.of()))
                .all().stream().flatMap(scenario -> planner.plan(scenario).stream());
    }

    @AfterAll
    static void rewrite() throws IOException {
        if (UPDATE) {
            List<String> lines = new ArrayList<>();
            SEEN.forEach((runCase, fingerprint) -> lines.add(runCase + " " + fingerprint));
            Files.createDirectories(GOLDEN.getParent());
            Files.write(GOLDEN, lines);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void comesOutAsStatedTheSameTwiceAndWithTheGoldenFingerprint(RunCase runCase) throws IOException {
        RunReport first = run(runCase);
        RunReport second = run(runCase);

        assertThat(first.reasons()).as(first.again()).isEmpty();
        assertThat(first.verdict()).as(first.again()).isEqualTo("as_stated");
        assertThat(first.missedMoments()).as(first.again()).isEmpty();
        assertThat(first.brokenLaws()).containsExactlyInAnyOrderElementsOf(first.statedBreaks());
        assertThat(second).isEqualTo(first);
        assertThat(SCHEMA.problemsOfJson(ReportJson.write(first))).isEmpty();
        SEEN.put(key(runCase), first.fingerprint());
        if (!UPDATE) {
            assertThat(Files.readAllLines(GOLDEN)).as(first.again()).contains(key(runCase) + " " + first.fingerprint());
        }
    }

    @Test
    void isGoldenForShippedScenariosOnly() throws IOException {
        if (!UPDATE) {
            assertThat(Files.readAllLines(GOLDEN))
                    .extracting(line -> line.substring(0, line.lastIndexOf(' ')))
                    .containsExactlyElementsOf(cases().map(ShippedRunsTest::key).toList());
        }
    }

    private static String key(RunCase runCase) {
        return runCase.scenario().name() + " " + runCase.profile().name();
    }

    private static RunReport run(RunCase runCase) {
        return Reports.of(runCase, new SimulatedRunner().run(runCase, List.of()));
    }
}

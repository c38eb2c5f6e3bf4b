package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.scenarios.bench.BenchSet;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.run.SimulatedRunner;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.Verdict;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code kvdrill bench}: what it measures, never how fast. */
@DisplayName("Measuring")
class BenchCommandTest {
    private static final String SMALL = "workloads.chat.sessions=40";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "two-peers, workloads.chat.sessions=40",
        "mesh-128, 'workloads={meet: {arrivals: {every: 1ms}, sessions: 40, tokens: 16, consume: r, source: r}}'",
        "pods-with-deaths, workloads.chat.for=2s",
        "mass-start, peers.e.count=500",
        "soak, workloads.chat.for=1h"
    })
    void isOfRunsThatKeepEveryLaw(String name, String smaller) {
        RunCase runCase = BenchSet.of(name, 1, List.of(smaller));

        RunResult result = new SimulatedRunner().run(runCase, List.of());

        assertThat(result.verdict()).as(result.reasons().toString()).isEqualTo(Verdict.AS_STATED);
    }

    @Test
    void countsTheEventsOfTheRunAndChangesNothing() {
        Cli cli = Cli.run("bench", "two-peers", "--set", SMALL, "--repeat", "1", "--json");

        assertThat(cli.status()).as(cli.err()).isZero();
        JsonNode line = JsonMapper.shared().readTree(cli.out());
        RunResult run = new SimulatedRunner().run(BenchSet.of("two-peers", 1, List.of(SMALL)), List.of());
        assertThat(line.get("fingerprint").asString()).isEqualTo(run.fingerprint());
        assertThat(line.get("entries").asLong()).isEqualTo(run.traceEntries());
        assertThat(line.get("bytes_per_entry").asLong()).isPositive();
        assertThat(line.has("checking_cost")).isTrue();
        assertThat(line.has("tracing_cost")).isTrue();
    }

    @Test
    void recordsAProfileOnRequest() {
        Path file = folder.resolve("a.jfr");

        Cli cli = Cli.run(
                "bench", "two-peers", "--set", SMALL, "--repeat", "1", "--only-checked", "--jfr", file.toString());

        assertThat(cli.status()).as(cli.err()).isZero();
        assertThat(file).isNotEmptyFile();
        assertThat(cli.out()).contains("two-peers");
    }

    @Test
    void saysThatARunWasCutOffInsteadOfMeasuringIt() {
        Cli cli = Cli.run("bench", "two-peers", "--set", "caps.events=100", "--repeat", "1", "--cold");

        assertThat(cli.status()).isEqualTo(ExitStatus.WRONG_INPUT);
        assertThat(cli.err()).contains("two-peers was cut off", "--set caps.events=");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bench mesh-182|did you mean 'mesh-128'",
                "bench --repeat 0|measures nothing",
                "bench --jfr a.jfr|records one run",
                "bench two-peers --jfr no/such/a.jfr|there is no folder",
                "bench two-peers --set peers.nobody.slots=1|nobody"
            })
    void refusesWhatItCannotMeasure(String command, String says) {
        Cli cli = Cli.run(command.split(" "));

        assertThat(cli.status()).isEqualTo(ExitStatus.WRONG_INPUT);
        assertThat(cli.err()).contains(says);
    }
}

package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.reports.trace.TraceReader;
import io.kvdrill.transports.shm.ShmConfig;
import io.kvdrill.transports.shm.ShmDataTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("kvdrill run --on processes")
@Timeout(120)
class ProcessesTest {
    /** Small blocks make light work of copies; a busy host may take its time. */
    private static final String[] LIGHT = {
        "--on", "processes", "--set", "model.kv_block=64KiB", "--tolerance", "5s", "--json"
    };

    @TempDir
    private Path folder;

    private static String[] run(String scenario, String... more) {
        String[] args = new String[2 + LIGHT.length + more.length];
        args[0] = "run";
        args[1] = scenario;
        System.arraycopy(LIGHT, 0, args, 2, LIGHT.length);
        System.arraycopy(more, 0, args, 2 + LIGHT.length, more.length);
        return args;
    }

    @Test
    void sharesBlocksBothWaysAndJudgesWhatCameAsTheSimulatorDoes() throws IOException {
        Cli cli = Cli.run(run("first-transfer", "--out", folder.toString()));

        assertThat(cli.status()).as(cli.out() + cli.err()).isZero();
        assertThat(cli.out()).contains("\"verdict\":\"as_stated\"").doesNotContain("\"I11\"");
        Path trace;
        try (var files = Files.walk(folder)) {
            trace = files.filter(file -> file.endsWith("trace.jsonl"))
                    .findFirst()
                    .orElseThrow();
        }
        assertThat(TraceReader.read(trace).entries().stream().map(entry -> entry.kind()))
                .contains("frame_delivered", "blocks_landed", "transfer_ended", "blocks_read");
    }

    @Test
    void leavesNothingInSharedMemory() {
        Cli cli = Cli.run(run("peer-death/in-control"));

        assertThat(cli.status()).as(cli.out() + cli.err()).isZero();
        assertThat(ShmDataTransport.removeLeftovers(ShmConfig.of(1, 1).directory()))
                .as("regions of dead processes")
                .isZero();
    }

    @Test
    void tellsHowMuchWasMovedHowFastAndWhetherItIsRight() {
        Cli cli = Cli.run(
                "run", "first-transfer", "--on", "processes", "--set", "model.kv_block=64KiB", "--tolerance", "5s");

        String said = cli.out().replaceAll("\\s+", " ");
        assertThat(cli.status()).as(said + cli.err()).isZero();
        for (String way : new String[] {"left to right", "right to left"}) {
            String to = way.substring(way.lastIndexOf(' ') + 1);
            assertThat(said)
                    .containsPattern(
                            "moved from " + way + " over shm: 128 blocks of 64KiB in [0-9.]+ m?s \\([0-9.]+ GB/s\\);"
                                    + " of [0-9]+ blocks that " + to + " read all are verified");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"peer-death/in-control"})
    void killsAPeerAtTheVeryMomentThatAScenarioNames(String scenario) {
        Cli cli = Cli.run(run(scenario));

        assertThat(cli.status()).as(cli.out() + cli.err()).isZero();
    }

    @Test
    void stopsAPeerAndLetsItGoOn() throws IOException {
        Path scenario = Files.writeString(folder.resolve("pause.yaml"), """
            format: 1
            about: A producer stands still for a second
            peers:
              prefill: {host: 10.0.0.1}
              decode: {host: 10.0.0.2}
            requests:
              - {id: hello, tokens: 16, produce: prefill, consume: decode, dispatch: {consume: 0s, produce: 0.5s}}
              - {id: r1, at: 2s, tokens: 512, produce: prefill, consume: decode}
            faults: {pause: prefill, after: {event: store_parked, with: {request: r1}}, for: 1s}
            expect:
              - {request: r1, finishes: with_remote_kv, not_before: 1s, within: 2s}
              - {never: peer_down}
            """);

        Cli cli = Cli.run(run(scenario.toString()));

        assertThat(cli.status()).as(cli.out() + cli.err()).isZero();
    }

    @Test
    void restartsAPeerAtItsAddress() throws IOException {
        Path scenario = Files.writeString(folder.resolve("restart.yaml"), """
            format: 1
            about: A producer dies, and its successor is known as such
            peers:
              prefill: {host: 10.0.0.1}
              decode: {host: 10.0.0.2}
            requests:
              - {id: hello, tokens: 16, produce: prefill, consume: decode, dispatch: {consume: 0s, produce: 0.5s}}
              - {id: again, at: {after: {event: engine_started, at: prefill}, plus: 1s}, tokens: 16, source: prefill, consume: decode}
              - {id: after, at: {after: {event: session_ready, at: decode}, nth: 2, plus: 1s}, tokens: 512, produce: prefill, consume: decode}
            faults: {restart: prefill, at: 2s}
            expect:
              - {request: after, finishes: with_remote_kv, within: 2s}
              - {happens: engine_started at prefill, times: 2}
              - {slots_free: everywhere}
            """);

        Cli cli = Cli.run(run(scenario.toString()));

        assertThat(cli.status()).as(cli.out() + cli.err()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "handshake-lag/slow-registration            | fault registration: the fate of a registration",
                "peer-death --profile vllm-2026-08          | profile vllm-2026-08: the defects of its transports",
                "explore-two-peers --tolerance soon         | --tolerance soon",
                "step-bound-control/idle                    | of shared memory",
            })
    void refusesWhatCannotBeDoneBeforeAnythingRuns(String words, String why) {
        Cli cli = Cli.run(("run --on processes " + words).split(" ", -1));

        assertThat(cli.status()).as(cli.out() + cli.err()).isGreaterThan(1);
        assertThat(cli.err()).contains(why);
        assertThat(cli.out()).isEmpty();
    }

    @Test
    void knowsNoOtherWorlds() {
        Cli cli = Cli.run("run", "peer-death", "--on", "paper");

        assertThat(cli.status()).isEqualTo(2);
        assertThat(cli.err()).contains("--on paper: there is no such world").contains("sim, processes or hosts");
    }
}

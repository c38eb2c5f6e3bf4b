package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.reports.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("kvdrill run --on hosts")
@Timeout(240)
class HostsTest extends OnTwoNodes {
    private static final String LONG = """
            format: 1
            about: Two engines have something to do for a minute
            peers:
              prefill: {host: 10.0.0.1}
              decode: {host: 10.0.0.2}
            requests:
              - {id: r1, tokens: 16, produce: prefill, consume: decode}
            until: 60s
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private Path scenario(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void sharesBlocksBothWaysBetweenNodesAndSaysHowFastAndOverWhat() throws Exception {
        Cli cli = on("run", "first-transfer", "left", "right", "--tolerance", "5s", "--out", folder.toString());

        String said = cli.out().replaceAll("\\s+", " ");
        assertThat(cli.status()).as(said + cli.err()).isZero();
        for (String way : new String[] {"left to right", "right to left"}) {
            String to = way.substring(way.lastIndexOf(' ') + 1);
            assertThat(said)
                    .containsPattern("moved from " + way + " over shm: 128 blocks of 64KiB in [0-9.]+ m?s"
                            + " \\([0-9.]+ GB/s\\); of [0-9]+ blocks that " + to + " read all are verified");
        }
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> all = files.toList();
            String report = Files.readString(all.stream()
                    .filter(file -> file.endsWith("report.json"))
                    .findFirst()
                    .orElseThrow());
            assertThat(report)
                    .contains("real processes at left=" + one.url())
                    .containsPattern("times of two peers compare within [0-9.]+ m?s")
                    .contains("--on hosts --tolerance 5s --node left=" + one.url())
                    .doesNotContain(TOKEN);
            Path trace = all.stream()
                    .filter(file -> file.endsWith("trace.jsonl"))
                    .findFirst()
                    .orElseThrow();
            assertThat(TraceReader.read(trace).entries().stream().map(entry -> entry.kind()))
                    .contains("frame_delivered", "blocks_landed", "transfer_ended", "blocks_read");
        }
    }

    @Test
    void givesEveryNodeItsOwnEngineBack() throws Exception {
        Cli cli = on("run", "explore-two-peers", "prefill", "decode", "--tolerance", "5s", "--json");

        assertThat(cli.status()).as(cli.out() + cli.err()).isZero();
        assertThat(one.get("/health").statusCode()).isEqualTo(200);
        assertThat(one.post("/v1/completions", "{\"prompt\": {\"a\": 64}, \"max_tokens\": 1}")
                        .body())
                .contains("\"finish_reason\":\"done\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"peer-death/in-control"})
    void killsTheProcessOfAPeerAtTheVeryMomentThatAScenarioNames(String scenario) throws Exception {
        Cli cli = on("run", scenario, "prefill", "decode", "--tolerance", "5s", "--json");

        assertThat(cli.status()).as(cli.out() + cli.err()).isZero();
        assertThat(one.alive() && other.alive()).isTrue();
    }

    @Test
    void stopsAPeerStartsAnotherAgainAndJudgesTheirLivesApart() throws Exception {
        Path scenario = scenario("restart.yaml", """
            format: 1
            about: A producer stands still, then dies, and its successor is known as such
            peers:
              prefill: {host: 10.0.0.1}
              decode: {host: 10.0.0.2}
            requests:
              - {id: hello, tokens: 16, produce: prefill, consume: decode, dispatch: {consume: 0s, produce: 0.5s}}
              - {id: slow, at: 1s, tokens: 512, produce: prefill, consume: decode}
              - {id: again, at: {after: {event: engine_started, at: prefill}, plus: 1s}, tokens: 16, source: prefill, consume: decode}
              - {id: after, at: {after: {event: session_ready, at: decode}, nth: 2, plus: 1s}, tokens: 512, produce: prefill, consume: decode}
            faults:
              - {pause: prefill, after: {event: store_parked, with: {request: slow}}, for: 1s}
              - {restart: prefill, at: 4s}
            expect:
              - {request: slow, finishes: with_remote_kv, not_before: 1s, within: 2s}
              - {request: after, finishes: with_remote_kv, within: 2s}
              - {happens: engine_started at prefill, times: 2}
              - {slots_free: everywhere}
            """);

        Cli cli = on("run", scenario.toString(), "prefill", "decode", "--tolerance", "5s");

        assertThat(cli.status()).as(cli.out() + cli.err()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"first-transfer", "peer-death/in-control"})
    void comesAsInTheSimulator(String scenario) throws Exception {
        boolean first = scenario.equals("first-transfer");
        List<String> more = new ArrayList<>(List.of("--tolerance", "60s"));
        more.addAll(List.of(CompareWorldsTest.unhurried(scenario)));
        Cli cli = on(
                "compare",
                scenario,
                first ? "left" : "prefill",
                first ? "right" : "decode",
                more.toArray(String[]::new));

        assertThat(cli.status()).as(cli.out() + cli.err()).isZero();
        assertThat(cli.out())
                .contains(" under hardened, seed 1, on sim and hosts: the same")
                .contains("pairs of cause and effect")
                .doesNotContain(" 0 pairs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hash_seed: another", "kv_block: 32KiB", "fingerprint: abcdef0123456789"})
    void configuresNodesAsItsScenarioSaysSoThatPeersDifferWhereTheyAreToDiffer(String difference) throws Exception {
        Path scenario = scenario("differ.yaml", """
            format: 1
            about: Two engines are set up in different ways
            peers:
              prefill: {host: 10.0.0.1}
              decode: {host: 10.0.0.2, %s}
            requests:
              - {id: r1, tokens: 256, source: prefill, consume: decode}
            expect:
              - {happens: peer_incompatible at prefill, times: {at_least: 1}}
              - {never: session_ready at decode}
              - {request: r1, finishes: by_local_prefill}
            until: 3s
            """.formatted(difference));

        Cli cli = on("run", scenario.toString(), "prefill", "decode", "--tolerance", "5s");

        assertThat(cli.status()).as(cli.out() + cli.err()).isZero();
    }

    // ---- what goes wrong -----------------------------------------------------------------------------------------

    @Test
    void saysWhichNodeDiedInTheMiddleAndLeavesTheOtherAsItWas() throws Exception {
        Path scenario = scenario("long.yaml", LONG);
        try (NodeJvm dying = NodeJvm.start()) {
            String url = dying.url();
            String rest = one.url();
            CompletableFuture<Cli> run = CompletableFuture.supplyAsync(
                    () -> at("run", scenario.toString(), "prefill", url, "decode", rest, "--json"));
            while (!dying.get("/health").body().contains("\"run\":true")) {
                assertThat(run.isDone())
                        .as(() -> "the run goes on: " + run.join().err())
                        .isFalse();
                Thread.sleep(50);
            }
            Thread.sleep(2_000);
            dying.kill();

            Cli cli = result(run);
            assertThat(cli.status()).as(cli.out() + cli.err()).isEqualTo(3);
            assertThat(cli.err()).contains("node prefill at " + url).contains("has it died");
            assertThat(one.get("/health").statusCode()).isEqualTo(200);
            assertThat(one.get("/health").body()).contains("\"run\":false");
        }
    }

    private Process longRun() throws IOException, InterruptedException {
        Process runner = NodeJvm.kvdrill(
                "run",
                scenario("long.yaml", LONG).toString(),
                "--on",
                "hosts",
                "--node",
                "prefill=" + one.url(),
                "--node",
                "decode=" + other.url(),
                "--api-token",
                TOKEN,
                "--set",
                "model.kv_block=64KiB");
        while (!one.get("/health").body().contains("\"run\":true")) {
            assertThat(runner.isAlive()).isTrue();
            Thread.sleep(50);
        }
        return runner;
    }

    private static void expectOwnEngineBack() throws IOException, InterruptedException {
        while (one.get("/health").body().contains("\"run\":true")) {
            Thread.sleep(50);
        }
        assertThat(one.post("/v1/completions", "{\"prompt\": {\"a\": 64}, \"max_tokens\": 1}")
                        .body())
                .contains("\"finish_reason\":\"done\"");
    }

    @Test
    void givesItsPlaceBackWhereTheRunnerDies() throws Exception {
        longRun().destroyForcibly();

        expectOwnEngineBack();
    }

    /** Its connections stay open, and the peers of the run go on saying what they do. */
    @Test
    void givesItsPlaceBackWhereTheRunnerIsSilentForLong() throws Exception {
        Process runner = longRun();
        try {
            Thread.sleep(3_000); // the processes of its peers run
            NodeJvm.signal(runner, "STOP");

            expectOwnEngineBack();
            assertThat(runner.isAlive()).isTrue();
        } finally {
            runner.destroyForcibly();
        }
    }

    private static Cli result(CompletableFuture<Cli> run) throws InterruptedException {
        try {
            return run.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void letsANodeEndInTheMiddleOfNothing() throws Exception {
        try (NodeJvm node = NodeJvm.start()) {
            node.url();

            assertThat(node.end()).as(node.said()).isZero();
        }
    }
}

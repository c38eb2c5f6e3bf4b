package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("kvdrill compare --on sim,processes")
@Timeout(240)
class CompareWorldsTest {
    @TempDir
    private Path folder;

    private static Cli compare(String scenario, String... more) {
        List<String> args =
                new ArrayList<>(List.of("compare", scenario, "--on", "sim,processes", "--set", "model.kv_block=64KiB"));
        args.addAll(List.of("--tolerance", "60s")); // how long a busy host takes says nothing of the two worlds
        args.addAll(List.of(more));
        return Cli.run(args.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"first-transfer", "explore-two-peers", "peer-death/in-control", "warm-producer/together"})
    void findsTheSameResultsStatesAndOrderInBothWorlds(String scenario) {
        Cli cli = compare(scenario, unhurried(scenario));

        assertThat(cli.status()).as(cli.out() + cli.err()).isZero();
        assertThat(cli.out())
                .contains(" under hardened, seed 1, on sim and processes: the same")
                .contains("pairs of cause and effect")
                .doesNotContain("not compared")
                .doesNotContain(" 0 pairs");
    }

    /** What gives a busy host time for the handshake before the first blocks are stored. */
    static String[] unhurried(String scenario) {
        return switch (scenario) {
            case "first-transfer" ->
                sets("requests.hello.dispatch.produce=2s", "requests.there.at=4s", "requests.back.at=5s");
            case "peer-death/in-control" -> sets("requests.hello.dispatch.produce=2s", "requests.r1.at=4s");
            default -> sets();
        };
    }

    private static String[] sets(String... paths) {
        return Stream.of(paths).flatMap(path -> Stream.of("--set", path)).toArray(String[]::new);
    }

    private static final String TWO_PEERS = """
            format: 1
            about: Two peers, one of which is not well
            peers:
              prefill: {host: 10.0.0.1}
              decode: {host: 10.0.0.2}
            data_plane: {registration: 0, registration_base: 0s}
            """;

    private Cli compared(String scenario, String... rows) throws IOException {
        List<String> more = new ArrayList<>(List.of("--set", "profile.unbound_store_timeout=2s"));
        for (String row : rows) {
            more.addAll(List.of("--set", "profile." + row));
        }
        Path file = Files.writeString(folder.resolve("two-peers.yaml"), TWO_PEERS + scenario);
        return compare(file.toString(), more.toArray(String[]::new));
    }

    private static void assertSame(Cli cli) {
        assertThat(cli.status()).as(cli.out() + cli.err()).isZero();
        assertThat(cli.out()).contains(": the same", "sim: as stated", "processes: as stated");
    }

    @Test
    void aPeerThatWasGivenUpIsNotHeardAgainBeforeItDialsAnew() throws IOException {
        Cli cli = compared("""
                requests:
                  - {id: hello, tokens: 16, produce: prefill, consume: decode, dispatch: {consume: 0s, produce: 0.5s}}
                  - {id: r1, at: 2s, tokens: 4096, produce: prefill, consume: decode}
                  - {id: again, at: 9s, tokens: 16, produce: prefill, consume: decode}
                  - {id: after, at: 10s, tokens: 512, produce: prefill, consume: decode}
                faults: {pause: prefill, after: {event: store_parked, with: {request: r1}}, for: 5s}
                expect:
                  - {request: after, finishes: with_remote_kv, within: 500ms}
                  - {happens: peer_down at decode, times: 1}
                until: 13s
                """, "heartbeat_interval=500ms", "heartbeat_timeout=2s", "heartbeat_ttl=2s");

        assertSame(cli);
    }

    @Test
    void aDialThatNobodyAnswersWaitsForTheHandshakeTimeout() throws IOException {
        Cli cli = compared("""
                requests:
                  - {id: first, at: 1s, tokens: 1024, produce: prefill, consume: decode}
                faults:
                  - {partition: [prefill, decode], plane: control, at: 500ms}
                  - {power_off: prefill, after: {event: sent connect, at: decode}, plus: 100ms}
                expect:
                  - {request: first, finishes: by_local_prefill, within: 500ms}
                  - {happens: session_closed at decode, not_before: 4s}
                until: 8s
                """, "handshake_timeout=3s");

        assertSame(cli);
    }

    @Test
    void aHandshakeThatWasAnsweredEndsWithThePeer() throws IOException {
        Cli cli = compared("""
                requests:
                  - {id: first, at: 1s, tokens: 1024, produce: prefill, consume: decode}
                faults:
                  - {drop: {from: prefill, type: connect_ack}, at: 0s}
                  - {kill: prefill, after: {event: received connect, at: decode}, plus: 500ms}
                expect:
                  - {request: first, finishes: by_local_prefill, within: 500ms}
                  - {happens: session_closed at decode, within: 3s}
                until: 8s
                """, "handshake_timeout=30s");

        assertSame(cli);
    }

    @Test
    void aPeerThatDiesWhileItIsRegisteredIsGivenUp() throws IOException {
        Cli cli = compared("""
                requests:
                  - {id: r1, at: 1s, tokens: 1024, produce: prefill, consume: decode}
                faults:
                  - {drop: {from: prefill, type: connect_ack}, at: 0s}
                  - {kill: prefill, after: {event: registration_started, at: decode}}
                expect:
                  - {request: r1, finishes: by_local_prefill, within: 500ms}
                  - {slots_free: everywhere}
                until: 8s
                """);

        assertSame(cli);
    }

    @Test
    void aClientsPatienceIsNotWaitedForOnceItIsAnswered() throws IOException {
        Cli cli = compared("""
                requests:
                  - {id: r1, tokens: 64, produce: prefill, consume: decode, gives_up_after: 100s}
                """);

        assertSame(cli);
        assertThat(cli.out()).containsPattern("processes: as stated after [0-9]{1,2}[.]");
    }

    @Test
    void saysWhatDiffersAndKeepsBothRuns() throws Exception {
        Path scenario = Files.writeString(folder.resolve("hurry.yaml"), """
            format: 1
            about: A request whose client gives up before a real host has started a process again
            peers:
              prefill: {host: 10.0.0.1}
              decode: {host: 10.0.0.2}
            requests:
              - {id: r1, at: 20ms, tokens: 64, source: prefill, consume: decode}
            faults: {restart: prefill, at: 10ms, down: 1ms}
            until: 2s
            """);

        Cli cli = Cli.run(
                "compare",
                scenario.toString(),
                "--on",
                "sim,processes",
                "--set",
                "model.kv_block=64KiB",
                "--json",
                "--out",
                folder.toString());

        assertThat(cli.status()).as(cli.out() + cli.err()).isEqualTo(1);
        assertThat(cli.out().lines()).hasSize(1);
        assertThat(cli.out()).contains("\"same\":false", "\"peer\":\"decode\"", "session with prefill at decode");
        assertThat(cli.out())
                .containsPattern("\"again\":\"kvdrill compare \\S+ --profile hardened"
                        + " --set model.kv_block=64KiB --on sim,processes --seed 1\"");
        for (String world : List.of("sim", "processes")) {
            try (var files = Files.walk(folder.resolve(world))) {
                assertThat(files.map(file -> String.valueOf(file.getFileName())))
                        .contains("report.json", "trace.jsonl");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "first-transfer --on sim                                       | the simulator and one other world",
                "first-transfer --on processes,sim                             | the simulator and one other world",
                "first-transfer --on sim,paper                                 | there is no such world",
                "first-transfer --on sim,processes --tolerance soon            | --tolerance soon",
                "first-transfer --on sim,processes --variant a=hardened        | --variant: these are for variants",
                "first-transfer --on sim,processes --axis case=a,b            | --axis: these are for variants",
                "first-transfer --variant a=hardened --seed 2                  | --seed: these go with --on",
                "peer-death --on sim,processes --profile vllm-2026-08          | the defects of its transports",
                "handshake-lag/slow-registration --on sim,processes            | the fate of a registration",
                "no-such-scenario --on sim,processes                           | no-such-scenario",
            })
    void refusesWhatCannotBeComparedBeforeAnythingRuns(String words, String why) {
        Cli cli = Cli.run(("compare " + words).split(" ", -1));

        assertThat(cli.status()).as(cli.out() + cli.err()).isEqualTo(2);
        assertThat(cli.err()).contains(why);
        assertThat(cli.out()).isEmpty();
    }
}

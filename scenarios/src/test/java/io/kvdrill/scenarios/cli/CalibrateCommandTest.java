package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("kvdrill calibrate")
@Timeout(240)
class CalibrateCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private void runsIn(Path links) throws IOException {
        Path scenario = Files.writeString(links.resolveSibling("mine.yaml"), """
            format: 1
            about: A pull over the links that were measured
            include: links.yaml
            peers:
              prefill: {host: 10.0.0.1}
              decode: {host: 10.0.0.2}
            requests:
              - {id: hello, tokens: 16, produce: prefill, consume: decode, dispatch: {consume: 0s, produce: 0.2s}}
              - {id: r1, at: 2s, tokens: 512, produce: prefill, consume: decode}
            expect:
              - {request: r1, finishes: with_remote_kv}
            """);

        Cli cli = Cli.run("run", scenario.toString(), "--set", "model.kv_block=64KiB");

        assertThat(cli.status())
                .as(cli.out() + cli.err() + Files.readString(links))
                .isZero();
    }

    @Test
    void writesLinksOfThisHostThatAScenarioIncludes() throws IOException {
        Path links = folder.resolve("links.yaml");

        Cli cli = Cli.run("calibrate", "--round-trips", "50", "-o", links.toString());

        assertThat(cli.status()).as(cli.out() + cli.err()).isZero();
        assertThat(Files.readString(links))
                .contains(
                        "# Measured by kvdrill ", "between two processes of one host: " + System.getProperty("os.name"))
                .contains("# round trips of small control messages: 150 times; shortest ")
                .contains("# registrations of 8,192 blocks of 4KiB: 20 times")
                .containsPattern("# a peer was killed: its death was noticed after [0-9.]+m?s")
                .containsPattern("# a peer was stopped: its silence was noticed after [0-9.]+s")
                .containsPattern("control: \\{rtt: \\{median: [0-9.]+[mu]?s, p99: [0-9.]+[mu]?s\\}\\}");
        runsIn(links);
    }

    @Test
    void measuresAPairOfNodesAndGivesThemBack() throws Exception {
        Path links = folder.resolve("links.yaml");
        try (NodeJvm one = NodeJvm.start();
                NodeJvm other = NodeJvm.start()) {
            Cli cli = Cli.run(
                    "calibrate",
                    "--round-trips",
                    "20",
                    "--node",
                    "a=" + one.url(),
                    "--node",
                    "b=" + other.url(),
                    "-o",
                    links.toString());

            assertThat(cli.status())
                    .as(cli.out() + cli.err() + one.said() + other.said())
                    .isZero();
            assertThat(Files.readString(links).replaceAll("\\s*\\R# *", " "))
                    .contains("from the first to the second of the nodes a=" + one.url() + " and b=" + other.url())
                    .contains("its death was not measured, which takes --allow-faults");
            assertThat(one.get("/health").body()).contains("\"run\":false");
            runsIn(links);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--round-trips 0                                        | --round-trips 0 measures nothing",
                "--node a=http://h:1                                    | a pair of nodes is measured",
                "--node a=http://h:1 --node b=http://h:2 --data shm     | they move blocks as they were started",
                "--node a=http://h:1 --node b=h                         | no address of a node's API",
                "-o /nowhere/at/all.yaml                                | -o",
            })
    void refusesWhatCannotBeMeasuredBeforeAnythingIs(String words, String why) {
        Cli cli = Cli.run(("calibrate " + words).split(" +", -1));

        assertThat(cli.status()).as(cli.out() + cli.err()).isEqualTo(2);
        assertThat(cli.err()).contains(why);
        assertThat(cli.out()).isEmpty();
    }
}

package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kvdrill.scenarios.hosted.Examples;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The small tier in Python, in clusters with kvdrill's own. Needs Python 3 on the path. */
class SmallTierTest {

    @BeforeAll
    static void python() {
        assumeTrue(Examples.hasPython(), "python3 is not on the path");
    }

    @Test
    void consumesFromOursAndComesThroughTheDeathOfItsProducer() {
        Cli cli = Cli.run("run", "peer-death", "--profile", "hardened", "--tier", "decode=" + Examples.smallTier());

        assertThat(cli.out()).contains("3 cases, 3 as stated").contains("request hello: remote kv");
        assertThat(cli.status()).isZero();
    }

    @Test
    void producesForOursAndItsMomentsAreThoseOfAnyTier() {
        Cli cli = Cli.run("run", "peer-death", "--profile", "hardened", "--tier", "prefill=" + Examples.smallTier());

        assertThat(cli.out()).contains("3 cases, 3 as stated");
        assertThat(cli.status()).isZero();
    }

    @Test
    void everyPeerMayHaveItAndTheCommandIsRepeatedInFull() {
        Cli cli = Cli.run(
                "run",
                "peer-death/in-data",
                "--profile",
                "hardened",
                "--check-determinism",
                "--tier",
                "*=" + Examples.smallTier());

        assertThat(cli.out()).contains("as stated");
        assertThat(cli.err()).contains("its tiers are deterministic");
        assertThat(cli.status()).isZero();
    }

    @Test
    void abortsWhatWasNotWrittenInTimeAndHoldsItsSlotsUntilTheProducerAcknowledges() {
        Cli cli = Cli.run(
                "run", "late-write-after-abort", "--profile", "hardened", "--tier", "*=" + Examples.smallTier());

        assertThat(cli.out()).contains("as stated").contains("request donor: local prefill after 31.297 s");
        assertThat(cli.status()).isZero();
    }

    @Test
    void aScenarioMayNameItAndItsStderrIsStoredBesideTheTrace(@TempDir Path folder) throws Exception {
        Path scenario = folder.resolve("mine.yaml");
        Files.writeString(scenario, """
                format: 1
                about: a consumer of mine
                peers:
                  prefill: {host: 10.0.0.1}
                  decode: {host: 10.0.0.2, tier: {command: [sh, -c, "echo I am here >&2; exec %s"]}}
                requests:
                  - {id: hello, tokens: 16, source: prefill, consume: decode}
                  - {id: r1, at: 1s, tokens: 64, produce: prefill, consume: decode}
                expect:
                  - {load: r1, ends: ok}
                """.formatted(Examples.smallTier()));
        Cli cli = Cli.run(
                "run", scenario.toString(), "--out", folder.resolve("runs").toString());

        assertThat(cli.out()).contains("as stated");
        assertThat(folder.resolve("runs/mine/hardened/1/stderr-decode.txt"))
                .content()
                .contains("I am here");
    }

    @Test
    void goesThroughEveryRecordedVectorThatItCanPlay() {
        Cli cli = Cli.run("conform", "--tier", Examples.smallTier(), Examples.recordings());

        assertThat(cli.err()).isEmpty();
        assertThat(cli.out()).contains("small tier: 835 vectors");
        assertThat(cli.status()).isEqualTo(ExitStatus.NOT_AS_STATED);
    }

    @Test
    void aPeerThatIsNotThereIsRefusedBeforeAnythingRuns() {
        Cli cli = Cli.run("run", "peer-death", "--tier", "decoder=true");

        assertThat(cli.err()).contains("--tier decoder=...: peer-death/in-control has no peer of this name");
        assertThat(cli.err()).contains("decode");
        assertThat(cli.out()).isEmpty();
        assertThat(cli.status()).isEqualTo(ExitStatus.WRONG_INPUT);
    }
}

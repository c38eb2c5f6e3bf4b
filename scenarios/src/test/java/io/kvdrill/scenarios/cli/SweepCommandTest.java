package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code kvdrill sweep} says, and what it refuses. */
class SweepCommandTest {

    private static JsonNode last(Cli cli) {
        return JsonMapper.shared().readTree(cli.lines().get(cli.lines().size() - 1));
    }

    @Test
    void aSweepThatFindsNothingIsAsStated() {
        Cli cli = Cli.run("sweep", "--swarm", "--seeds", "1..40", "--jobs", "2");
        assertThat(cli.status()).isEqualTo(ExitStatus.AS_STATED);
        assertThat(cli.out()).contains("swarm: 40 runs, none failed", "profile rows", "never");
        assertThat(cli.err()).isEmpty();
    }

    @Test
    void groupsSayHowToRepeatTheirSmallestSeedAlone() {
        Cli cli = Cli.run("sweep", "--swarm", "--profile", "vllm-2026-08", "--seeds", "1..30");
        assertThat(cli.status()).isEqualTo(ExitStatus.NOT_AS_STATED);
        String again = cli.lines().stream()
                .filter(line -> line.contains("kvdrill run --swarm-seed"))
                .findFirst()
                .orElseThrow()
                .strip();
        String[] words = again.substring("kvdrill ".length()).split(" ");
        Cli repeated = Cli.run(words);
        assertThat(repeated.status()).isEqualTo(ExitStatus.NOT_AS_STATED);
        assertThat(repeated.out()).contains("swarm-", again);
    }

    @Test
    void oneLineOfJsonForEachGroupAndOneForTheSweep() {
        Cli cli = Cli.run("sweep", "--swarm", "--profile", "vllm-2026-08", "--seeds", "1..30", "--json");
        JsonNode summary = last(cli);
        assertThat(summary.get("summary").asBoolean()).isTrue();
        assertThat(summary.get("runs").asLong()).isEqualTo(30);
        assertThat(cli.lines()).hasSize(summary.get("groups").asInt() + 1);
        JsonNode first = JsonMapper.shared().readTree(cli.lines().get(0));
        assertThat(first.get("law").asString()).startsWith("I");
        assertThat(first.get("again").asString()).startsWith("kvdrill run --swarm-seed ");
    }

    @Test
    void aScenarioIsHeldAgainstWhatItStates() {
        Cli asStated = Cli.run("sweep", "peer-death/in-data", "--seeds", "1..5", "--json");
        assertThat(asStated.status()).as(asStated.out()).isEqualTo(ExitStatus.AS_STATED);
        Cli not = Cli.run(
                "sweep",
                "unbound-store-expiry/fetch-at-60.1s",
                "--profile",
                "vllm-2026-08",
                "--set",
                "profile.unbound_store_timeout=120s",
                "--seeds",
                "1..3",
                "--json");
        assertThat(not.status()).as(not.out()).isEqualTo(ExitStatus.NOT_AS_STATED);
        assertThat(last(not).get("failed").asLong()).isEqualTo(3);
        assertThat(not.lines().get(0)).contains("kvdrill run unbound-store-expiry/fetch-at-60.1s", "--seed 1");
    }

    @Test
    void axesMakeATableOfVariants() {
        Cli cli = Cli.run("sweep", "--swarm", "--vary", "profile.load_timeout_pd=5s,30s", "--seeds", "1..4", "--json");
        assertThat(last(cli).get("runs").asLong()).isEqualTo(8);
    }

    @Test
    void aStoredSweepIsContinuedOnlyByItsLike(@TempDir Path folder) throws IOException {
        String out = folder.resolve("sweep").toString();
        Cli first = Cli.run("sweep", "--swarm", "--seeds", "1..64", "--budget", "32runs", "--out", out, "--json");
        assertThat(last(first).get("complete").asBoolean()).isFalse();
        assertThat(Cli.run("sweep", "--swarm", "--seeds", "1..64", "--out", out).err())
                .contains("a sweep is stored there already", "--resume");
        Cli other =
                Cli.run("sweep", "--swarm", "--profile", "vllm-2026-08", "--seeds", "1..64", "--out", out, "--resume");
        assertThat(other.status()).isEqualTo(ExitStatus.WRONG_INPUT);
        assertThat(other.err()).contains("another sweep's", "profile was hardened, is vllm-2026-08");
        assertThat(Cli.run("sweep", "peer-death", "--out", out, "--resume").err())
                .contains("scenario was swarm");
        assertThat(Cli.run("sweep", "--swarm", "--seeds", "2..64", "--out", out, "--resume")
                        .err())
                .contains("the first seed was 1, is 2");
        Cli continued = Cli.run("sweep", "--swarm", "--seeds", "1..64", "--out", out, "--resume", "--json");
        assertThat(last(continued).get("runs").asLong()).isEqualTo(64);
        assertThat(last(continued).get("complete").asBoolean()).isTrue();
        Path file = folder.resolve("sweep").resolve("sweep.json");
        Files.writeString(file, Files.readString(file).replace("\"version\" : \"", "\"version\" : \"9"));
        assertThat(Cli.run("sweep", "--swarm", "--seeds", "1..64", "--out", out, "--resume")
                        .err())
                .contains("version was 9");
        Files.writeString(file, "{");
        Cli broken = Cli.run("sweep", "--swarm", "--seeds", "1..64", "--out", out, "--resume");
        assertThat(broken.status()).isEqualTo(ExitStatus.WRONG_INPUT);
        assertThat(broken.err()).contains("is no stored sweep");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sweep|what is to be swept?",
                "sweep peer-death --swarm|--swarm and the name of a scenario",
                "sweep no-such-scenario|no-such-scenario",
                "sweep --swarm --seeds 9..3|is reversed",
                "sweep --swarm --seeds 5|is no range of seeds",
                "sweep --swarm --seeds -4..3|is out of range",
                "sweep --swarm --seeds 1..99999999999999999999|is out of range",
                "sweep --swarm --budget 10|neither a time nor a number of runs",
                "sweep --swarm --budget 0runs|leaves no time",
                "sweep --swarm --budget 0s|leaves no time",
                "sweep --swarm --jobs 0|leaves nobody",
                "sweep --swarm --only kills,pauses|can produce nothing",
                "sweep --swarm --without pd,symmetric,local|can produce nothing",
                "sweep --swarm --only restats|did you mean 'restarts'",
                "sweep --swarm --profile hardend|hardened",
                "sweep --swarm --set peers.p0.step=1ms|a swarm has no field",
                "sweep --swarm --set profile.load_timeout_pdd=1s|load_timeout_pd",
                "sweep --swarm --vary profile.load_timeout_pd|expected path=value",
                "sweep --swarm --vary profile.load_timeout_pd=1s,nonsense|nonsense",
                "sweep --swarm --resume|which sweep?",
                "sweep --swarm --resume --out no/such/sweep|no sweep is stored",
                "sweep peer-death --guided|is for a swarm",
                "sweep peer-death --only pd|a scenario draws no features",
                "run --swarm-seed 3 peer-death|leave one out",
                "run --swarm-seed -3|is out of range",
                "run peer-death --only pd|are for --swarm-seed"
            })
    void whatCannotBeSweptIsRefusedBeforeAnythingRuns(String command, String says) {
        Cli cli = Cli.run(command.split(" "));
        assertThat(cli.status()).as(cli.err()).isEqualTo(ExitStatus.WRONG_INPUT);
        assertThat(cli.err()).contains(says);
        assertThat(cli.out()).isEmpty();
    }
}

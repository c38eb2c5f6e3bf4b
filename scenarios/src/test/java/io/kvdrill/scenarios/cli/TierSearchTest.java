package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kvdrill.scenarios.hosted.Examples;
import io.kvdrill.scenarios.run.ShellWords;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Searches over a tier of a user's own: the small one in Python, everywhere. */
class TierSearchTest {
    private static final String EVERYWHERE = "*=" + Examples.smallTier();

    @TempDir
    private Path folder;

    @BeforeAll
    static void python() {
        assumeTrue(Examples.hasPython(), "python3 is not on the path");
    }

    @Test
    void aSwarmFindsWhatTheTierBreaksAndSaysHowToRepeatItAlone() {
        Cli one = Cli.run("sweep", "--swarm", "--seeds", "1..25", "--tier", EVERYWHERE, "--jobs", "2", "--json");
        Cli other = Cli.run("sweep", "--swarm", "--seeds", "1..25", "--tier", EVERYWHERE, "--jobs", "1", "--json");

        assertThat(one.status()).as(one.err()).isEqualTo(ExitStatus.NOT_AS_STATED);
        assertThat(last(one).get("runs").asInt()).isEqualTo(25);
        assertThat(last(one).get("fingerprint")).isEqualTo(last(other).get("fingerprint"));
        JsonNode group = JsonMapper.shared().readTree(one.lines().get(0));
        List<String> again = ShellWords.of(group.get("again").asString());
        assertThat(again).contains("--swarm-seed", "--tier", EVERYWHERE);
        Cli repeated = Cli.run(again.subList(1, again.size()).toArray(String[]::new));
        assertThat(repeated.status()).isEqualTo(ExitStatus.NOT_AS_STATED);
        assertThat(repeated.out()).contains(group.get("law").asString());
    }

    @Test
    void aScenarioIsSweptWithTheTierInOnePeer() {
        Cli cli = Cli.run(
                "sweep",
                "peer-death/in-data",
                "--profile",
                "hardened",
                "--seeds",
                "1..5",
                "--tier",
                "decode=" + Examples.smallTier());

        assertThat(cli.out()).contains("5 runs, none failed");
        assertThat(cli.status()).isZero();
    }

    @Test
    void aStoredRunOfASwarmIsShrunkToAFileThatRunsWithTheTier() {
        Cli sweep = Cli.run("sweep", "--swarm", "--seeds", "1..25", "--tier", EVERYWHERE, "--json");
        JsonNode group = JsonMapper.shared().readTree(sweep.lines().get(0));
        List<String> again = ShellWords.of(group.get("again").asString());
        String[] run = Arrays.copyOf(again.subList(1, again.size()).toArray(String[]::new), again.size() + 1);
        run[again.size() - 1] = "--out";
        run[again.size()] = folder.resolve("runs").toString();
        Cli ran = Cli.run(run);
        String stored = ran.lines().stream()
                .filter(line -> line.contains("stored in "))
                .findFirst()
                .orElseThrow()
                .replace("stored in ", "")
                .strip();
        String small = folder.resolve("small.yaml").toString();
        List<String> shrink = ShellWords.of(group.get("shrink").asString());
        String law = shrink.get(shrink.indexOf("--law") + 1);
        Cli shrunk = Cli.run("shrink", stored, "-o", small, "--max-time", "20s", "--law", law);

        assertThat(shrunk.status()).as(shrunk.out() + shrunk.err()).isZero();
        assertThat(shrunk.out()).contains("again: kvdrill run " + small, "small_tier.py");
        String repeat = shrunk.lines().stream()
                .filter(line -> line.strip().startsWith("again: "))
                .findFirst()
                .orElseThrow()
                .strip();
        List<String> words = ShellWords.of(repeat.substring("again: ".length()));
        Cli repeated = Cli.run(words.subList(1, words.size()).toArray(String[]::new));
        assertThat(repeated.out()).contains("as stated (" + group.get("law").asString());
    }

    @Test
    void whatCannotBeAskedIsRefusedBeforeAnythingRuns() {
        Cli gone = Cli.run("sweep", "--swarm", "--seeds", "1..5", "--tier", "*=/no/such/program");
        assertThat(gone.err()).contains("its exit status is 127");
        assertThat(gone.out()).isEmpty();
        assertThat(gone.status()).isEqualTo(ExitStatus.WRONG_INPUT);

        Cli nobody = Cli.run("sweep", "peer-death", "--tier", "decoder=true");
        assertThat(nobody.err()).contains("has no peer of this name");
        assertThat(nobody.status()).isEqualTo(ExitStatus.WRONG_INPUT);

        Cli twice = Cli.run("run", "peer-death", "--tier", "decode=true", "--tier", "decode=false");
        assertThat(twice.err()).contains("--tier decode=... is given twice");
        assertThat(twice.status()).isEqualTo(ExitStatus.WRONG_INPUT);

        Cli drawn = Cli.run("run", "--swarm-seed", "1", "--tier", "nobody=true");
        assertThat(drawn.err()).contains("has no peer of this name");
        assertThat(drawn.status()).isEqualTo(ExitStatus.WRONG_INPUT);
    }

    @Test
    void aTierThatDiesInARunIsAFailureOfThatRun() {
        // Its input ends: what it wrote is read, and the next call finds no one.
        String dying = "*=sed -u 3q | " + Examples.smallTier();
        Cli cli = Cli.run("sweep", "--swarm", "--seeds", "1..2", "--tier", dying);

        assertThat(cli.out())
                .contains("1. tier at new_request with it closed its output")
                .doesNotContain("Exception");
        assertThat(cli.status()).isEqualTo(ExitStatus.NOT_AS_STATED);
    }

    private static JsonNode last(Cli cli) {
        return JsonMapper.shared().readTree(cli.lines().get(cli.lines().size() - 1));
    }
}

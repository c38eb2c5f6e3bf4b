package io.kvdrill.scenarios.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kvdrill.scenarios.hosted.Examples;
import io.kvdrill.scenarios.shrink.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code kvdrill fidelity} says of tiers that do as kvdrill's, and of tiers that do not. */
class FidelityCommandTest {
    private static final String OLD = "vllm-2026-08";
    private static final String MISS_BECOMES_HIT = "lookup; 8.1: returns: MISS -> HIT";

    @TempDir
    private Path folder;

    /** kvdrill's own tier behind the protocol of subjects, with another JVM's random numbers, clock and doubles. */
    private static String ownTier() {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return "exec '" + java + "' -XX:+UseSerialGC -Xshare:auto -XX:TieredStopAtLevel=1 -cp '"
                + System.getProperty("java.class.path")
                + "' io.kvdrill.scenarios.conform.subject.OwnTierProcess";
    }

    @Test
    void kvdrillsOwnTierInAProcessDoesTheSameInScenariosAndInASwarm() {
        Command fidelity = Command.run(
                "fidelity",
                "peer-death",
                "late-write-after-abort",
                "--subject",
                ownTier(),
                "--profile",
                OLD,
                "--swarm-runs",
                "20",
                "--subject-timeout",
                "60",
                "--jobs",
                "1",
                "--json");

        assertThat(fidelity.status()).as(fidelity.out() + fidelity.err()).isZero();
        JsonNode all = JsonMapper.shared().readTree(fidelity.out());
        assertThat(all.get("runs").asInt()).isEqualTo(24);
        assertThat(all.get("lives").asInt()).isGreaterThan(50);
        assertThat(all.get("steps").asInt())
                .isGreaterThan(4_000)
                .isEqualTo(all.get("matched").asInt());
        // A life in which something happened that vectors have no words for is compared up to there.
        assertThat(all.get("cut").asInt()).isLessThan(3);
    }

    @Test
    void aDifferenceIsGroupedAndHasAVectorThatConformReplaysWithIt() {
        assumeTrue(Examples.hasPython(), "python3 is not on the path");
        Path out = folder.resolve("differences");
        Command fidelity = Command.run(small("--out", out.toString()));

        assertThat(fidelity.status()).isEqualTo(1);
        assertThat(fidelity.out())
                .contains("1. 3 lives: " + MISS_BECOMES_HIT, "not explained", "run: kvdrill run peer-death/")
                .contains("3 runs differ, in 1 groups, 1 not explained");
        String vector = out.resolve("difference-1.jsonl").toString();
        Command theirs = Command.run("conform", vector, "--tier", Examples.smallTier());
        assertThat(theirs.out()).contains("1 mismatches", "expected: \"MISS\"");
        assertThat(theirs.status()).isEqualTo(1);
        assertThat(Command.run("conform", vector, "--profile", "hardened").status())
                .isZero();
    }

    @Test
    void vectorsOfAnotherComparisonAreNotMixedWithNewOnes() {
        assumeTrue(Examples.hasPython(), "python3 is not on the path");
        String out = folder.resolve("differences").toString();
        assertThat(Command.run(small("--out", out)).status()).isEqualTo(1);

        Command again = Command.run(small("--out", out));

        assertThat(again.status()).isEqualTo(2);
        assertThat(again.err()).contains("differences of another comparison are stored there");
    }

    @Test
    void explainedDifferencesCountAsNone() throws IOException {
        assumeTrue(Examples.hasPython(), "python3 is not on the path");
        Path explained = Files.writeString(folder.resolve("page.md"), """
                # A page

                | difference | why |
                |---|---|
                | `%s` | it fetches whatever it is asked for |
                | `poll; 8.2: messages: none -> fetch` | it used to |

                More text.
                """.formatted(MISS_BECOMES_HIT));
        Command fidelity = Command.run(small("--expect", explained.toString()));

        assertThat(fidelity.out())
                .contains("explained: it fetches whatever it is asked for", "0 not explained")
                .contains("explained, and not seen: poll; 8.2: messages: none -> fetch");
        assertThat(fidelity.status()).isZero();
    }

    @Test
    void aTierThatIsEarlierThanKvdrillsIsFoundBetweenKvdrillsSweeps() throws IOException {
        assumeTrue(Examples.hasPython(), "python3 is not on the path");
        String source =
                Files.readString(Path.of(System.getProperty("basedir", "")).resolve("examples/tier/small_tier.py"));
        Path hasty = Files.writeString(
                folder.resolve("hasty.py"),
                source.replace("os.path.dirname(os.path.abspath(__file__)), \"..\", \"..\"", "os.environ[\"ROOT\"]")
                        .replace("\"request_level\" if destination else", "")
                        .replace("PARKED_TIMEOUT = 60 * SECOND", "PARKED_TIMEOUT = 59 * SECOND"));
        Path scenario = Files.writeString(folder.resolve("parked.yaml"), """
                format: 1
                about: a store that nobody fetches
                peers:
                  prefill: {host: 10.0.0.1}
                  decode: {host: 10.0.0.2}
                requests:
                  - {id: r1, tokens: 64, produce: prefill, consume: decode}
                faults:
                  - {kill: decode, at: 1ms}
                """);
        String root =
                Path.of(System.getProperty("basedir", "")).toAbsolutePath().toString();
        Command fidelity = Command.run(
                "fidelity",
                scenario.toString(),
                "--profile",
                OLD,
                "--subject",
                "ROOT='" + root + "' python3 '" + hasty + "'");

        assertThat(fidelity.out()).contains("poll; 8.1: results");
        assertThat(fidelity.status()).isEqualTo(1);
    }

    @Test
    void badInputIsRefusedBeforeAnythingRuns() throws IOException {
        refuses("there is no such profile", "--subject", "true", "--profile", "vllm-2026-8");
        refuses("--swarm-runs -1 is out of range", "--subject", "true", "--profile", OLD, "--swarm-runs", "-1");
        refuses("--jobs 0", "--subject", "true", "--profile", OLD, "--jobs", "0");
        refuses("--no-scenarios and no swarm", "--subject", "true", "--profile", OLD, "--no-scenarios");
        refuses("seconds above 0", "--subject", "true", "--profile", OLD, "--subject-timeout", "0");
        refuses("cannot be read", "--subject", "true", "--profile", OLD, "--expect", "nowhere.md");
        refuses("Missing required option", "--profile", OLD);
        refuses("it closed its output instead of answering the greeting", "--subject", "exit 3", "--profile", OLD);
        refuses(
                "nothing was compared",
                "peer-death/in-data",
                "--profile",
                OLD,
                "--subject",
                "while read l; do case $l in *hello*) echo '{\"protocol\":1,\"subject\":\"nothing\"}';; "
                        + "*) echo '{\"unsupported\":\"that\"}';; esac; done");
        Path noTable = Files.writeString(folder.resolve("none.md"), "text\n");
        refuses("has no table", "--subject", "true", "--profile", OLD, "--expect", noTable.toString());
        Path noReason =
                Files.writeString(folder.resolve("short.md"), "| difference | why |\n|---|---|\n| `poll; x` |  |\n");
        refuses("short.md:3: explains no", "--subject", "true", "--profile", OLD, "--expect", noReason.toString());
    }

    private static String[] small(String... more) {
        String[] args = {
            "fidelity", "peer-death", "--subject", Examples.smallTier(), "--profile", "hardened", "--jobs", "1"
        };
        String[] all = Arrays.copyOf(args, args.length + more.length);
        System.arraycopy(more, 0, all, args.length, more.length);
        return all;
    }

    private static void refuses(String message, String... args) {
        String[] all = new String[args.length + 1];
        all[0] = "fidelity";
        System.arraycopy(args, 0, all, 1, args.length);
        Command command = Command.run(all);
        assertThat(command.err()).contains(message);
        assertThat(command.status()).as(command.err()).isEqualTo(2);
    }
}

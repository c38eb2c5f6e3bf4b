package io.kvdrill.scenarios.hosted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.process.ProcessCommand;
import io.kvdrill.scenarios.process.SubjectException;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.search.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of hosted tiers one after the other share their processes, and nothing else. */
class TierPoolTest {
    private static final Scenario SCENARIO = new ScenarioFinder(new ScenarioReader(List.of()))
            .find("peer-death/in-data")
            .get(0);
    private static final Profile HARDENED = Profile.of(Preset.HARDENED);

    @TempDir
    private Path folder;

    @BeforeAll
    static void python() {
        assumeTrue(Examples.hasPython(), "python3 is not on the path");
    }

    @Test
    void aProcessThatForgetsIsStartedOnceForManyLives() throws IOException {
        List<String> fingerprints = runs(noting("exec " + Examples.smallTier()), 4, 0);

        assertThat(Files.readAllLines(folder.resolve("starts"))).hasSize(2); // one for each peer
        assertThat(fingerprints).hasSize(1);
    }

    @Test
    void aProcessThatDoesNotIsStartedForEach() throws IOException {
        String forgetless = Examples.smallTier() + " | sed -u 's/,\"reset\":true//'";
        List<String> fingerprints = runs(noting(forgetless), 2, 0);

        assertThat(Files.readAllLines(folder.resolve("starts"))).hasSize(4);
        assertThat(fingerprints).hasSize(1);
    }

    @Test
    void aProcessThatHasLeftSinceItsLastLifeIsReplaced() throws IOException {
        String leaving = "python3 -c '\nimport subprocess, sys\n"
                + "p = subprocess.Popen(sys.argv[1], shell=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
                + "for l in sys.stdin.buffer:\n"
                + "    p.stdin.write(l); p.stdin.flush(); a = p.stdout.readline()\n"
                + "    sys.stdout.buffer.write(a); sys.stdout.flush()\n"
                + "    if b\"reset\" in l: sys.exit()\n' \"" + Examples.smallTier() + "\"";
        List<String> fingerprints = runs(noting(leaving), 2, 3_000);

        assertThat(fingerprints).hasSize(1);
        assertThat(Files.readAllLines(folder.resolve("starts"))).hasSize(4);
    }

    @Test
    void aProcessThatSaysThatItForgetsAndDoesNotEndsTheNextRun() {
        String wrong = Examples.smallTier() + " | sed -u 's/\"reset\":[0-9][0-9]*/\"reset\":-1/'";
        assertThatThrownBy(() -> runs(wrong, 2, 0))
                .isInstanceOf(SubjectException.class)
                .hasMessageContaining("it answers the reset after call")
                .hasMessageContaining("otherwise");
    }

    private String noting(String command) {
        return "echo start >> '" + folder.resolve("starts") + "'; " + command;
    }

    private static List<String> runs(String command, int count, long pauseMillis) {
        ProcessCommand tier = ProcessCommand.shell("tier", command, Duration.ofSeconds(60), "--tier-timeout");
        List<String> fingerprints = new ArrayList<>();
        try (Trials trials = Trials.own()) {
            Trial trial = trials.of(Map.of("decode", tier, "prefill", tier), Long.MAX_VALUE);
            for (int i = 0; i < count; i++) {
                Thread.sleep(i == 0 ? 0 : pauseMillis);
                RunResult result = trial.run(SCENARIO.world(), HARDENED, 1);
                if (!fingerprints.contains(result.fingerprint())) {
                    fingerprints.add(result.fingerprint());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return fingerprints;
    }
}

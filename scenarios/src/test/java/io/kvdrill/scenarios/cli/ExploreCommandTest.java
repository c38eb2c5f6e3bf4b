package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("kvdrill explore")
class ExploreCommandTest {
    private static final String SCENARIO = "explore-two-peers";

    @Test
    void saysWhatItHasCovered() {
        Cli cli = Cli.run("explore", SCENARIO, "--deviations", "0");

        assertThat(cli.status()).isEqualTo(ExitStatus.AS_STATED);
        assertThat(cli.out())
                .contains("explore-two-peers under hardened, seed 1: no law breaks")
                .contains("covered: orders with at most 0 deviations, at most 1 open faults");
    }

    @Test
    void storesAScheduleThatBreaksALawAndMakesItsRunAgain(@TempDir Path folder) {
        String file = folder.resolve("schedule.yaml").toString();
        // Under the older row, an id stays bound, whatever the order.
        String[] arguments = {"explore", SCENARIO, "--set", "profile.bindings=kept", "--out", file};

        Cli cli = Cli.run(arguments);

        assertThat(cli.status()).isEqualTo(ExitStatus.NOT_AS_STATED);
        assertThat(cli.out()).contains("a law breaks").contains("--replay " + file);
        Cli again = Cli.run("explore", SCENARIO, "--set", "profile.bindings=kept", "--replay", file);
        assertThat(again.status()).isEqualTo(ExitStatus.NOT_AS_STATED);
        assertThat(again.out()).contains("I4 broke");
    }

    @Test
    void refusesAScenarioThatIsTooLargeAndSaysWhichBoundFits() {
        Cli cli = Cli.run(
                "explore",
                SCENARIO,
                "--set",
                "requests[1].tokens=4096",
                "--set",
                "peers.prefill.slots=300",
                "--set",
                "peers.decode.slots=300",
                "--deviations",
                "9");

        assertThat(cli.status()).isEqualTo(ExitStatus.WRONG_INPUT);
        assertThat(cli.err()).contains("too large to be explored").contains("use --deviations ");
    }

    @Test
    void refusesBoundsAndSchedulesThatAreNone(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("none.yaml"), "format: 1\n");

        assertThat(Cli.run("explore", SCENARIO, "--deviations", "-1").status()).isEqualTo(ExitStatus.WRONG_INPUT);
        assertThat(Cli.run("explore", SCENARIO, "--time", "soon").status()).isEqualTo(ExitStatus.WRONG_INPUT);
        assertThat(Cli.run("explore", "peer-death").err()).contains("one is explored at a time");
        Cli cli = Cli.run("explore", SCENARIO, "--replay", file.toString());
        assertThat(cli.status()).isEqualTo(ExitStatus.WRONG_INPUT);
        assertThat(cli.err()).contains("none.yaml:1:1: this is no line of a schedule");
    }
}

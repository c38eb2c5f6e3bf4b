package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.scenarios.shipped.Library;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The small timeline after a run")
class SmallTimelineTest {
    @Test
    void showsWhatThePeersDidAroundTheFirstViolation() {
        List<String> lines = Cli.run("run", "late-write-after-abort", "--profile", "vllm-2026-08")
                .lines();

        int at = lines.indexOf("     from 848.972 s to 883.589 s, 0.577 s a column:");
        assertThat(lines.subList(at + 1, at + 5))
                .containsExactly(
                        "     prefill      ...................................................====!~~~~",
                        "     decode       ....---------------------------------------------------T-...",
                        "     - load   = write   ~ write given up that still lands   T timeout",
                        "     ! I2 breaks");
    }

    @Test
    void isLeftOutWhereNoLawBreaks() {
        assertThat(Cli.run("run", "late-write-after-abort", "--profile", "hardened")
                        .out())
                .doesNotContain("a column:");
    }

    @Test
    void fitsIntoEightyColumnsWithTheRestOfTheSummary() {
        for (String scenario : Library.names().stream().limit(12).toList()) {
            Cli cli = Cli.run("run", scenario, "--profile", "vllm-2026-08");
            // A command stays on one line, however long: it is there to be copied.
            assertThat(cli.lines())
                    .as(scenario)
                    .allMatch(line -> line.length() <= 80 || line.startsWith("  again: kvdrill "));
        }
    }

    @Test
    void isColouredOnATerminalOnly() {
        String coloured = Cli.onTerminal("run", "late-write-after-abort", "--profile", "vllm-2026-08")
                .out();
        assertThat(coloured).contains("\u001b[31m!\u001b[0m");
    }
}

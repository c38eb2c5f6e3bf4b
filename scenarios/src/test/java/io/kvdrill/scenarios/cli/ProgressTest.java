package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The progress of a run")
class ProgressTest {
    private static final long SECOND = 1_000_000_000L;

    private final StringWriter err = new StringWriter();
    private long now;

    private Progress progress(boolean terminal) {
        return new Progress(new PrintWriter(err), terminal, "big hardened", () -> now);
    }

    @Test
    void isSaidInALogOnlyWhereARunTakesLong() {
        Progress progress = progress(false);
        now = 9 * SECOND;
        progress.at(1_234_567_890L);
        assertThat(err.toString()).isEmpty();

        now = 10 * SECOND;
        progress.at(1_234_567_890L);
        now = 11 * SECOND;
        progress.at(2 * SECOND);
        now = 20 * SECOND;
        progress.at(3 * SECOND);
        progress.done();

        assertThat(err.toString().lines())
                .containsExactly(
                        "kvdrill: big hardened  at 1.234 s  0 entries/s",
                        "kvdrill: big hardened  at 3.0 s  0 entries/s");
    }

    @Test
    void isDrawnOverAndOverOnATerminalAndTakenAway() {
        Progress progress = progress(true);
        now = SECOND / 5;
        progress.at(SECOND);
        progress.done();

        assertThat(err.toString()).isEqualTo("\r\u001b[Kbig hardened  at 1.0 s  0 entries/s\r\u001b[K");
    }
}

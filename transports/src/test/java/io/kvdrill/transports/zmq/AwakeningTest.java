package io.kvdrill.transports.zmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.transports.zmq.ZmqConfig.Heartbeat;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a process does that has stood still. */
class AwakeningTest {
    private static final long MILLIS = 1_000_000;

    private final Awakening awakening =
            new Awakening(new Heartbeat(Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofSeconds(1)));

    @Test
    void takesWhatArrivesAtOnceWhereNobodyCanHaveGivenItUp() {
        awakening.stoodStill(799 * MILLIS, 10_000 * MILLIS);

        assertThat(awakening.under()).isFalse();
        assertThat(awakening.pauses(10_000 * MILLIS)).isFalse();
    }

    @Test
    void takesNothingForHalfAnIntervalWhereItMayHaveBeenGivenUp() {
        awakening.stoodStill(800 * MILLIS, 10_000 * MILLIS);

        assertThat(awakening.pauses(10_000 * MILLIS)).isTrue();
        assertThat(awakening.pauses(10_099 * MILLIS)).isTrue();
        assertThat(awakening.pauses(10_100 * MILLIS)).isFalse();
        assertThat(awakening.under()).as("until all that waited has been taken").isTrue();
        awakening.over();
        assertThat(awakening.under()).isFalse();
    }

    @Test
    void takesWhatArrivesAtEverySecondPollWherePollsAreSeldom() {
        awakening.stoodStill(2_000 * MILLIS, 10_000 * MILLIS);
        assertThat(awakening.pauses(10_000 * MILLIS)).isTrue();
        awakening.stoodStill(2_000 * MILLIS, 12_000 * MILLIS);

        assertThat(awakening.pauses(12_000 * MILLIS)).isFalse();
    }
}

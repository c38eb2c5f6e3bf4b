package io.kvdrill.scenarios.processes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.scenarios.processes.HostClock.RoundTrip;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The clock of another host")
class HostClockTest {
    private static final long AHEAD = -987_654_321_000L;

    /** A round trip at a time of ours that takes so long on the way out, there, and back. */
    private static RoundTrip trip(long sent, long out, long there, long back, long ahead) {
        return new RoundTrip(sent, sent + out + ahead, sent + out + there + ahead, sent + out + there + back);
    }

    @Test
    void isKnownExactlyWhereBothWaysTakeEquallyLong() {
        HostClock clock = new HostClock(List.of(trip(1_000, 70, 500, 70, AHEAD)));

        assertThat(clock.offsetNanos()).isEqualTo(AHEAD);
        assertThat(clock.roundTripNanos()).isEqualTo(140);
    }

    @Test
    void isTakenFromTheShortestRoundTripAndNeverFurtherOffThanItSays() {
        Random random = new Random(7);
        for (int run = 0; run < 1_000; run++) {
            RoundTrip shortest = trip(run, random.nextInt(100), random.nextInt(1_000), random.nextInt(100), AHEAD);
            RoundTrip longer = trip(run + 5_000, 200 + random.nextInt(100_000), 3, random.nextInt(9_000), AHEAD);
            HostClock clock = new HostClock(List.of(longer, shortest));

            assertThat(clock.roundTripNanos()).isEqualTo(shortest.nanos());
            assertThat(Math.abs(clock.offsetNanos() - AHEAD)).isLessThanOrEqualTo(clock.uncertaintyNanos());
        }
    }

    @Test
    void becomesLessCertainAsItDriftsAway() {
        HostClock clock = new HostClock(List.of(trip(0, 100, 0, 100, AHEAD)));
        long atFirst = clock.uncertaintyNanos();

        clock.later(trip(1_000_000, 100, 0, 100, AHEAD + 150));
        long within = clock.uncertaintyNanos();
        for (int i = 0; i < 32; i++) {
            clock.later(trip(2_000_000, 100, 0, 100, AHEAD + 50_000));
        }

        assertThat(within).isEqualTo(atFirst);
        assertThat(clock.uncertaintyNanos()).isBetween(49_000L, 51_000L);
    }

    @Test
    void isNotKnownWithoutARoundTrip() {
        assertThatThrownBy(() -> new HostClock(List.of())).hasMessageContaining("at least one round trip");
    }
}

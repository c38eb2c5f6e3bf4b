package io.kvdrill.scenarios.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.scenarios.run.TimeShares.Part;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Shares of a stretch of time")
class TimeSharesTest {
    private static final Part WRITE = new Part(0, "write", "");
    private static final Part STEP = new Part(1, "step", "");
    private static final Part REST = new Part(9, "rest", "");

    private final TimeShares shares = new TimeShares();

    @Test
    void addUpToTheWholeAndGiveWhatNothingIsKnownOfToTheRest() {
        shares.add(STEP, 10, 30);

        assertThat(shares.of(0, 100, REST)).containsExactly(Map.entry(REST, 80L), Map.entry(STEP, 20L));
    }

    @Test
    void countTheSmallestRankWhereSeveralThingsGoOn() {
        shares.add(STEP, 0, 60);
        shares.add(WRITE, 20, 50);
        shares.add(WRITE, 40, 70);

        assertThat(shares.of(0, 70, REST)).containsExactly(Map.entry(WRITE, 50L), Map.entry(STEP, 20L));
    }

    @Test
    void leaveOutWhatLiesOutside() {
        shares.add(WRITE, 0, 15);
        shares.add(STEP, 90, 200);
        shares.add(STEP, 50, 50);

        assertThat(shares.of(10, 100, REST))
                .containsExactly(Map.entry(REST, 75L), Map.entry(STEP, 10L), Map.entry(WRITE, 5L));
    }
}

package io.kvdrill.sim.search.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NumbersTest {

    @Test
    void roundsToFewDigitsTheFewestFirst() {
        assertThat(Numbers.rounded(1_234_567, 3))
                .containsExactly(0L, 1_000_000L, 2_000_000L, 1_200_000L, 1_300_000L, 1_230_000L, 1_240_000L);
    }

    @Test
    void knowsTheRoundNumberItself() {
        assertThat(Numbers.rounded(1_200, 2)).contains(1_200L);
        assertThat(Numbers.rounded(7, 18)).containsExactly(0L, 7L);
    }

    @Test
    void keepsTheSign() {
        assertThat(Numbers.rounded(-61_000, 1)).containsExactly(0L, -60_000L, -70_000L);
    }

    @Test
    void leavesNothingAndNeverAlone() {
        assertThat(Numbers.rounded(0, 18)).isEmpty();
        assertThat(Numbers.rounded(Long.MAX_VALUE, 18)).isEmpty();
    }
}

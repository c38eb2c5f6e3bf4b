package io.kvdrill.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvdrill.sim.kernel.RandomStreams;
import io.kvdrill.sim.world.Arrivals;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ArrivalTimesTest {

    private static List<Long> times(Arrivals arrivals, @Nullable Long count, @Nullable Long durationNanos, long seed) {
        ArrivalTimes times = new ArrivalTimes(Specs.of(arrivals, count, durationNanos), new RandomStreams(seed));
        List<Long> all = new ArrayList<>();
        for (OptionalLong next = times.next(); next.isPresent(); next = times.next()) {
            all.add(next.getAsLong());
        }
        return all;
    }

    @Test
    void aConstantRateBeginsAtOnceAndEndsWithTheCount() {
        assertThat(times(new Arrivals.Constant(10), 4L, null, 1)).containsExactly(0L, 10L, 20L, 30L);
    }

    @Test
    void aDurationIncludesItsLastNanosecond() {
        assertThat(times(new Arrivals.Constant(10), null, 20L, 1)).containsExactly(0L, 10L, 20L);
        assertThat(times(new Arrivals.Constant(10), null, 19L, 1)).containsExactly(0L, 10L);
    }

    @Test
    void whateverComesFirstEndsIt() {
        assertThat(times(new Arrivals.Constant(10), 2L, 1_000L, 1)).hasSize(2);
        assertThat(times(new Arrivals.Constant(10), 1_000L, 20L, 1)).hasSize(3);
    }

    @Test
    void poissonArrivalsHaveTheStatedMeanAndTheSpreadOfAPoissonProcess() {
        List<Long> times = times(new Arrivals.Poisson(1_000_000), 20_000L, null, 7);
        double[] gaps = new double[times.size() - 1];
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] = times.get(i + 1) - times.get(i);
        }
        double mean = java.util.Arrays.stream(gaps).average().orElseThrow();
        double variance = java.util.Arrays.stream(gaps)
                .map(gap -> (gap - mean) * (gap - mean))
                .average()
                .orElseThrow();
        assertThat(mean).isCloseTo(1_000_000, within(20_000.0));
        assertThat(Math.sqrt(variance)).isCloseTo(1_000_000, within(30_000.0));
    }

    @Test
    void burstsComeTogetherOrSpreadOverTheirTime() {
        assertThat(times(new Arrivals.Bursts(3, 100, 0), 7L, null, 1))
                .containsExactly(0L, 0L, 0L, 100L, 100L, 100L, 200L);
        List<Long> spread = times(new Arrivals.Bursts(50, 1_000, 400), 100L, null, 1);
        assertThat(spread).isSorted();
        assertThat(spread.subList(0, 50)).allMatch(time -> time < 400).hasSize(50);
        assertThat(spread.subList(50, 100)).allMatch(time -> time >= 1_000 && time < 1_400);
    }

    @Test
    void aSeedGivesTheSameTimesAndAnotherSeedOthers() {
        Arrivals poisson = new Arrivals.Poisson(1_000);
        assertThat(times(poisson, 50L, null, 3)).isEqualTo(times(poisson, 50L, null, 3));
        assertThat(times(poisson, 50L, null, 3)).isNotEqualTo(times(poisson, 50L, null, 4));
    }
}

package io.kvdrill.scenarios.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Held to closed forms on synthetic data. */
@DisplayName("The statistics of a comparison")
class StatisticsTest {
    private static final int REPETITIONS = 2_000;

    private static Sample sample(Random random, int size, ToDoubleFunction<Random> draw) {
        double[] values = new double[size];
        for (int i = 0; i < size; i++) {
            values[i] = draw.applyAsDouble(random);
        }
        return new Sample(values);
    }

    private static double coverage(double truth, int size, ToDoubleFunction<Random> draw) {
        Random random = new Random(20261130);
        int covered = 0;
        for (int i = 0; i < REPETITIONS; i++) {
            covered += new Bootstrap(i).ofMean(sample(random, size, draw)).holds(truth) ? 1 : 0;
        }
        return covered / (double) REPETITIONS;
    }

    @Test
    void coverTheTrueMeanOfNormalValuesInNinetyFiveOfAHundred() {
        assertThat(coverage(3, 30, random -> 3 + random.nextGaussian())).isBetween(0.93, 0.97);
    }

    @Test
    void coverTheTrueMeanOfSkewedValuesInNinetyFiveOfAHundred() {
        assertThat(coverage(1, 40, random -> -Math.log(1 - random.nextDouble())))
                .isBetween(0.93, 0.97);
    }

    @Test
    void coverTheTrueDifferenceOfTwoSamplesThatScatterDifferently() {
        Random random = new Random(20261130);
        int covered = 0;
        for (int i = 0; i < REPETITIONS; i++) {
            Sample a = sample(random, 25, r -> 5 + 3 * r.nextGaussian());
            Sample b = sample(random, 35, r -> 4 + r.nextGaussian());
            covered += new Bootstrap(i).ofDifference(a, b).holds(1) ? 1 : 0;
        }
        assertThat(covered / (double) REPETITIONS).isBetween(0.93, 0.97);
    }

    /** Student's interval of these ten numbers: mean 5.5, standard error 0.9574, quantile of nine degrees 2.2622. */
    @Test
    void agreeWithStudentsIntervalOnTenNumbers() {
        Interval interval = new Bootstrap(1).ofMean(new Sample(new double[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));

        assertThat(interval.low()).isCloseTo(5.5 - 2.2622 * 0.9574, within(0.25));
        assertThat(interval.high()).isCloseTo(5.5 + 2.2622 * 0.9574, within(0.25));
    }

    /** Eleven values that are the same but for rounding, and one far away: drawings without it say nothing of their error. */
    @Test
    void stayNearTheValuesWhereMostScatterByRoundingOnly() {
        double[] values = new double[12];
        for (int i = 0; i < values.length; i++) {
            values[i] = 0.1 + (i % 3) * 1e-17 * i;
        }
        values[11] = 1;

        Interval interval = new Bootstrap(1).ofMean(new Sample(values));

        assertThat(interval.low()).isGreaterThan(-1);
        assertThat(interval.high()).isLessThan(5);
    }

    @Test
    void giveTheSameIntervalForTheSameValues() {
        Sample sample = new Sample(new double[] {1, 5, 2, 8, 3});
        assertThat(new Bootstrap(7).ofMean(sample)).isEqualTo(new Bootstrap(7).ofMean(sample));
    }

    /** Of eight pairs that all differ in the same direction: two of 2^8 exchanges of signs. */
    @Test
    void giveTheExactLikelihoodOfASignTest() {
        Sample differences = new Sample(new double[] {1, 1, 1, 1, 1, 1, 1, 1});
        assertThat(new Permutation(1).ofPairs(differences)).isCloseTo(2.0 / 256, within(0.003));
    }

    /** Of two times four numbers that do not overlap: two of 70 ways to deal them out. */
    @Test
    void giveTheExactLikelihoodOfTwoSamplesApart() {
        Sample low = new Sample(new double[] {1, 2, 3, 4});
        Sample high = new Sample(new double[] {11, 12, 13, 14});
        assertThat(new Permutation(1).ofSamples(low, high)).isCloseTo(2.0 / 70, within(0.006));
    }

    @Test
    void seeNoDifferenceInWhatIsTheSame() {
        Sample same = new Sample(new double[] {2, 2, 2});
        assertThat(new Permutation(1).ofPairs(same.minus(same))).isEqualTo(1);
        assertThat(new Permutation(1).ofSamples(same, same)).isEqualTo(1);
        assertThat(new Bootstrap(1).ofMean(same.minus(same))).isEqualTo(new Interval(0, 0));
    }

    @Test
    void callADifferenceClearOnlyIfItStaysSoAmongAllThatWereTried() {
        assertThat(Holm.significant(new double[] {0.04})).containsExactly(true);
        assertThat(Holm.significant(new double[] {0.04, 0.5, 0.9})).containsExactly(false, false, false);
        assertThat(Holm.significant(new double[] {0.9, 0.001, 0.02})).containsExactly(false, true, true);
    }
}

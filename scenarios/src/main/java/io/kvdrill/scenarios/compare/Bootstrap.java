package io.kvdrill.scenarios.compare;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Confidence intervals of means by the studentised bootstrap (Efron and Tibshirani, An Introduction to the Bootstrap,
 * section 12.5): values are drawn again with replacement, and the mean's distance from the true one is taken in standard
 * errors of each drawing, so that skew and small numbers are allowed for. Seeded: the same values give the same interval.
 */
final class Bootstrap {
    private static final int RESAMPLES = 4_000;
    private static final double TAIL = 0.025;
    /** Values that are the same but for the last bits scatter by less than this part of what all of them do. */
    private static final double ROUNDING = 1e-12;

    private final SplittableRandom random;

    Bootstrap(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** The 95 % interval of the mean of differences between pairs. */
    Interval ofMean(Sample differences) {
        return interval(differences.mean(), differences.squaredError(), () -> {
            Sample drawn = drawn(differences);
            return studentised(drawn.mean() - differences.mean(), drawn.squaredError(), differences.squaredError());
        });
    }

    /** The 95 % interval of the difference between the means of samples that are not paired. */
    Interval ofDifference(Sample a, Sample b) {
        double difference = a.mean() - b.mean();
        return interval(difference, a.squaredError() + b.squaredError(), () -> {
            Sample drawnA = drawn(a);
            Sample drawnB = drawn(b);
            return studentised(
                    drawnA.mean() - drawnB.mean() - difference,
                    drawnA.squaredError() + drawnB.squaredError(),
                    a.squaredError() + b.squaredError());
        });
    }

    private interface Draw {
        double next();
    }

    private static Interval interval(double mean, double squaredError, Draw draw) {
        if (squaredError == 0) {
            return new Interval(mean, mean);
        }
        double[] distances = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            distances[i] = draw.next();
        }
        Arrays.sort(distances);
        double error = Math.sqrt(squaredError);
        return new Interval(mean - quantile(distances, 1 - TAIL) * error, mean - quantile(distances, TAIL) * error);
    }

    /**
     * A drawing that does not scatter, or by rounding only, says nothing of its error; it counts as far out as it is not at
     * the mean.
     */
    private static double studentised(double distance, double squaredError, double usual) {
        if (squaredError <= ROUNDING * usual) {
            return distance == 0 ? 0 : Math.copySign(Double.MAX_VALUE, distance);
        }
        return distance / Math.sqrt(squaredError);
    }

    private static double quantile(double[] sorted, double q) {
        int place = (int) Math.round(q * (sorted.length - 1));
        double value = sorted[place];
        if (Math.abs(value) < Double.MAX_VALUE) {
            return value;
        }
        // So few values that drawings of one value only reach into the tail: the widest that is known.
        double widest = 0;
        for (double distance : sorted) {
            if (Math.abs(distance) < Double.MAX_VALUE) {
                widest = Math.max(widest, Math.abs(distance));
            }
        }
        return Math.copySign(widest, value);
    }

    private Sample drawn(Sample sample) {
        double[] drawn = new double[sample.size()];
        for (int i = 0; i < drawn.length; i++) {
            drawn[i] = sample.at(random.nextInt(drawn.length));
        }
        return new Sample(drawn);
    }
}

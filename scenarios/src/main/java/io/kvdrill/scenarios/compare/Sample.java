package io.kvdrill.scenarios.compare;

import java.util.Arrays;

/** Numbers that were measured alike: their mean and how they scatter. Immutable. */
final class Sample {
    private final double[] values;

    Sample(double[] values) {
        this.values = values.clone();
    }

    int size() {
        return values.length;
    }

    double at(int place) {
        return values[place];
    }

    /** The mean; not a number where there is nothing. */
    double mean() {
        return Arrays.stream(values).average().orElse(Double.NaN);
    }

    /** The square of the standard error of the mean; 0 for one value, which does not scatter. */
    double squaredError() {
        if (values.length < 2) {
            return 0;
        }
        double mean = mean();
        double squares = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        return squares / (values.length - 1) / values.length;
    }

    /** Whether all are the same. */
    boolean constant() {
        return Arrays.stream(values).allMatch(value -> value == values[0]);
    }

    /** Each minus its counterpart. */
    Sample minus(Sample other) {
        double[] differences = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            differences[i] = values[i] - other.values[i];
        }
        return new Sample(differences);
    }
}

package io.kvdrill.sim.search.swarm;

import io.kvdrill.sim.kernel.RandomStream;
import java.util.List;

/** Draws of one part of a world. */
final class Dice {
    private final RandomStream stream;

    Dice(RandomStream stream) {
        this.stream = stream;
    }

    /** True once in {@code n} times. */
    boolean oneIn(int n) {
        return stream.nextLong(n) == 0;
    }

    boolean coin() {
        return oneIn(2);
    }

    boolean chance(double probability) {
        return stream.chance(probability);
    }

    /** From {@code min} to {@code max}, both included. */
    int between(int min, int max) {
        return (int) stream.uniform(min, max);
    }

    /** From {@code min} to {@code max}, both included. */
    long between(long min, long max) {
        return stream.uniform(min, max);
    }

    /** From {@code min} to {@code max}, each order of magnitude equally likely. */
    long magnitude(long min, long max) {
        double low = StrictMath.log((double) min);
        double high = StrictMath.log((double) max);
        long value = (long) StrictMath.exp(low + (high - low) * stream.nextDouble());
        return Math.max(min, Math.min(max, value));
    }

    // Small numbers more often: the least, with even odds one more, and so on up to the most.
    int few(int min, int max) {
        int value = min;
        while (value < max && coin()) {
            value++;
        }
        return value;
    }

    // An index into the weights, each as likely as its weight.
    int weighted(int... weights) {
        int sum = 0;
        for (int weight : weights) {
            sum += weight;
        }
        long drawn = stream.nextLong(sum);
        int index = 0;
        while (drawn >= weights[index]) {
            drawn -= weights[index++];
        }
        return index;
    }

    <T> T any(List<T> choices) {
        return choices.get((int) stream.nextLong(choices.size()));
    }

    @SafeVarargs
    final <T> T any(T... choices) {
        return choices[(int) stream.nextLong(choices.length)];
    }
}

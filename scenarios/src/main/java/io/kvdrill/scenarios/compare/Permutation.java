package io.kvdrill.scenarios.compare;

import java.util.SplittableRandom;

/**
 * How likely a difference as large would be if the variants were the same: signs of pairs, or values of two samples, are
 * exchanged by chance (Fisher's and Pitman's tests). It asks nothing of how the values are distributed, so that a variant
 * compared with itself is called different no more often than it says. Seeded.
 */
final class Permutation {
    private static final int EXCHANGES = 10_000;
    /** Sums that differ by rounding only are the same. */
    private static final double ROUNDING = 1e-9;

    private final SplittableRandom random;

    Permutation(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** The likelihood for differences between pairs. */
    double ofPairs(Sample differences) {
        double seen = Math.abs(differences.mean());
        if (seen == 0) {
            return 1;
        }
        int asLarge = 0;
        for (int i = 0; i < EXCHANGES; i++) {
            double sum = 0;
            for (int k = 0; k < differences.size(); k++) {
                sum += random.nextBoolean() ? differences.at(k) : -differences.at(k);
            }
            asLarge += Math.abs(sum / differences.size()) >= seen * (1 - ROUNDING) ? 1 : 0;
        }
        return (asLarge + 1.0) / (EXCHANGES + 1);
    }

    /** The likelihood for samples that are not paired. */
    double ofSamples(Sample a, Sample b) {
        double seen = Math.abs(a.mean() - b.mean());
        if (seen == 0) {
            return 1;
        }
        double[] all = new double[a.size() + b.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = i < a.size() ? a.at(i) : b.at(i - a.size());
        }
        int asLarge = 0;
        for (int i = 0; i < EXCHANGES; i++) {
            double sumOfA = 0;
            double sumOfB = 0;
            for (int k = 0; k < all.length; k++) {
                int other = k + random.nextInt(all.length - k);
                double drawn = all[other];
                all[other] = all[k];
                all[k] = drawn;
                if (k < a.size()) {
                    sumOfA += drawn;
                } else {
                    sumOfB += drawn;
                }
            }
            double difference = Math.abs(sumOfA / a.size() - sumOfB / b.size());
            asLarge += difference >= seen * (1 - ROUNDING) ? 1 : 0;
        }
        return (asLarge + 1.0) / (EXCHANGES + 1);
    }
}

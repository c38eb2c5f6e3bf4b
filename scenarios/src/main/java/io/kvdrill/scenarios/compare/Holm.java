package io.kvdrill.scenarios.compare;

import java.util.List;
import java.util.stream.IntStream;

/** Which of several differences are no chance, so that all are right with 95 % (Holm, Scand. J. Statist. 6, 1979). */
final class Holm {
    private static final double LEVEL = 0.05;

    private Holm() {}

    /** For each likelihood whether it is too small for chance, given that there are the others. */
    static boolean[] significant(double[] likelihoods) {
        boolean[] significant = new boolean[likelihoods.length];
        List<Integer> order = IntStream.range(0, likelihoods.length)
                .boxed()
                .sorted((a, b) -> Double.compare(likelihoods[a], likelihoods[b]))
                .toList();
        for (int i = 0; i < order.size(); i++) {
            if (likelihoods[order.get(i)] > LEVEL / (order.size() - i)) {
                break;
            }
            significant[order.get(i)] = true;
        }
        return significant;
    }
}

package io.kvdrill.sim.workload;

import io.kvdrill.sim.kernel.Amounts;
import io.kvdrill.sim.kernel.RandomStream;
import io.kvdrill.sim.kernel.RandomStreams;
import io.kvdrill.sim.world.PrefixPool;
import io.kvdrill.sim.world.Prompt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The prefixes of a pool with their lengths and their popularity. */
final class Prefixes {
    private final List<Prompt.Segment> segments = new ArrayList<>();
    /** Weights added up, prefix by prefix. */
    private final double[] upTo;

    Prefixes(PrefixPool pool, RandomStreams streams) {
        // A stream of its own for each pool and reader: workloads that share a pool find the same lengths.
        RandomStream lengths = new RandomStreams(streams.seed()).stream("pool " + pool.name(), "lengths");
        upTo = new double[pool.prefixes()];
        double sum = 0;
        for (int k = 0; k < pool.prefixes(); k++) {
            segments.add(new Prompt.Segment(pool.segment(k), (int) Amounts.sample(pool.tokens(), lengths)));
            sum += StrictMath.pow(k + 1.0, -pool.skew());
            upTo[k] = sum;
        }
    }

    /** One prefix, by popularity. */
    Prompt.Segment draw(RandomStream chance) {
        int last = upTo.length - 1;
        double drawn = chance.nextDouble() * upTo[last];
        int found = Arrays.binarySearch(upTo, drawn);
        return segments.get(Math.min(last, found >= 0 ? found + 1 : -found - 1));
    }
}

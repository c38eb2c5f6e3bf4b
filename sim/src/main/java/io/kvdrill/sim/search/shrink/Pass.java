package io.kvdrill.sim.search.shrink;

import java.util.List;
import java.util.function.Supplier;

/** One kind of simplification. */
interface Pass {

    /**
     * What could be simplified, the boldest first. They are made when they are asked for; they need not be valid, smaller
     * or different.
     *
     * @param from what is simplified
     * @param seen its run
     */
    List<Supplier<Candidate>> options(Candidate from, Sighting seen);
}

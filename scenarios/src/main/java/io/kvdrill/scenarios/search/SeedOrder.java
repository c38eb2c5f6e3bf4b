package io.kvdrill.scenarios.search;

import io.kvdrill.sim.search.swarm.Feature;
import java.util.List;

/** Which runs are made, in which order. Nothing in it depends on threads or time. */
interface SeedOrder {

    /**
     * One run.
     *
     * @param variant which variant of the subject
     * @param seed which seed
     */
    record Slot(int variant, long seed) {}

    /**
     * The next runs; empty where there are none before those under way have been learnt from, or none at all.
     *
     * @param atMost how many are wanted in all from now on, at least 1
     */
    List<Slot> next(long atMost);

    /** Takes what came of a run; called for all runs, in the order in which they were handed out. */
    void learn(Slot slot, int newlyReached);

    /** Whether the order could be continued from what has been learnt so far. */
    boolean atBoundary();

    /** Whether more must be handed out before the order can be continued from where it is. */
    boolean midway();

    /** What a continued sweep needs of it. */
    Progress progress();

    /**
     * How far an order is.
     *
     * @param nextSeed the first seed that was not looked at
     * @param features what came of runs with each feature, where the order cares
     */
    record Progress(long nextSeed, List<Tried> features) {
        /** Keeps an immutable copy. */
        public Progress {
            features = List.copyOf(features);
        }

        /** Before this seed. */
        static Progress at(long seed) {
            return new Progress(seed, List.of());
        }
    }

    /**
     * What came of runs with a feature.
     *
     * @param feature which
     * @param runs how many there were
     * @param newlyReached how many things they were the first to reach
     */
    record Tried(Feature feature, long runs, long newlyReached) {}
}

package io.kvdrill.scenarios.search;

import io.kvdrill.sim.search.coverage.Coverage;
import io.kvdrill.sim.search.coverage.Prospects;
import io.kvdrill.sim.search.swarm.Feature;
import io.kvdrill.sim.search.swarm.SwarmCase;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * Of each few seeds, runs the most promising: the one that is drawn with most faults at events at which they have not struck
 * yet, and with features whose runs have reached most new things so far. To draw a run costs little beside making it.
 *
 * <p>Seeds are chosen a generation at a time, by what all runs before have reached, so that the order does not depend on how
 * many run at a time.
 */
final class GuidedOrder implements SeedOrder {
    /** Of how many seeds one is run. */
    static final int CANDIDATES = 6;

    private static final int GENERATION = 128;
    private static final int AT_ONCE = 16;

    private static final class Yield {
        long runs;
        long news;

        double each() {
            return (news + 1.0) / (runs + 1.0);
        }
    }

    private final LongFunction<SwarmCase> draws;
    private final Coverage reached;
    private final long last;
    private final Map<Feature, Yield> yields = new EnumMap<>(Feature.class);
    private final Deque<Slot> generation = new ArrayDeque<>();
    private long next;
    private long outstanding;

    /**
     * An order.
     *
     * @param draws the run of a seed
     * @param reached what the sweep has reached; it grows
     */
    GuidedOrder(SeedRange range, Progress progress, LongFunction<SwarmCase> draws, Coverage reached) {
        this.draws = draws;
        this.reached = reached;
        this.next = progress.nextSeed();
        this.last = range.last();
        for (Tried tried : progress.features()) {
            Yield yield = yieldOf(tried.feature());
            yield.runs = tried.runs();
            yield.news = tried.newlyReached();
        }
    }

    /** How many runs a range gives. */
    static long runs(SeedRange range) {
        return (range.size() - 1) / CANDIDATES + 1;
    }

    @Override
    public List<Slot> next(long atMost) {
        if (generation.isEmpty() && outstanding == 0) {
            for (long i = Math.min(GENERATION, atMost); i > 0 && next >= 0 && next <= last; i--) {
                generation.add(new Slot(0, best()));
            }
        }
        List<Slot> slots = new ArrayList<>();
        while (slots.size() < AT_ONCE && !generation.isEmpty()) {
            slots.add(generation.removeFirst());
        }
        outstanding += slots.size();
        return slots;
    }

    private long best() {
        long best = next;
        double most = -1;
        for (int i = 0; i < CANDIDATES && next >= 0 && next <= last; i++) {
            double promise = promise(draws.apply(next));
            if (promise > most) {
                most = promise;
                best = next;
            }
            next++;
        }
        return best;
    }

    private Yield yieldOf(Feature feature) {
        return yields.computeIfAbsent(feature, any -> new Yield());
    }

    private double promise(SwarmCase drawn) {
        long unreached = Prospects.of(drawn.world()).stream()
                .filter(item -> !reached.reached().containsKey(item))
                .count();
        double usual = drawn.features().features().stream()
                .mapToDouble(feature -> yieldOf(feature).each())
                .average()
                .orElse(0);
        return unreached + usual;
    }

    @Override
    public void learn(Slot slot, int newlyReached) {
        outstanding--;
        for (Feature feature : draws.apply(slot.seed()).features().features()) {
            Yield yield = yieldOf(feature);
            yield.runs++;
            yield.news += newlyReached;
        }
    }

    @Override
    public boolean atBoundary() {
        return outstanding == 0 && generation.isEmpty();
    }

    @Override
    public boolean midway() {
        return !generation.isEmpty();
    }

    @Override
    public Progress progress() {
        List<Tried> features = new ArrayList<>();
        yields.forEach((feature, yield) -> features.add(new Tried(feature, yield.runs, yield.news)));
        return new Progress(next, features);
    }
}

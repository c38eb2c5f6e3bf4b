package io.kvdrill.sim.search.explore;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The states that were visited, with what was left out there. */
final class Visited {
    private record Visit(int deviations, Set<String> asleep) {}

    private final Map<Long, Visit> visits = new TreeMap<>();

    long size() {
        return visits.size();
    }

    /**
     * Visits a state.
     *
     * @param deviations spent on the way
     * @param asleep what need not be tried there this time
     * @return what is left to try: null for everything, otherwise these, which may be none
     */
    @Nullable Set<String> visit(long state, int deviations, Set<String> asleep) {
        Visit before = visits.get(state);
        if (before == null || deviations < before.deviations()) {
            visits.put(state, new Visit(deviations, Collections.unmodifiableSet(new TreeSet<>(asleep))));
            return null;
        }
        if (before.asleep().isEmpty()) {
            return Collections.emptySet();
        }
        Set<String> left = new TreeSet<>(before.asleep());
        left.removeAll(asleep);
        if (!left.isEmpty()) {
            Set<String> still = new TreeSet<>(before.asleep());
            still.retainAll(asleep);
            visits.put(state, new Visit(before.deviations(), still));
        }
        return left;
    }
}

package io.kvdrill.sim.search.explore;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The states that were visited, with what was left out there. */
final class Visited {
    private record Visit(int late, int deviations, Set<String> asleep) {
        boolean covers(int otherLate, int otherDeviations) {
            return late <= otherLate && deviations <= otherDeviations;
        }
    }

    private final Map<Long, Visit> visits = new TreeMap<>();
    /** One of each: most states share what was left out there with many others. */
    private final Map<Visit, Visit> shared = new LinkedHashMap<>();

    long size() {
        return visits.size();
    }

    /**
     * Visits a state. What was done from there on covers whoever has spent as much on the way, or more.
     *
     * @param late how often time passed late on the way
     * @param deviations spent on the way; 0 where there is no bound on them
     * @param asleep what need not be tried there this time
     * @return what is left to try: null for everything, otherwise these, which may be none
     */
    @Nullable Set<String> visit(long state, int late, int deviations, Set<String> asleep) {
        Visit before = visits.get(state);
        if (before == null || !before.covers(late, deviations)) {
            visits.put(state, share(new Visit(late, deviations, new TreeSet<>(asleep))));
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
            visits.put(state, share(new Visit(before.late(), before.deviations(), still)));
        }
        return left;
    }

    private Visit share(Visit visit) {
        Visit same = shared.putIfAbsent(visit, visit);
        return same == null ? visit : same;
    }
}

package io.kvdrill.scenarios.search;

import java.util.ArrayList;
import java.util.List;

/**
 * Failed runs between the places of a sweep at which its history is told: the first few runs, and then at distances of a
 * twentieth. The places are the same in every sweep, so that what was counted apart can be added.
 */
final class Milestones {
    private static final int PART = 20;

    private final List<Long> failures = new ArrayList<>();
    private int latest;
    private long latestPlace = 1;

    /** The milestone after one; the first is 1. */
    static long after(long place) {
        return place + 1 + place / PART;
    }

    /** Takes the run at a place, which is after all that were taken. */
    void add(long place, boolean failed) {
        while (latestPlace < place) {
            latestPlace = after(latestPlace);
            latest++;
        }
        if (failed) {
            add(latest, 1);
        }
    }

    private void add(int milestone, long runs) {
        while (failures.size() <= milestone) {
            failures.add(0L);
        }
        failures.set(milestone, failures.get(milestone) + runs);
    }

    /** Takes what was counted of other runs. */
    void add(List<Long> others) {
        for (int i = 0; i < others.size(); i++) {
            add(i, others.get(i));
        }
    }

    /** Failed runs up to each milestone and after the one before; those after the last failure are left out. */
    List<Long> failures() {
        return List.copyOf(failures);
    }
}

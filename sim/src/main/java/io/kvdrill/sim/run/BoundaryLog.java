package io.kvdrill.sim.run;

import io.kvdrill.sim.fault.BoundaryMatcher;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.trace.TraceListener;
import io.kvdrill.sim.world.Boundary;
import io.kvdrill.sim.world.Expectation;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** When the boundaries that expectations name were passed. */
final class BoundaryLog implements TraceListener {
    private record Watch(BoundaryMatcher matcher, List<Long> times) {}

    private final Map<Boundary, Watch> watches = new LinkedHashMap<>();

    BoundaryLog(World world, List<Expectation> expectations) {
        for (Expectation expectation : expectations) {
            if (expectation instanceof Expectation.Happens happens) {
                watch(happens.what(), world);
            } else if (expectation instanceof Expectation.HappensAfter after) {
                watch(after.what(), world);
                Boundary since = after.since();
                if (since != null) {
                    watch(since, world);
                }
            }
        }
    }

    private void watch(Boundary boundary, World world) {
        watches.computeIfAbsent(boundary, wanted -> new Watch(new BoundaryMatcher(wanted, world), new ArrayList<>()));
    }

    /** World times at which it was passed, in order. */
    List<Long> times(Boundary boundary) {
        Watch watch = watches.get(boundary);
        return watch == null ? List.of() : watch.times();
    }

    @Override
    public void onEntry(TraceEntry entry) {
        for (Watch watch : watches.values()) {
            if (watch.matcher().matches(entry)) {
                watch.times().add(entry.worldNanos());
            }
        }
    }
}

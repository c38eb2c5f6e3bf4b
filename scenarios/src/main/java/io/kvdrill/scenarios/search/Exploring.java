package io.kvdrill.scenarios.search;

import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.TierFactory;
import io.kvdrill.sim.search.explore.Bounds;
import io.kvdrill.sim.search.explore.Exploration;
import io.kvdrill.sim.search.explore.Explorer;
import io.kvdrill.sim.search.explore.Reduction;
import io.kvdrill.sim.search.explore.Schedule;
import io.kvdrill.sim.search.explore.Subject;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Explores one case: first with few deviations from the order in which things happen of themselves, one more at a time,
 * so that a violation that needs few is found with few; then in any order. A violation that only the second search finds
 * is looked for with as few deviations as it can be had.
 */
public final class Exploring {
    private final RunCase runCase;
    private final Subject subject;
    private final Bounds bounds;
    private final Reduction reduction;
    private final BooleanSupplier goesOn;
    private final Consumer<Explorer> progress;

    /**
     * An exploration that has not begun.
     *
     * @param goesOn asked between runs; false ends it with what it has covered
     * @param progress shown what has been covered, between runs
     */
    public Exploring(
            RunCase runCase, Bounds bounds, Reduction reduction, BooleanSupplier goesOn, Consumer<Explorer> progress) {
        this.runCase = runCase;
        this.subject = new Subject(runCase.world(), runCase.profile(), runCase.seed(), TierFactory.own());
        this.bounds = bounds;
        this.reduction = reduction;
        this.goesOn = goesOn;
        this.progress = progress;
    }

    /** What is explored. */
    public RunCase runCase() {
        return runCase;
    }

    /** The run in which everything happens as it does of itself; for how long it is. */
    public Exploration naturalOrder() {
        return search(new Bounds(0, 0, 0, Bounds.ANY, Bounds.ANY));
    }

    /**
     * Explores.
     *
     * @param firstDeviations up to how many deviations are tried one by one before any order is
     */
    public Exploration explore(int firstDeviations) {
        Exploration last = null;
        int most = Math.min(firstDeviations, bounds.deviations());
        for (int deviations = 0; deviations <= most; deviations++) {
            last = search(bounds.deviating(deviations));
            if (last.ended() != Exploration.Ended.DEVIATIONS) {
                return last;
            }
        }
        if (last != null && bounds.deviations() <= most) {
            return last;
        }
        Exploration whole = search(bounds);
        Exploration.Found found = whole.violation();
        return found == null ? whole : shortest(whole, found, firstDeviations + 1);
    }

    private Exploration shortest(Exploration whole, Exploration.Found found, int from) {
        for (int deviations = from; deviations < found.deviations(); deviations++) {
            Exploration shorter = search(bounds.deviating(deviations));
            if (shorter.violation() != null) {
                return shorter;
            }
            if (shorter.ended() != Exploration.Ended.DEVIATIONS) {
                return whole; // stopped, or too large: what was found stands
            }
        }
        return whole;
    }

    /** The run that a violation was found in. */
    public RunResult again(List<String> schedule) {
        return Schedule.replay(subject, bounds.faults(), schedule, Keep.ENTRIES);
    }

    private Exploration search(Bounds within) {
        Explorer[] self = new Explorer[1];
        self[0] = new Explorer(subject, within, reduction, new GraphHash(), new GraphMemory(), () -> {
            progress.accept(self[0]);
            return goesOn.getAsBoolean();
        });
        return self[0].explore();
    }
}

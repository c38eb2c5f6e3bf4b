package io.kvdrill.sim.run;

import io.kvdrill.sim.kernel.ChoiceSource;
import io.kvdrill.sim.kernel.RandomStreams.Fork;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a world is run.
 *
 * @param seed of all chance
 * @param tiers what is rehearsed
 * @param observers who watches, in this order
 * @param keep whether the trace is kept, or only its fingerprint
 * @param everyTick whether idle engines step although nothing is due: slower, with the same outcome
 * @param choices what comes first of events at one instant
 * @param fork from when on chance comes from another seed; null for never
 * @param driver decides the order of all events and the moments that the world leaves open; null for an ordinary run
 */
public record RunOptions(
        long seed,
        TierFactory tiers,
        List<RunObserver> observers,
        Keep keep,
        boolean everyTick,
        ChoiceSource choices,
        @Nullable Fork fork,
        @Nullable RunDriver driver) {
    /** Keeps an immutable copy. */
    public RunOptions {
        observers = List.copyOf(observers);
    }

    /** A run of this tier with this seed, unobserved, that keeps its trace. */
    public static RunOptions of(long seed, TierFactory tiers) {
        return new RunOptions(seed, tiers, List.of(), Keep.ENTRIES, false, ChoiceSource.insertionOrder(), null, null);
    }

    /** These options with one more observer. */
    public RunOptions observedBy(RunObserver observer) {
        List<RunObserver> more = new ArrayList<>(observers);
        more.add(observer);
        return new RunOptions(seed, tiers, more, keep, everyTick, choices, fork, driver);
    }

    /** These options, keeping what is said of the trace. */
    public RunOptions keeping(Keep what) {
        return new RunOptions(seed, tiers, observers, what, everyTick, choices, fork, driver);
    }

    /** These options with a step at every tick. */
    public RunOptions atEveryTick() {
        return new RunOptions(seed, tiers, observers, keep, true, choices, fork, driver);
    }

    /** These options with another order within instants. */
    public RunOptions choosing(ChoiceSource source) {
        return new RunOptions(seed, tiers, observers, keep, everyTick, source, fork, driver);
    }

    /** These options with another seed from an instant on. */
    public RunOptions forkingAt(@Nullable Fork later) {
        return new RunOptions(seed, tiers, observers, keep, everyTick, choices, later, driver);
    }

    /** These options, with every event in the order that a driver decides. */
    public RunOptions drivenBy(RunDriver newDriver) {
        return new RunOptions(seed, tiers, observers, keep, everyTick, choices, fork, newDriver);
    }
}

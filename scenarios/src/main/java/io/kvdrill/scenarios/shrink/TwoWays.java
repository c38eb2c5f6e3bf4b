package io.kvdrill.scenarios.shrink;

import io.kvdrill.scenarios.format.write.UnwritableException;
import io.kvdrill.sim.fault.EventCatalogue;
import io.kvdrill.sim.search.Signature;
import io.kvdrill.sim.search.shrink.Candidate;
import io.kvdrill.sim.search.shrink.Schedule;
import io.kvdrill.sim.search.shrink.Shrinker;
import io.kvdrill.sim.search.shrink.Shrinker.Limits;
import io.kvdrill.sim.search.shrink.Shrinker.Shrunk;
import io.kvdrill.sim.search.shrink.Size;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Shrinks a run as a world and as a schedule, within a time, and takes the better. */
final class TwoWays {
    /** Most runs of each way. */
    static final int MOST_RUNS = 20_000;

    /**
     * What came of it.
     *
     * @param best the smaller one
     * @param schedule whether it is the schedule
     * @param runs of both
     * @param complete whether both ways came to their end
     */
    record Result(Candidate best, boolean schedule, int runs, boolean complete) {}

    private final FailingRun failing;
    private final LongSupplier clock;
    private final long maxNanos;
    private final BooleanSupplier interrupted;
    private final Consumer<Integer> onRun;
    /** How long the run takes that is to be shrunk; one that does not settle is made as a whole again at the end. */
    private long wholeNanos;
    /** How long another run may take: what is no longer left of the time is not begun. */
    private long slowestNanos;

    /**
     * Both ways.
     *
     * @param clock nanoseconds of wall time
     * @param maxNanos how long they may take together
     * @param interrupted asked before each run
     * @param onRun told the number of each run
     */
    TwoWays(
            FailingRun failing,
            LongSupplier clock,
            long maxNanos,
            BooleanSupplier interrupted,
            Consumer<Integer> onRun) {
        this.failing = failing;
        this.clock = clock;
        this.maxNanos = maxNanos;
        this.interrupted = interrupted;
        this.onRun = onRun;
    }

    /**
     * The result. The world has two thirds of the time, and the schedule what is left.
     *
     * @throws io.kvdrill.scenarios.format.source.InvalidInputException if no file can say what the run is
     */
    Result shrink() {
        long start = clock.getAsLong();
        Shrunk world = way(failing.candidate(), start + maxNanos / 3 * 2)
                .orElseThrow(() -> FailingRunOptions.refuse(
                        "the scenario format has no words for " + failing.label(),
                        "list its requests in place of workloads; a prompt may name each of its pieces once"));
        Optional<Shrunk> schedule = clock.getAsLong() + 2 * wholeNanos < start + maxNanos
                ? way(Schedule.of(failing.candidate(), failing.result()), start + maxNanos)
                : Optional.empty();
        boolean better = schedule.isPresent() && better(schedule.get(), world);
        return new Result(
                better ? schedule.get().candidate() : world.candidate(),
                better,
                world.runs() + schedule.map(Shrunk::runs).orElse(0),
                world.complete() && schedule.map(Shrunk::complete).orElse(true));
    }

    /** A run that needs no certain seed is better than any that does; then the smaller one is. */
    private static boolean better(Shrunk one, Shrunk other) {
        boolean oneUsual = one.candidate().seed() == 1;
        boolean otherUsual = other.candidate().seed() == 1;
        return oneUsual == otherUsual ? one.size().compareTo(other.size()) < 0 : oneUsual;
    }

    private Optional<Shrunk> way(Candidate start, long deadline) {
        int[] runs = {0};
        long[] before = {clock.getAsLong()};
        long[] atEnd = {0};
        Limits limits = new Limits(MOST_RUNS, () -> {
            long now = clock.getAsLong();
            long took = now - before[0];
            before[0] = now;
            if (runs[0]++ == 0) {
                wholeNanos = took;
                atEnd[0] = failing.signature().law().equals(Signature.UNSETTLED) ? took : 0;
            } else {
                slowestNanos = Math.max(slowestNanos, took);
            }
            onRun.accept(runs[0]);
            return !interrupted.getAsBoolean() && now + slowestNanos + atEnd[0] < deadline;
        });
        return new Shrinker(failing.tier(), new EventCatalogue(), TwoWays::characters, limits)
                .shrink(start, failing.signature());
    }

    /** The size of a run before anything was left out of it. */
    static Size sizeOf(Candidate candidate) {
        return Size.of(candidate.world(), characters(candidate).orElse(0));
    }

    /** How long the file of a candidate is; empty if the format has no words for it. */
    static OptionalInt characters(Candidate candidate) {
        try {
            return OptionalInt.of(ShrunkFile.length(candidate));
        } catch (UnwritableException e) {
            return OptionalInt.empty();
        }
    }
}

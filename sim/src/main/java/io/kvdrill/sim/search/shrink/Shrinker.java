package io.kvdrill.sim.search.shrink;

import io.kvdrill.core.profile.Row;
import io.kvdrill.sim.kernel.ChoiceSource;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.search.Signature;
import io.kvdrill.sim.search.Trial;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import io.kvdrill.sim.world.Caps;
import io.kvdrill.sim.world.Vocabulary;
import io.kvdrill.sim.world.World;
import io.kvdrill.sim.world.WorldValidation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes a failing run small: tries simplifications, keeps each that is smaller and fails with the same {@link Signature},
 * until none is left. The same arguments give the same result, unless {@link Limits#goOn} depends on something else.
 *
 * <p>Used by one thread.
 */
public final class Shrinker {

    /** Tells how long the text of a candidate is. */
    @FunctionalInterface
    public interface Measure {
        /** Characters of the scenario file; empty for what no file can say. */
        OptionalInt characters(Candidate candidate);
    }

    /**
     * When to stop before everything was tried.
     *
     * @param runs most runs
     * @param goOn asked before each run
     */
    public record Limits(int runs, BooleanSupplier goOn) {}

    /**
     * What came of it.
     *
     * @param candidate the smallest that was found
     * @param run its run, with the trace
     * @param size its size
     * @param runs how many runs it took
     * @param complete whether nothing was left to try; false where a limit ended it
     */
    public record Shrunk(Candidate candidate, RunResult run, Size size, int runs, boolean complete) {}

    /** A candidate that has failed as it must. */
    private record Best(Candidate candidate, Sighting seen, Size size) {}

    private record Key(World world, List<@Nullable Object> rows, long seed) {}

    private static final long LEAST_EVENTS = 20_000;
    private static final long EVENTS_FACTOR = 4;
    /** A run that has not come to an end after so small a part of what it may take is likely never to. */
    private static final long SHORTER = 25;

    private final Trial trial;
    private final Vocabulary words;
    private final Measure measure;
    private final Limits limits;
    private final List<Pass> removals;
    private final List<Pass> others;
    private int runs;

    /** A shrinker that runs candidates with this trial. */
    public Shrinker(Trial trial, Vocabulary words, Measure measure, Limits limits) {
        this.trial = trial;
        this.words = words;
        this.measure = measure;
        this.limits = limits;
        RecordTree tree = new RecordTree();
        References references = new References(tree);
        this.removals = new Removals(references).passes();
        this.others = new ArrayList<>();
        others.addAll(new Defaults(tree, references).passes());
        others.addAll(new Simpler(tree, references).passes());
        others.addAll(new Numbers(tree, references).passes());
    }

    /**
     * A candidate without what it states about its outcome, which no run depends on.
     *
     * @param candidate any
     */
    public static Candidate withoutOutcome(Candidate candidate) {
        World world = candidate.world();
        return candidate.with(
                world.toBuilder().onlyExpect(List.of()).onlyUnder(List.of()).build());
    }

    /**
     * Shrinks a candidate. Where it is this that fails first in {@code start}, it stays so.
     *
     * @param start without outcome
     * @param signature how it must fail
     * @return empty if {@code start} does not fail so, or cannot be measured
     */
    public Optional<Shrunk> shrink(Candidate start, Signature signature) {
        runs = 0;
        OptionalInt characters = measure.characters(start);
        RunResult first = run(start, start.world().caps());
        if (characters.isEmpty() || !signature.shownBy(first)) {
            return Optional.empty();
        }
        Best best = new Best(start, new Sighting(first), Size.of(start.world(), characters.getAsInt()));
        Predicate<RunResult> fails = Signature.of(first).equals(Optional.of(signature))
                ? run -> Signature.of(run).equals(Optional.of(signature))
                : signature::shownBy;
        Attempt attempt =
                new Attempt(fails, first.end().capped() ? start.world().caps() : null, best);
        boolean complete = attempt.toFixpoint();
        Best found = attempt.holds() ? attempt.best : best;
        return Optional.of(new Shrunk(found.candidate, found.seen.result(), found.size, runs, complete));
    }

    private RunResult run(Candidate candidate, Caps caps) {
        runs++;
        World bounded = candidate.world().toBuilder().caps(caps).build();
        return trial.run(bounded, candidate.profile(), candidate.seed(), ChoiceSource.insertionOrder(), Keep.ENTRIES);
    }

    /** One way from a failing run to a small one. */
    private final class Attempt {
        private final Predicate<RunResult> fails;
        private final @Nullable Caps cutBy;
        private final Set<Key> tried = new LinkedHashSet<>();
        private Best best;

        Attempt(Predicate<RunResult> fails, @Nullable Caps cutBy, Best best) {
            this.fails = fails;
            this.cutBy = cutBy;
            this.best = best;
        }

        boolean toFixpoint() {
            boolean smaller = true;
            while (smaller && mayGoOn()) {
                smaller = untilNothingGoes(removals);
                for (Pass pass : others) {
                    smaller |= apply(pass);
                }
            }
            return mayGoOn();
        }

        private boolean untilNothingGoes(List<Pass> passes) {
            boolean any = false;
            boolean again = true;
            while (again && mayGoOn()) {
                again = false;
                for (Pass pass : passes) {
                    again |= apply(pass);
                }
                any |= again;
            }
            return any;
        }

        /** Goes on behind the option that was taken: those before it have just been tried. */
        private boolean apply(Pass pass) {
            boolean any = false;
            int next = 0;
            List<Supplier<Candidate>> options = pass.options(best.candidate, best.seen);
            while (next < options.size() && mayGoOn()) {
                if (accepts(options.get(next).get())) {
                    any = true;
                    options = pass.options(best.candidate, best.seen);
                } else {
                    next++;
                }
            }
            return any;
        }

        private boolean accepts(Candidate candidate) {
            OptionalInt characters = measure.characters(candidate);
            if (characters.isEmpty()) {
                return false;
            }
            Size size = Size.of(candidate.world(), characters.getAsInt());
            if (size.compareTo(best.size) >= 0
                    || !tried.add(new Key(candidate.world(), rows(candidate), candidate.seed()))
                    || (cutBy != null && !candidate.world().caps().equals(cutBy))
                    || !WorldValidation.problems(candidate.world(), words).isEmpty()) {
                return false;
            }
            RunResult result = run(candidate, caps(candidate));
            if ((cutBy == null && result.end().capped()) || !fails.test(result)) {
                return false;
            }
            best = new Best(candidate, new Sighting(result), size);
            return true;
        }

        /** A simplification that makes a run much longer is none. */
        private Caps caps(Candidate candidate) {
            Caps own = candidate.world().caps();
            if (cutBy != null) {
                return new Caps(
                        Math.max(1, own.events() / SHORTER),
                        Math.max(1, own.virtualNanos() / SHORTER),
                        own.eventsAtOneInstant());
            }
            long events =
                    Math.max(LEAST_EVENTS, EVENTS_FACTOR * best.seen.result().events());
            return new Caps(Math.min(own.events(), events), own.virtualNanos(), own.eventsAtOneInstant());
        }

        /** Whether the best, where it was told by less than a whole run, fails in a whole one, too. */
        boolean holds() {
            Candidate small = best.candidate;
            return cutBy == null
                    || runs == 1
                    || fails.test(run(small, small.world().caps()));
        }

        private boolean mayGoOn() {
            return runs < limits.runs() && limits.goOn().getAsBoolean();
        }

        private static List<@Nullable Object> rows(Candidate candidate) {
            List<@Nullable Object> rows = new ArrayList<>();
            rows.add(candidate.profile().name());
            for (Row<?> row : candidate.profile().overridden()) {
                rows.add(row.name());
                rows.add(candidate.profile().value(row));
            }
            return rows;
        }
    }
}

package io.kvdrill.sim.search.why;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.kernel.ChoiceSource;
import io.kvdrill.sim.kernel.RandomStreams.Fork;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.Violation;
import io.kvdrill.sim.search.ForkingTrial;
import io.kvdrill.sim.search.shrink.Postponed;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * Finds the moment from which on a run had to fail: repeats it up to an instant, lets it go on in other ways from there,
 * and looks how often the same law breaks. Cuts are made where the likelihood rises most. The same arguments give the
 * same curve, unless {@code goOn} depends on something else.
 */
public final class Futures {
    /** The likelihood above which a failure counts as inevitable. */
    private static final double CERTAIN = 0.95;

    private static final double UNDECIDED = 0.8;
    /** What is tried where chance alone changes nothing, the smallest change first. */
    private static final List<Variation> OPEN = List.of(
            Variation.open(5),
            Variation.open(50),
            Variation.open(400),
            Variation.postponed(10),
            Variation.postponed(50),
            Variation.postponed(200));

    private static final int FIRST_CUTS = 9;

    private final ForkingTrial trial;
    private final int futures;
    private final int mostCuts;
    private final BooleanSupplier goOn;
    private int runs;

    /**
     * Looks into futures.
     *
     * @param futures how many from each cut
     * @param mostCuts most cuts, at least 2
     * @param goOn asked before each cut; false ends it with what there is
     */
    public Futures(ForkingTrial trial, int futures, int mostCuts, BooleanSupplier goOn) {
        this.trial = trial;
        this.futures = futures;
        this.mostCuts = mostCuts;
        this.goOn = goOn;
    }

    /**
     * The curve of a failing run.
     *
     * @param failed the run, with its trace
     * @param law that breaks in it
     * @throws IllegalArgumentException if it does not
     */
    public Curve of(RunResult failed, String law) {
        runs = 0;
        long broken = failed.violations().stream()
                .filter(violation -> violation.law().equals(law))
                .map(Violation::worldNanos)
                .min(Comparator.naturalOrder())
                .orElseThrow(() -> new IllegalArgumentException(law + " does not break in the run"));
        Look look = new Look(failed.world(), failed.profile(), failed.seed(), law);
        List<Long> instants = instants(failed, broken);
        Variation variation = look.variation(failed.fingerprint());
        SortedMap<Integer, Cut> cuts = new TreeMap<>();
        int last = instants.size() - 1;
        for (int i = 0; i < FIRST_CUTS && i < mostCuts; i++) {
            int place = (int) ((long) last * i / (FIRST_CUTS - 1));
            if ((cuts.isEmpty() || goOn.getAsBoolean()) && !cuts.containsKey(place)) {
                cuts.put(place, look.at(instants.get(place), variation));
            }
        }
        while (cuts.size() < mostCuts && goOn.getAsBoolean()) {
            int middle = middleOfTheStep(cuts);
            if (middle < 0) {
                break;
            }
            cuts.put(middle, look.at(instants.get(middle), variation));
        }
        return curve(failed, law, broken, variation, List.copyOf(cuts.values()));
    }

    /** Instants at which something happened, the moment of the break and the one after it. */
    private static List<Long> instants(RunResult failed, long broken) {
        TreeSet<Long> instants = new TreeSet<>(List.of(0L, broken + 1));
        for (TraceEntry entry : failed.trace().entries()) {
            if (entry.worldNanos() <= broken) {
                instants.add(entry.worldNanos());
            }
        }
        return List.copyOf(instants);
    }

    /** Between the two neighbours with the largest rise that are not next to each other; −1 if there are none. */
    private static int middleOfTheStep(SortedMap<Integer, Cut> cuts) {
        int best = -1;
        double most = 0;
        int before = -1;
        for (int place : cuts.keySet()) {
            if (before >= 0 && place - before > 1) {
                double rise = share(cuts, place) - share(cuts, before);
                if (rise > most) {
                    most = rise;
                    best = before + (place - before) / 2;
                }
            }
            before = place;
        }
        return best;
    }

    private static double share(SortedMap<Integer, Cut> cuts, int place) {
        Cut cut = cuts.get(place);
        return cut == null ? 0 : cut.share();
    }

    private Curve curve(RunResult failed, String law, long broken, Variation variation, List<Cut> cuts) {
        int step = 0;
        double most = 0;
        for (int i = 1; i < cuts.size(); i++) {
            double rise = cuts.get(i).share() - cuts.get(i - 1).share();
            if (rise > most) {
                most = rise;
                step = i;
            }
        }
        List<TraceEntry> happened = new ArrayList<>();
        if (step > 0) {
            for (TraceEntry entry : failed.trace().entries()) {
                if (entry.worldNanos() >= cuts.get(step - 1).atNanos()
                        && entry.worldNanos() <= cuts.get(step).atNanos()) {
                    happened.add(entry);
                }
            }
        }
        long inevitable = -1;
        for (int i = cuts.size() - 1; i >= 0 && cuts.get(i).share() >= CERTAIN; i--) {
            inevitable = cuts.get(i).atNanos();
        }
        return new Curve(law, broken, variation, cuts, step, happened, inevitable <= broken ? inevitable : -1, runs);
    }

    /** One failing run whose futures are looked into. */
    private final class Look {
        private final World world;
        private final Profile profile;
        private final long seed;
        private final String law;

        Look(World world, Profile profile, long seed, String law) {
            this.world = world;
            this.profile = profile;
            this.seed = seed;
            this.law = law;
        }

        /** Chance, where the run has any; else the least jitter that makes another outcome likely enough to be seen. */
        Variation variation(String fingerprint) {
            for (int future = 1; future <= 3; future++) {
                if (!run(0, future, Variation.CHANCE).fingerprint().equals(fingerprint)
                        && at(0, Variation.CHANCE).share() <= CERTAIN) {
                    return Variation.CHANCE;
                }
            }
            for (Variation open : OPEN) {
                if (goOn.getAsBoolean() && at(0, open).share() <= UNDECIDED) {
                    return open;
                }
            }
            return OPEN.get(OPEN.size() - 1);
        }

        Cut at(long nanos, Variation variation) {
            int failed = 0;
            for (int future = 1; future <= futures; future++) {
                boolean breaks = run(nanos, future, variation).violations().stream()
                        .anyMatch(violation -> violation.law().equals(law));
                failed += breaks ? 1 : 0;
            }
            return new Cut(nanos, futures, failed);
        }

        private RunResult run(long nanos, int future, Variation variation) {
            runs++;
            long other = seed + 0x9E3779B97F4A7C15L * future;
            ChoiceSource order = variation.orders() ? new AnyOrderFrom(nanos, other) : ChoiceSource.insertionOrder();
            Fork fork = new Fork(nanos, other, variation.jitterPercent());
            World later = variation.postponedPercent() == 0
                    ? world
                    : Postponed.from(world, nanos, variation.postponedPercent(), other);
            return trial.run(later, profile, seed, order, Keep.FINGERPRINT, fork);
        }
    }
}

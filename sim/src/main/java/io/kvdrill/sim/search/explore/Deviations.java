package io.kvdrill.sim.search.explore;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.kernel.ChoiceSource;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.SimulatedRun;
import io.kvdrill.sim.run.TierFactory;
import io.kvdrill.sim.search.Trial;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What of a schedule differs from the order in which things happen of themselves. Unlike the schedule it fits other worlds,
 * too: what cannot be done there is left out, and between deviations things happen of themselves. So a world can be made
 * smaller around a violation that was explored.
 */
public final class Deviations implements Trial {

    /**
     * One of them.
     *
     * @param name the choice, as {@link Schedule} writes it
     * @param passed how often it could have been made since the deviation before it, and was not
     */
    private record Deviation(String name, int passed) {}

    private final int faults;
    private final TierFactory tiers;
    private final List<Deviation> all;

    private Deviations(int faults, TierFactory tiers, List<Deviation> all) {
        this.faults = faults;
        this.tiers = tiers;
        this.all = List.copyOf(all);
    }

    /**
     * Of a schedule.
     *
     * @param faults how many open faults may strike, as it was explored with
     * @throws Schedule.DoesNotFitException if a choice is not there to be made
     */
    public static Deviations of(Subject subject, int faults, List<String> choices) {
        Noting noting = new Noting(new Schedule.Replay(choices));
        new Drive(subject).run(new Pilot(noting, true, faults), Keep.NOTHING);
        return new Deviations(faults, subject.tiers(), noting.deviations);
    }

    /** How many there are. */
    public int count() {
        return all.size();
    }

    /** All but one of them. */
    public Deviations without(int place) {
        List<Deviation> others = new ArrayList<>(all);
        others.remove(place);
        return new Deviations(faults, tiers, others);
    }

    /** The whole schedule of the run that they make of a world. */
    public List<String> schedule(World world, Profile profile, long seed) {
        Noting noting = new Noting(new Following());
        drive(world, profile, seed, noting, Keep.NOTHING);
        return List.copyOf(noting.names);
    }

    /** The run that they make of a world; {@code choices} has no say in it. */
    @Override
    public RunResult run(World world, Profile profile, long seed, ChoiceSource choices, Keep keep) {
        return drive(world, profile, seed, new Following(), keep);
    }

    private RunResult drive(World world, Profile profile, long seed, Decisions decisions, Keep keep) {
        return new Drive(new Subject(world, profile, seed, tiers)).run(new Pilot(decisions, true, faults), keep);
    }

    /** Makes each as soon as it has been passed as often as it was, and can be made. */
    private final class Following implements Decisions {
        private int place;
        private int passed;
        private int chances;

        @Override
        public Transition choose(List<Transition> options, SimulatedRun run) {
            chances = 0;
            if (options.isEmpty()) {
                return Transition.end();
            }
            for (int i = 1; i < options.size() && place < all.size(); i++) {
                if (options.get(i).name().equals(all.get(place).name) && comes()) {
                    return options.get(i);
                }
            }
            return options.get(0);
        }

        @Override
        public boolean strikes(String fault) {
            chances++;
            return place < all.size() && all.get(place).name.equals(Schedule.within(fault, chances)) && comes();
        }

        private boolean comes() {
            if (passed++ < all.get(place).passed) {
                return false;
            }
            place++;
            passed = 0;
            return true;
        }
    }

    /** Writes down what another decides. */
    private static final class Noting implements Decisions {
        private final Decisions decides;
        private final List<String> names = new ArrayList<>();
        private final List<Deviation> deviations = new ArrayList<>();
        /** What could have been chosen since the last deviation, once for each time. */
        private final List<String> passed = new ArrayList<>();

        private int chances;

        Noting(Decisions decides) {
            this.decides = decides;
        }

        @Override
        public @Nullable Transition choose(List<Transition> options, SimulatedRun run) {
            chances = 0;
            Transition chosen = decides.choose(options, run);
            if (chosen != null && !options.isEmpty()) {
                names.add(chosen.name());
                if (!chosen.name().equals(options.get(0).name())) {
                    deviates(chosen.name());
                } else {
                    options.subList(1, options.size()).forEach(option -> passed.add(option.name()));
                }
            }
            return chosen;
        }

        @Override
        public boolean strikes(String fault) {
            chances++;
            String name = Schedule.within(fault, chances);
            boolean strikes = decides.strikes(fault);
            if (strikes) {
                names.add(name);
                deviates(name);
            } else {
                passed.add(name);
            }
            return strikes;
        }

        private void deviates(String name) {
            deviations.add(new Deviation(
                    name, (int) passed.stream().filter(name::equals).count()));
            passed.clear();
        }
    }
}

package io.kvdrill.sim.search.explore;

import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.SimulatedRun;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import java.util.List;

/**
 * The choices of a run in words, so that it can be made again. After its last choice a run goes on by itself: what comes
 * first of itself happens next.
 */
public final class Schedule {
    private static final String WITHIN = "during that, ";

    private Schedule() {}

    /** A fault in the middle of the step before it in a schedule, after so many chances to strike. */
    static String within(String fault, int chance) {
        return WITHIN + fault + " (chance " + chance + ")";
    }

    /**
     * Makes a run again.
     *
     * @param faults how many open faults may strike, as it was explored with
     * @throws DoesNotFitException if a choice is not there to be made
     */
    public static RunResult replay(Subject subject, int faults, List<String> choices, Keep keep) {
        return new Drive(subject).run(new Pilot(new Replay(choices), true, faults), keep);
    }

    /** A schedule that belongs to another world, profile, seed or version. */
    public static final class DoesNotFitException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        DoesNotFitException(String message) {
            super(message);
        }
    }

    /** Makes the choices of a schedule, one after the other. */
    static final class Replay implements Decisions {
        private final List<String> choices;
        private int place;
        private int chances;

        Replay(List<String> choices) {
            this.choices = List.copyOf(choices);
        }

        @Override
        public Transition choose(List<Transition> options, SimulatedRun run) {
            chances = 0;
            if (place >= choices.size()) {
                return options.isEmpty() ? Transition.end() : options.get(0);
            }
            String wanted = choices.get(place++);
            for (Transition option : options) {
                if (option.name().equals(wanted)) {
                    return option;
                }
            }
            throw new DoesNotFitException("choice " + place + ", \"" + wanted + "\", cannot be made; there are: "
                    + String.join("; ", options.stream().map(Transition::name).toList()));
        }

        @Override
        public boolean strikes(String fault) {
            chances++;
            boolean strikes = place < choices.size() && choices.get(place).equals(within(fault, chances));
            place += strikes ? 1 : 0;
            return strikes;
        }
    }
}

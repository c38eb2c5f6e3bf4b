package io.kvdrill.sim.world;

import java.util.ArrayList;
import java.util.List;

/** Says everything that is wrong with a world, before anything runs. */
public final class WorldValidation {
    private WorldValidation() {}

    /** The problems of a world, in the order of its parts; empty where it can be run. */
    public static List<WorldProblem> problems(World world, Vocabulary vocabulary) {
        Problems problems = new Problems();
        new PeerChecks(world, problems).check();
        new MomentChecks(world, vocabulary, problems).check();
        new RequestChecks(world, problems).check();
        new WorkloadChecks(world, problems).check();
        new FaultChecks(world, problems).check();
        new ExpectationChecks(world, vocabulary, problems).check();
        return List.copyOf(problems.found);
    }

    /** Collects problems. */
    static final class Problems {
        private final List<WorldProblem> found = new ArrayList<>();

        void add(String path, String message) {
            found.add(new WorldProblem(path, message));
        }

        /**
         * Reports that something does not go with something before it.
         *
         * @param earlier where that is
         */
        void add(String path, String message, String earlier) {
            found.add(new WorldProblem(path, message, earlier));
        }

        /** Reports a number that is outside of its range. */
        void range(String path, long value, long min, long max, String unit) {
            if (value < min || value > max) {
                String limit = max == Long.MAX_VALUE ? "at least " + min : "from " + min + " to " + max;
                add(path, "is " + value + unit + ", must be " + limit + unit);
            }
        }

        /** Reports a name that nothing has. */
        void known(String path, String what, String name, java.util.Collection<String> names) {
            if (!names.contains(name)) {
                add(path, Spelling.unknown(what, name, names));
            }
        }
    }
}

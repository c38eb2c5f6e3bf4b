package io.kvdrill.sim.search.explore;

import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.SimulatedRun;
import io.kvdrill.sim.search.explore.Exploration.Ended;
import io.kvdrill.sim.search.explore.Exploration.Found;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Visits every order of a subject's events, up to a bound: depth first, each run from the beginning along the choices made
 * so far. Ends at the first violation. Used once.
 *
 * <p>With a bound on deviations, equal orders are not left out: the order that stands for others may deviate more than
 * they do.
 */
public final class Explorer {
    private final Subject subject;
    private final Bounds bounds;
    private final Reduction reduction;
    private final StateHash hash;
    private final BooleanSupplier goesOn;
    private final boolean sleeps;

    private final List<Node> path = new ArrayList<>();
    private final Visited visited = new Visited();
    private final Set<Long> finals = new TreeSet<>();
    private long states;
    private long transitions;
    private long choices;
    private long runs;
    private long equalStates;
    private long equalOrders;
    private int deepest;
    private long nanos;
    private boolean deviationsCut;
    private @Nullable Ended ended;
    private @Nullable Found found;

    /**
     * An exploration that has not begun.
     *
     * @param goesOn asked before each run; false ends the exploration with what it has covered
     */
    public Explorer(Subject subject, Bounds bounds, Reduction reduction, StateHash hash, BooleanSupplier goesOn) {
        this.subject = subject;
        this.bounds = bounds;
        this.reduction = reduction;
        this.hash = hash;
        this.goesOn = goesOn;
        this.sleeps = reduction.equalOrders() && bounds.deviations() == Bounds.ANY;
    }

    /** Explores until everything is covered, a law breaks, or a bound or the caller ends it. */
    public Exploration explore() {
        do {
            if (!goesOn.getAsBoolean()) {
                ended = Ended.STOPPED;
            } else {
                run();
            }
        } while (ended == null && advance());
        return result();
    }

    /** What has been covered so far. */
    public Exploration result() {
        Ended why = ended != null ? ended : deviationsCut ? Ended.DEVIATIONS : Ended.EXHAUSTED;
        return new Exploration(
                bounds,
                states,
                transitions,
                choices,
                runs,
                equalStates,
                equalOrders,
                Collections.unmodifiableSet(finals),
                deepest,
                nanos,
                why,
                found);
    }

    private void run() {
        Drive drive = new Drive(subject);
        Path decisions = new Path(drive);
        RunResult result =
                drive.run(new Pilot(decisions, reduction.arrivalsWithSteps(), bounds.faults()), Keep.NOTHING);
        runs++;
        nanos = Math.max(nanos, result.virtualNanos());
        if (!drive.undeclared(result.laws()).isEmpty()) {
            ended = Ended.VIOLATION;
            found = new Found(decisions.schedule(), decisions.deviations());
        }
    }

    /** Goes back to the last choice where something is left to try. */
    private boolean advance() {
        while (!path.isEmpty()) {
            if (path.get(path.size() - 1).next()) {
                return true;
            }
            path.remove(path.size() - 1);
        }
        return false;
    }

    /** The choices of one run: along the path, and then on from its end. */
    private final class Path implements Decisions {
        private final Drive drive;
        private int depth;
        private int taken;
        /** The last choice between transitions. */
        private @Nullable Node last;
        /** A fault has struck since. */
        private boolean struck;
        /** Trace entries at the last choice. */
        private long recorded;

        Path(Drive drive) {
            this.drive = drive;
        }

        @Override
        public int choose(List<Transition> options, SimulatedRun run) {
            if (depth < path.size()) {
                recorded = run.recorded();
                return follow();
            }
            long entries = run.recorded();
            if (last != null
                    && reduction.equalOrders()
                    && !struck
                    && entries == recorded
                    && vain(last.transition(), options)) {
                equalOrders += last.leaveOthersOut();
            }
            recorded = entries;
            if (drive.broken()) {
                return CUT; // the result of the run says which law
            }
            int late = lateNow();
            int deviations = deviations();
            deepest = Math.max(deepest, taken);
            if (options.isEmpty() || (options.size() == 1 && options.get(0).ends())) {
                finals.add(hash.of(run));
                return 0;
            }
            if (taken >= bounds.depth()) {
                ended = Ended.DEPTH;
                return CUT;
            }
            if (states >= bounds.states()) {
                ended = Ended.STATES;
                return CUT;
            }
            Map<String, String> asleep =
                    sleeps && last != null && !struck ? last.asleepAfter() : Collections.emptyMap();
            Set<String> left = null;
            if (reduction.equalStates()) {
                long state = mix(hash.of(run), late, struck(run));
                long before = visited.size();
                left = visited.visit(state, deviations, asleep.keySet());
                states += visited.size() - before;
                if (left != null && left.isEmpty()) {
                    equalStates++;
                    return CUT;
                }
            } else {
                states++;
            }
            if (options.get(0).ends()) {
                finals.add(hash.of(run));
            }
            List<Integer> toTry = toTry(options, late, deviations, asleep, left);
            if (toTry.isEmpty()) {
                return CUT;
            }
            choices += toTry.size() > 1 ? 1 : 0;
            path.add(Node.between(options, late, deviations, asleep, toTry));
            return follow();
        }

        private int follow() {
            Node node = path.get(depth++);
            if (depth == path.size()) {
                transitions++;
            }
            last = node;
            struck = false;
            taken++;
            return node.chosen();
        }

        @Override
        public boolean strikes(String fault) {
            if (depth == path.size()) {
                int deviations = deviations();
                boolean may = deviations < bounds.deviations();
                deviationsCut |= !may;
                String name = "during that, " + fault;
                path.add(Node.ofFault(Transition.fault(name, "", fault), lateNow(), deviations, may));
            }
            Node node = path.get(depth++);
            struck |= node.chosen() == 1;
            return node.chosen() == 1;
        }

        private int lateNow() {
            Node node = last;
            return node == null ? 0 : node.late + (node.transition().late() ? 1 : 0);
        }

        private int deviations() {
            if (depth == 0) {
                return 0;
            }
            Node node = path.get(depth - 1);
            return node.deviations + (node.chosen() > 0 ? 1 : 0);
        }

        private List<Integer> toTry(
                List<Transition> options,
                int late,
                int deviations,
                Map<String, String> asleep,
                @Nullable Set<String> left) {
            List<Integer> toTry = new ArrayList<>();
            for (int i = 0; i < options.size(); i++) {
                Transition option = options.get(i);
                if (option.late() && late >= bounds.late()) {
                    continue;
                }
                if (i > 0 && deviations >= bounds.deviations()) {
                    deviationsCut = true;
                } else if (asleep.containsKey(option.name()) || (left != null && !left.contains(option.name()))) {
                    equalOrders++;
                } else {
                    toTry.add(i);
                }
            }
            return toTry;
        }

        /** The names of the choices of this run. */
        List<String> schedule() {
            List<String> names = new ArrayList<>();
            int effects = 0;
            for (int i = 0; i < depth; i++) {
                Node node = path.get(i);
                if (!node.withinStep) {
                    names.add(node.transition().name());
                    effects = 0;
                } else {
                    effects++;
                    if (node.chosen() == 1) {
                        names.add(Schedule.within(node.options.get(0).fault(), effects));
                    }
                }
            }
            return names;
        }
    }

    /** Whether a step of which nothing came was for nothing: its peer has nothing to do now. */
    private static boolean vain(Transition last, List<Transition> options) {
        return last.blindStep()
                && options.stream()
                        .noneMatch(option -> option.blindStep() && option.peer().equals(last.peer()));
    }

    private static int struck(SimulatedRun run) {
        return run.openMoments().size();
    }

    private static long mix(long state, int late, int open) {
        return (state ^ (late * 0x9E3779B97F4A7C15L)) + open * 0xC2B2AE3D27D4EB4FL;
    }
}

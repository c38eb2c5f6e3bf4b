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
 * Visits every order of a subject's events, up to a bound: depth first. From the end of one order a run is taken back to
 * the last choice where something is left to try, or, where that cannot be, another run is made along the choices up to
 * there. Ends at the first violation. Used once.
 *
 * <p>With a bound on deviations, equal orders are not left out: the order that stands for others may deviate more than
 * they do.
 */
public final class Explorer {
    private final Subject subject;
    private final Bounds bounds;
    private final Reduction reduction;
    private final StateHash hash;
    private final RunMemory memory;
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
    /** Nothing is left to try. */
    private boolean covered;
    /** The end of the path is what is to be tried next. */
    private boolean pathIsAhead;

    private @Nullable Ended ended;
    private @Nullable Found found;

    /**
     * An exploration that has not begun.
     *
     * @param memory takes runs back
     * @param goesOn asked before each order; false ends the exploration with what it has covered
     */
    public Explorer(
            Subject subject,
            Bounds bounds,
            Reduction reduction,
            StateHash hash,
            RunMemory memory,
            BooleanSupplier goesOn) {
        this.subject = subject;
        this.bounds = bounds;
        this.reduction = reduction;
        this.hash = hash;
        this.memory = memory;
        this.goesOn = goesOn;
        this.sleeps = reduction.equalOrders() && bounds.deviations() == Bounds.ANY;
    }

    /** Explores until everything is covered, a law breaks, or a bound or the caller ends it. */
    public Exploration explore() {
        boolean more = mayGoOn();
        while (more) {
            run();
            more = ended == null && !covered && (pathIsAhead || advance());
            pathIsAhead = false;
        }
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
        path.forEach(node -> node.image = null); // of a run that is over
        Drive drive = new Drive(subject);
        Path decisions = new Path(drive);
        RunResult result =
                drive.run(new Pilot(decisions, reduction.arrivalsWithSteps(), bounds.faults()), Keep.NOTHING);
        if (!decisions.cut) {
            runs++;
        }
        nanos = Math.max(nanos, result.virtualNanos());
        if (!drive.undeclared(result.laws()).isEmpty()) {
            ended = Ended.VIOLATION;
            found = new Found(decisions.schedule(), decisions.deviations());
        }
    }

    private boolean mayGoOn() {
        if (goesOn.getAsBoolean()) {
            return true;
        }
        ended = Ended.STOPPED;
        return false;
    }

    /** Goes back to the last choice where something is left to try; false if the exploration is over. */
    private boolean advance() {
        while (!path.isEmpty()) {
            if (path.get(path.size() - 1).next()) {
                return mayGoOn();
            }
            path.remove(path.size() - 1);
        }
        covered = true;
        return false;
    }

    /** The choices of one run: along the path, and then on from its end; and on from where it was taken back to. */
    private final class Path implements Decisions {
        private final Drive drive;
        /** Whether the run was ended before it had come to its own end. */
        private boolean cut;

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
        public @Nullable Transition choose(List<Transition> options, SimulatedRun run) {
            nanos = Math.max(nanos, run.view().nowNanos());
            if (depth < path.size()) {
                Node node = path.get(depth);
                node.meet(options);
                node.image = depth + 1 == path.size() || node.hasMore() ? memory.of(run) : null;
                return follow(run);
            }
            Transition next = goOn(options, run);
            if (next == null) {
                runs++;
                cut = !takeBack();
                next = cut ? null : follow(run);
            }
            return next;
        }

        /** Takes the run back to where something is left to try; false if it has to end instead. */
        private boolean takeBack() {
            if (drive.broken() || ended != null || !advance()) {
                return false;
            }
            for (int i = path.size() - 1; i >= 0; i--) {
                RunMemory.Image image = path.get(i).image;
                if (image != null) {
                    image.restore();
                    depth = i;
                    taken = (int) path.subList(0, i).stream()
                            .filter(node -> !node.withinStep)
                            .count();
                    return true;
                }
            }
            pathIsAhead = true;
            return false;
        }

        /** Goes on from the end of the path; null if nothing is to be tried here. */
        private @Nullable Transition goOn(List<Transition> options, SimulatedRun run) {
            if (last != null
                    && reduction.equalOrders()
                    && !struck
                    && run.recorded() == recorded
                    && vain(last.transition(), options)) {
                equalOrders += last.leaveOthersOut();
            }
            if (drive.broken()) {
                return null; // the result of the run says which law
            }
            int late = lateNow();
            int deviations = deviations();
            deepest = Math.max(deepest, taken);
            if (options.isEmpty() || (options.size() == 1 && options.get(0).ends())) {
                boolean met = !finals.add(hash.of(run)) && reduction.equalStates();
                equalStates += met ? 1 : 0;
                return met ? null : Transition.end();
            }
            if (taken >= bounds.depth()) {
                ended = Ended.DEPTH;
                return null;
            }
            if (states >= bounds.states()) {
                ended = Ended.STATES;
                return null;
            }
            Map<String, String> asleep =
                    sleeps && last != null && !struck ? last.asleepAfter() : Collections.emptyMap();
            Set<String> left = null;
            if (reduction.equalStates() || options.get(0).ends()) {
                long state = hash.of(run);
                if (options.get(0).ends()) {
                    finals.add(state);
                }
                if (reduction.equalStates()) {
                    int spent = bounds.deviations() == Bounds.ANY ? 0 : deviations;
                    left = visited.visit(state, late, spent, asleep.keySet());
                }
            }
            states = reduction.equalStates() ? visited.size() : states + 1;
            if (left != null && left.isEmpty()) {
                equalStates++;
                return null;
            }
            List<Integer> toTry = toTry(options, late, deviations, asleep, left);
            if (toTry.isEmpty()) {
                return null;
            }
            choices += toTry.size() > 1 ? 1 : 0;
            Node node = Node.between(options, late, deviations, asleep, toTry);
            node.image = node.hasMore() ? memory.of(run) : null;
            path.add(node);
            return follow(run);
        }

        private Transition follow(SimulatedRun run) {
            Node node = path.get(depth++);
            if (depth == path.size()) {
                transitions++;
            }
            last = node;
            struck = false;
            taken++;
            recorded = run.recorded();
            return node.transition();
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
                        names.add(Schedule.within(node.fault(), effects));
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
}

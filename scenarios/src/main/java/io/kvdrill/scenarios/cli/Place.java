package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.doctor.RdmaDevices;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.format.unit.UnitException;
import io.kvdrill.scenarios.format.unit.Units;
import io.kvdrill.scenarios.node.DataOptions;
import io.kvdrill.scenarios.node.DataPlane;
import io.kvdrill.scenarios.processes.HostNodes;
import io.kvdrill.scenarios.processes.Onlooker;
import io.kvdrill.scenarios.processes.ProcessesRunner;
import io.kvdrill.scenarios.processes.Refusals;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.run.Runner;
import io.kvdrill.sim.run.RunObserver;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where cases run.
 *
 * @param on as it stands after {@code --on}
 * @param tolerance as it stands after {@code --tolerance}
 * @param data what moves blocks of processes here
 * @param nodes the nodes, where it is there; null elsewhere
 * @param words the options that say so, as they are repeated
 */
record Place(
        String on,
        String tolerance,
        DataPlane data,
        @Nullable HostNodes nodes,
        List<String> words) {
    /** The simulator. */
    static final String SIMULATOR = "sim";
    /** One process for each peer. */
    static final String PROCESSES = "processes";
    /** Nodes that are running already. */
    static final String HOSTS = "hosts";
    /** The tolerance where none is given. */
    static final String USUAL_TOLERANCE = "500ms";

    /**
     * A place.
     *
     * @throws InvalidInputException if what moves blocks is chosen where it cannot be, or nodes are named that are not used
     */
    static Place of(String on, String tolerance, DataOptions data, NodeArguments nodes) {
        if (on.equals(SIMULATOR) && !data.words().isEmpty()) {
            throw refuse(
                    String.join(" ", data.words()) + " with --on sim: nothing moves there",
                    "leave it out, or run --on " + PROCESSES);
        }
        if (on.equals(HOSTS)) {
            if (!data.words().isEmpty()) {
                throw refuse(
                        String.join(" ", data.words()) + " with --on hosts: nodes move blocks as they were started",
                        "leave it out, and start all nodes with it");
            }
            return new Place(on, tolerance, DataPlane.shm(), nodes.nodes(System.getenv()), nodes.words());
        }
        if (nodes.isGiven()) {
            throw refuse(NodeArguments.NODE + " with --on " + on + ": there are no nodes", "say --on " + HOSTS);
        }
        return new Place(on, tolerance, data.plane(System.getenv()), null, data.words());
    }

    /**
     * The cases that can be run there: all of them, or what cannot be done is refused by name.
     *
     * @param profileChosen whether the user chose the profile; otherwise those that cannot be had there are left out
     * @throws InvalidInputException if there is no such place, or one of the cases cannot be run there
     */
    List<RunCase> of(List<RunCase> cases, boolean profileChosen) {
        toleranceNanos();
        if (on.equals(SIMULATOR)) {
            return cases;
        }
        if (!on.equals(PROCESSES) && !on.equals(HOSTS)) {
            throw refuse("--on " + on + ": there is no such world", "sim, processes or hosts");
        }
        List<RunCase> possible = profileChosen
                ? cases
                : cases.stream()
                        .filter(runCase -> Refusals.hasProfile(runCase.profile()))
                        .toList();
        if (possible.isEmpty()) {
            throw refuse(
                    "--on " + on + ": none of these states an outcome under hardened",
                    "with real transports only profiles that extend hardened can be run");
        }
        HostNodes named = nodes;
        if (named == null) {
            refuse(possible, runCase -> Refusals.of(runCase, data.nixlLibrary() != null));
        } else {
            refuse(possible, named::against);
            named.ask();
            refuse(possible, named::againstNodes);
        }
        return possible.stream().map(this::placed).toList();
    }

    private void refuse(List<RunCase> cases, Function<RunCase, List<String>> reasons) {
        List<String> refused = new ArrayList<>();
        Set<String> others = new LinkedHashSet<>();
        for (RunCase runCase : cases) {
            List<String> against = reasons.apply(runCase);
            against.forEach(reason -> refused.add(runCase.scenario().name() + ": " + reason));
            if (against.isEmpty()) {
                others.add(runCase.scenario().name());
            }
        }
        if (!refused.isEmpty()) {
            throw refuse(
                    "--on " + on + " cannot do " + String.join("; ", refused),
                    others.isEmpty()
                            ? "give it what it lacks, or run it in the simulator (--on sim)"
                            : "these can be run: " + String.join(" ", others));
        }
    }

    /** So that the command that repeats it runs it there, too. */
    private RunCase placed(RunCase runCase) {
        List<String> arguments = new ArrayList<>(runCase.arguments());
        arguments.addAll(List.of(RunCase.ON_OPTION, on));
        if (!tolerance.equals(USUAL_TOLERANCE)) {
            arguments.addAll(List.of("--tolerance", tolerance));
        }
        arguments.addAll(words);
        return new RunCase(runCase.scenario(), runCase.profile(), runCase.statedAs(), runCase.seed(), arguments);
    }

    /**
     * What runs cases there.
     *
     * @param simulator that of the simulator
     * @param onlooker told how far a run of real processes is
     */
    Runner runner(Runner simulator, Onlooker onlooker) {
        HostNodes named = nodes;
        if (named != null) {
            return ProcessesRunner.at(toleranceNanos(), named).watchedBy(onlooker);
        }
        return on.equals(PROCESSES)
                ? ProcessesRunner.here(toleranceNanos(), data).watchedBy(onlooker)
                : simulator;
    }

    /** Who looks at a run there: one of real processes is looked at while it lasts, and replayed afterwards. */
    List<RunObserver> observers(Progress progress) {
        return on.equals(SIMULATOR) ? List.of(progress) : List.of();
    }

    /** What moves blocks there, with the devices that it may take, for people. */
    String over() {
        HostNodes named = nodes;
        return named == null ? data.withDevices(RdmaDevices.active()) : named.over();
    }

    /**
     * How much later than stated things may come.
     *
     * @throws InvalidInputException if it is no time
     */
    long toleranceNanos() {
        try {
            return Units.nanos(tolerance);
        } catch (UnitException e) {
            throw refuse("--tolerance " + tolerance + ": " + e.problem(), e.help());
        }
    }

    private static InvalidInputException refuse(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }
}

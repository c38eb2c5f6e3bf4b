package io.kvdrill.scenarios.processes;

import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.node.DataPlane;
import io.kvdrill.scenarios.run.PeerNames;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.run.Runner;
import io.kvdrill.sim.check.Laws;
import io.kvdrill.sim.kernel.RunEnd;
import io.kvdrill.sim.run.RunObserver;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.Verdict;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.End;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Runs cases with one process for each peer, on this host or at nodes, and judges them as the simulator's are. */
public final class ProcessesRunner implements Runner {
    /** How late a deadline may be judged on a busy host. */
    private static final long PATIENCE_NANOS = 250_000_000L;

    private final Tolerance tolerance;
    private final Hosting.Opener hosts;
    private final Onlooker onlooker;

    /** With processes wherever this opens them. */
    ProcessesRunner(long toleranceNanos, Hosting.Opener hosts) {
        this(new Tolerance(toleranceNanos), hosts, Onlooker.NONE);
    }

    private ProcessesRunner(Tolerance tolerance, Hosting.Opener hosts, Onlooker onlooker) {
        this.tolerance = tolerance;
        this.hosts = hosts;
        this.onlooker = onlooker;
    }

    /** The same, and somebody is told how far a run is. */
    public ProcessesRunner watchedBy(Onlooker other) {
        return new ProcessesRunner(tolerance, hosts, other);
    }

    /**
     * With processes of this host.
     *
     * @param toleranceNanos how much later than a scenario states things may come
     * @param data what moves blocks
     */
    public static ProcessesRunner here(long toleranceNanos, DataPlane data) {
        return new ProcessesRunner(toleranceNanos, new LocalHosting.Opener(data));
    }

    /**
     * With processes at nodes that are running already.
     *
     * @param toleranceNanos how much later than a scenario states things may come
     * @param nodes which have been asked
     */
    public static ProcessesRunner at(long toleranceNanos, HostNodes nodes) {
        return new ProcessesRunner(toleranceNanos, new NodeHosting.Opener(nodes));
    }

    /**
     * Runs a case to its end.
     *
     * @throws java.io.UncheckedIOException if a process cannot be started or fails, saying why
     * @throws IllegalArgumentException if {@link Refusals} has reasons against it
     */
    @Override
    public RunResult run(RunCase runCase, List<RunObserver> observers) {
        List<String> against = Refusals.of(runCase, hosts.overNixl());
        if (!against.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", against));
        }
        List<RunObserver> all = new ArrayList<>();
        all.add(Laws.withPinBudget(runCase.scenario().pinBudgetSlotNanos()));
        all.addAll(observers);
        try (Hosting hosting = hosts.open(runCase.world())) {
            World world = hosting.placed();
            try (RealWorld run = new RealWorld(hosting, runCase.profile(), runCase.seed(), paths(world), onlooker)) {
                RunEnd end = run.run();
                hosting.expectWhole();
                World judged = tolerance.on(
                        HostAddresses.patient(world, PATIENCE_NANOS + hosting.uncertaintyNanos()),
                        runCase.profile().name());
                if (run.leavesDeadlines()) {
                    judged = judged.toBuilder()
                            .until(new End.AtTime(run.nowNanos()))
                            .build();
                }
                RunResult result = new Replay(judged, runCase.profile(), run, all).judge(runCase.seed(), end, run);
                List<WayTaken> ways = WayTaken.of(run.peers(), result, hosts.overNixl());
                List<String> problems = new ArrayList<>(WayTaken.problems(ways));
                if (result.verdict() != Verdict.AS_STATED) {
                    problems.addAll(refusedRegions(result));
                }
                return result.with(withPlace(end, hosting, ways), problems);
            }
        }
    }

    /** Where a peer could not take another's memory nothing is loaded, and nobody else says why; each reason once. */
    private static Set<String> refusedRegions(RunResult result) {
        PeerNames names = new PeerNames(result.world());
        Set<String> reasons = new LinkedHashSet<>();
        for (TraceEntry entry : result.trace().entries()) {
            if (entry.event() instanceof SessionEvent.RegistrationSettled settled && !settled.ready()) {
                reasons.add(names.of(entry.peer()) + " cannot write to " + names.of(settled.peer()) + ": "
                        + settled.failure());
            }
        }
        return reasons;
    }

    /** A reader of the report is to know that its times are real. */
    private RunEnd withPlace(RunEnd end, Hosting hosting, List<WayTaken> ways) {
        StringBuilder taken = new StringBuilder();
        ways.forEach(way -> taken.append(way.told()));
        return new RunEnd(
                end.kind(),
                end.detail() + " (" + hosting.about() + taken + "; upper limits of times "
                        + Texts.duration(tolerance.nanos()) + " later than stated)");
    }

    private static ControlPaths paths(World world) {
        boolean trouble = world.faults().stream().anyMatch(fault -> Refusals.needsProxies(fault.fault()));
        return trouble ? ProxyPaths.between(world) : new DirectPaths();
    }
}

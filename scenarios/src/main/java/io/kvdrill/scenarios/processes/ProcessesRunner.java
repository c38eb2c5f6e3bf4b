package io.kvdrill.scenarios.processes;

import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.node.DataPlane;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.run.Runner;
import io.kvdrill.sim.check.Laws;
import io.kvdrill.sim.kernel.RunEnd;
import io.kvdrill.sim.run.RunObserver;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.world.End;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs cases with one process for each peer, on this host, and judges them as the simulator's are. */
public final class ProcessesRunner implements Runner {
    /** How late a deadline may be judged on a busy host. */
    private static final long PATIENCE_NANOS = 250_000_000L;

    private final Tolerance tolerance;
    private final DataPlane data;

    /**
     * A runner.
     *
     * @param toleranceNanos how much later than a scenario states things may come
     * @param data what moves blocks
     */
    public ProcessesRunner(long toleranceNanos, DataPlane data) {
        this.tolerance = new Tolerance(toleranceNanos);
        this.data = data;
    }

    /**
     * Runs a case to its end.
     *
     * @throws UncheckedIOException if a process cannot be started or fails, saying why
     * @throws IllegalArgumentException if {@link Refusals} has reasons against it
     */
    @Override
    public RunResult run(RunCase runCase, List<RunObserver> observers) {
        List<String> against = Refusals.of(runCase, data);
        if (!against.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", against));
        }
        World world = HostAddresses.on(runCase.world());
        if (data.nixlLibrary() == null) {
            Room.check(world);
        }
        List<RunObserver> all = new ArrayList<>();
        all.add(Laws.withPinBudget(runCase.scenario().pinBudgetSlotNanos()));
        all.addAll(observers);
        try {
            Path errors = Files.createTempFile("kvdrill-peers", ".txt");
            errors.toFile().deleteOnExit(); // where the runner is ended from outside
            try (RealWorld run = new RealWorld(world, runCase.profile(), runCase.seed(), paths(world), data, errors)) {
                RunEnd end = withPlace(run.run());
                World judged = tolerance.on(
                        HostAddresses.patient(world, PATIENCE_NANOS),
                        runCase.profile().name());
                if (run.leavesDeadlines()) {
                    judged = judged.toBuilder()
                            .until(new End.AtTime(run.nowNanos()))
                            .build();
                }
                return new Replay(judged, runCase.profile(), run, all).judge(runCase.seed(), end, run);
            } finally {
                tellErrors(errors);
                Files.deleteIfExists(errors);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a file for the errors of peers: " + e.getMessage(), e);
        }
    }

    /** A reader of the report is to know that its times are real. */
    private RunEnd withPlace(RunEnd end) {
        return new RunEnd(
                end.kind(),
                end.detail() + " (real processes of one host, blocks over " + data + "; upper limits of times "
                        + Texts.duration(tolerance.nanos()) + " later than stated)");
    }

    private static ControlPaths paths(World world) {
        boolean trouble = world.faults().stream().anyMatch(fault -> needsProxies(fault.fault()));
        return trouble ? ProxyPaths.between(world) : new DirectPaths();
    }

    private static boolean needsProxies(Fault fault) {
        return !(fault instanceof Fault.Kill
                || fault instanceof Fault.Restart
                || fault instanceof Fault.ShutDown
                || fault instanceof Fault.ResetCache
                || fault instanceof Fault.Pause
                || fault instanceof Fault.StallStep
                || fault instanceof Fault.StepClock
                || fault instanceof Fault.DriftClock
                || fault instanceof Fault.Writes);
    }

    private static void tellErrors(Path errors) throws IOException {
        for (String line : Files.readAllLines(errors)) {
            System.err.println("peer: " + line);
        }
    }
}

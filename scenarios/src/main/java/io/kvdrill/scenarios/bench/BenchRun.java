package io.kvdrill.scenarios.bench;

import com.sun.management.ThreadMXBean;
import io.kvdrill.reports.trace.TraceHeader;
import io.kvdrill.reports.trace.TraceWriter;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.run.Version;
import io.kvdrill.sim.check.Laws;
import io.kvdrill.sim.kernel.RunEnd;
import io.kvdrill.sim.run.RunObserver;
import io.kvdrill.sim.run.RunOptions;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.RunView;
import io.kvdrill.sim.run.SimulatedRun;
import io.kvdrill.sim.run.TierFactory;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Makes a run on the calling thread, and measures it. */
public final class BenchRun {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private BenchRun() {}

    /**
     * Makes a run.
     *
     * @throws UncheckedIOException if its trace cannot be written to a temporary file
     * @throws InvalidInputException if a cap ends it
     */
    public static Measured measure(RunCase runCase, BenchMode mode) {
        if (mode != BenchMode.TRACED) {
            return measure(runCase, mode == BenchMode.CHECKED, null);
        }
        try {
            Path file = Files.createTempFile("kvdrill-bench", ".jsonl");
            try (TraceWriter writer = new TraceWriter(
                    Files.newOutputStream(file),
                    TraceHeader.of(
                            runCase.scenario().name(), runCase.profile().name(), runCase.seed(), Version.text()))) {
                return measure(runCase, true, new Tracing(writer));
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a trace could not be written: " + e.getMessage(), e);
        }
    }

    private static Measured measure(RunCase runCase, boolean checked, @Nullable Tracing tracing) {
        RunOptions options = RunOptions.of(runCase.seed(), TierFactory.own()).keeping(Keep.FINGERPRINT);
        if (checked) {
            options = options.observedBy(Laws.standard());
        }
        if (tracing != null) {
            options = options.observedBy(tracing);
        }
        System.gc();
        ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
        long wall = System.nanoTime();
        long cpu = cpuNanos();
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        SimulatedRun run = new SimulatedRun(runCase.world(), runCase.profile(), options);
        RunResult result = run.run();
        refuseIfCut(runCase, result.end());
        return new Measured(
                result.traceEntries(),
                result.events(),
                result.virtualNanos(),
                System.nanoTime() - wall,
                cpuNanos() - cpu,
                THREADS.getCurrentThreadAllocatedBytes() - allocated,
                peak(),
                result.fingerprint());
    }

    /** What was cut off says nothing of a whole run. */
    private static void refuseIfCut(RunCase runCase, RunEnd end) {
        if (end.capped()) {
            throw new InvalidInputException(
                    Source.of("kvdrill", "").whole(),
                    runCase.scenario().name() + " was cut off: " + end.detail(),
                    "let it go on, such as with --set caps.events=100000000");
        }
    }

    private static long cpuNanos() {
        long collectingMillis = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            collectingMillis += Math.max(0, collector.getCollectionTime());
        }
        return THREADS.getCurrentThreadCpuTime() + TimeUnit.MILLISECONDS.toNanos(collectingMillis);
    }

    private static long peak() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }

    /** Writes entries as they come. */
    private static final class Tracing implements RunObserver {
        private final TraceWriter writer;

        Tracing(TraceWriter writer) {
            this.writer = writer;
        }

        @Override
        public void onEntry(TraceEntry entry, RunView run) {
            try {
                writer.write(entry);
            } catch (IOException e) {
                throw new UncheckedIOException("a trace could not be written: " + e.getMessage(), e);
            }
        }
    }
}

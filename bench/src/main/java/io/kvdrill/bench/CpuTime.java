package io.kvdrill.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * CPU time of the process for each operation, its collector and compiler included: what an operation costs on a machine
 * that others use as well. {@code -prof io.kvdrill.bench.CpuTime} turns it on.
 */
public final class CpuTime implements InternalProfiler {
    /** What the result is called. */
    static final String NAME = "cpu";

    private final OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private long before;

    /** Called by the benchmark runner. */
    public CpuTime() {}

    @Override
    public String getDescription() {
        return "CPU time of the process for each operation";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmarkParams, IterationParams iterationParams) {
        before = process.getProcessCpuTime();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmarkParams, IterationParams iterationParams, IterationResult result) {
        long nanos = process.getProcessCpuTime() - before;
        long operations = result.getMetadata().getAllOps();
        double each = operations == 0 ? Double.NaN : (double) nanos / operations;
        return List.of(new ScalarResult(NAME, each, "ns/op", AggregationPolicy.AVG));
    }
}

package io.kvdrill.bench;

import io.kvdrill.sim.kernel.EventLabel;
import io.kvdrill.sim.kernel.Kernel;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The hold model in the kernel itself, with its caps, causes and labels. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-XX:+UseSerialGC", "-Xms1g", "-Xmx1g"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class KernelBenchmark {
    private static final int AT_ONCE = 10_000;
    private static final EventLabel LABEL = new EventLabel("measured", "");

    /** How many events are pending. */
    @Param({"1000", "10000", "100000"})
    public int pending;

    private Kernel kernel = new Kernel();
    private Delays delays = Delays.exponential();
    private int left;

    private final class Holder implements Runnable {
        @Override
        public void run() {
            kernel.after(delays.next(), LABEL, this);
            if (--left == 0) {
                kernel.stop("enough");
            }
        }
    }

    /** Fills the kernel. */
    @Setup
    public void fill() {
        kernel = new Kernel();
        delays = Delays.exponential();
        for (int i = 0; i < pending; i++) {
            kernel.after(delays.next(), LABEL, new Holder());
        }
        for (int i = 0; i < 4 * pending; i += AT_ONCE) {
            hold();
        }
    }

    /** So many events fire. */
    @Benchmark
    @OperationsPerInvocation(AT_ONCE)
    public long hold() {
        left = AT_ONCE;
        kernel.run();
        return kernel.firedEvents();
    }
}

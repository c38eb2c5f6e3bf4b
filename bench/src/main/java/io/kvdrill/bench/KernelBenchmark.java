package io.kvdrill.bench;

import io.kvdrill.sim.kernel.EventLabel;
import io.kvdrill.sim.kernel.Kernel;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** The hold model in the kernel itself, with its caps, causes and labels. */
@Fork(
        value = 1,
        jvmArgsAppend = {"-XX:+UseSerialGC", "-Xms1g", "-Xmx1g"})
public class KernelBenchmark extends NanosPerOperation {
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

package io.kvdrill.bench;

import io.kvdrill.core.time.Deadline;
import io.kvdrill.core.time.Deadlines;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** So many timeouts are armed; each step cancels one of them, chosen by chance, and arms it again. */
@Fork(
        value = 1,
        jvmArgsAppend = {"-XX:+UseSerialGC", "-Xms2g", "-Xmx2g"})
public class TimeoutsBenchmark extends NanosPerOperation {
    private static final long SECOND = 1_000_000_000L;
    private static final long[] LENGTHS = {15 * SECOND, 30 * SECOND, 60 * SECOND};
    private static final int CHOICES = 1 << 20;

    /** How many are armed. */
    @Param({"1000", "1000000"})
    public int live;

    private final Deadlines deadlines = new Deadlines();
    private Deadline[] armed = {};
    private final int[] choices = new int[CHOICES];
    private long now;
    private int step;
    private long expired;

    /** Arms them. */
    @Setup
    public void arm() {
        SplittableRandom random = new SplittableRandom(4);
        armed = new Deadline[live];
        for (int i = 0; i < live; i++) {
            armed[i] = new Deadline() {};
            deadlines.arm(armed[i], now, LENGTHS[i % LENGTHS.length]);
        }
        for (int i = 0; i < CHOICES; i++) {
            choices[i] = random.nextInt(live);
        }
    }

    /**
     * Cancels one, arms it again, and takes what has fallen due. Time passes so fast that one in six falls due before it
     * is chosen.
     */
    @Benchmark
    public long cancelAndArm() {
        now += 15 * SECOND / live;
        for (Deadline due = deadlines.pollDue(now); due != null; due = deadlines.pollDue(now)) {
            expired++;
            due.takeDue();
        }
        int chosen = choices[step++ & (CHOICES - 1)];
        deadlines.disarm(armed[chosen]);
        deadlines.arm(armed[chosen], now, LENGTHS[chosen % LENGTHS.length]);
        return expired;
    }
}

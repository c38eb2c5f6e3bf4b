package io.kvdrill.bench;

import io.kvdrill.core.time.Deadline;
import io.kvdrill.core.time.Deadlines;
import io.kvdrill.sim.kernel.Event;
import io.kvdrill.sim.kernel.PendingEvents;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Nodes in pairs, one message under way between the two of a pair; each message may arm a timeout of 30 ms, which its
 * answer nearly always cancels.
 */
@Fork(
        value = 1,
        jvmArgsAppend = {"-XX:+UseSerialGC", "-Xms2g", "-Xmx2g"})
public class PingPongBenchmark extends NanosPerOperation {
    private static final long TIMEOUT_NANOS = 30_000_000;

    /** Where timeouts are. */
    public enum Timers {
        /** There are none. */
        NONE,
        /** In the queue, and cancelled there. */
        IN_QUEUE,
        /** In a FIFO of their length beside it, as the tier keeps them; the queue is asked for the head only. */
        BESIDE
    }

    /** Which queue. */
    @Param
    public PendingEvents.Kind queue = PendingEvents.Kind.RADIX;

    /** How many nodes. */
    @Param({"1000", "10000", "100000"})
    public int nodes;

    /** Where timeouts are. */
    @Param
    public Timers timers = Timers.NONE;

    private PendingEvents events = PendingEvents.Kind.RADIX.create();
    private final Delays delays = Delays.messages();
    private Deadlines deadlines = new Deadlines();
    private long now;
    private long sequence;
    private long expired;

    /** What is under way between the two nodes of a pair. */
    private final class Message implements Runnable {
        private final Deadline deadline = new Deadline() {};
        private @Nullable Event timer;

        @Override
        public void run() {
            switch (timers) {
                case NONE -> {}
                case IN_QUEUE -> {
                    if (timer != null && timer.pending()) {
                        events.cancel(timer);
                    }
                    timer = PendingEvents.event(now + TIMEOUT_NANOS, sequence++, this::expire);
                    events.add(timer);
                }
                case BESIDE -> {
                    while (deadlines.pollDue(now) != null) {
                        expire();
                    }
                    deadlines.arm(deadline, now, TIMEOUT_NANOS);
                }
            }
            events.add(PendingEvents.event(now + delays.next(), sequence++, this));
        }

        private void expire() {
            expired++;
        }
    }

    /** Sends the first messages. */
    @Setup
    public void start() {
        events = queue.create();
        deadlines = new Deadlines();
        for (int i = 0; i < nodes / 2; i++) {
            events.add(PendingEvents.event(delays.next(), sequence++, new Message()));
        }
        for (int i = 0; i < 8 * nodes; i++) {
            message();
        }
    }

    /** One message arrives, and is answered. */
    @Benchmark
    public long message() {
        Event event = events.poll();
        if (event == null) {
            throw new IllegalStateException("nothing is pending");
        }
        now = event.timeNanos();
        PendingEvents.fire(event);
        return expired;
    }
}

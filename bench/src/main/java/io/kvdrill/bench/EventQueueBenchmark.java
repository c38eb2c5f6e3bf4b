package io.kvdrill.bench;

import io.kvdrill.sim.kernel.Event;
import io.kvdrill.sim.kernel.PendingEvents;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** The hold model: so many events are pending, and each that fires schedules one more. The callback is part of it. */
@Fork(
        value = 1,
        jvmArgsAppend = {"-XX:+UseSerialGC", "-Xms1g", "-Xmx1g"})
public class EventQueueBenchmark extends NanosPerOperation {
    /** How far ahead events are scheduled. */
    public enum Law {
        /** Exponential. */
        EXPONENTIAL,
        /** Messages and timers. */
        BIMODAL
    }

    /** Which queue. */
    @Param
    public PendingEvents.Kind queue = PendingEvents.Kind.RADIX;

    /** How many events are pending. */
    @Param({"1000", "10000", "100000"})
    public int pending;

    /** How far ahead they are scheduled. */
    @Param
    public Law law = Law.EXPONENTIAL;

    private PendingEvents events = PendingEvents.Kind.RADIX.create();
    private Delays delays = Delays.exponential();
    private long now;
    private long sequence;

    /** One of those that are pending at any time. */
    private final class Holder implements Runnable {
        private long fired;

        @Override
        public void run() {
            fired++;
            events.add(PendingEvents.event(now + delays.next(), sequence++, this));
        }
    }

    /** Fills the queue, and lets it come to its usual shape. */
    @Setup
    public void fill() {
        events = queue.create();
        delays = law == Law.EXPONENTIAL ? Delays.exponential() : Delays.messagesAndTimers();
        for (int i = 0; i < pending; i++) {
            events.add(PendingEvents.event(delays.next(), sequence++, new Holder()));
        }
        for (int i = 0; i < 4 * pending; i++) {
            hold();
        }
    }

    /** One event fires. */
    @Benchmark
    public long hold() {
        Event event = events.poll();
        if (event == null) {
            throw new IllegalStateException("nothing is pending");
        }
        now = event.timeNanos();
        PendingEvents.fire(event);
        return now;
    }
}

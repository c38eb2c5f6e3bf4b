package io.kvdrill.scenarios.node;

import io.kvdrill.sim.kernel.Event;
import io.kvdrill.sim.kernel.EventLabel;
import io.kvdrill.sim.kernel.EventOrder;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.kernel.Limits;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Drives a kernel by the host's monotonic clock: an event fires once its time has come, those of one time in the order of
 * scheduling, and the kernel's time is then the clock's. In between its thread sleeps, or runs what others have posted.
 *
 * <p>One thread calls {@link #run}, and is the kernel's; {@link #post} may be called from any.
 */
public final class RealTime implements EventOrder {
    /** So often {@code isOver} is asked, whatever happens. */
    private static final long LONGEST_SLEEP_NANOS = 100_000_000L;

    private static final EventLabel POSTED = new EventLabel("posted", "");

    private final LinkedBlockingQueue<Runnable> posted = new LinkedBlockingQueue<>();
    private long epochNanos;
    private final Kernel kernel = new Kernel(Limits.standard(), this);
    private BooleanSupplier over = () -> false;

    /**
     * Time that begins with an instant of the host's monotonic clock.
     *
     * @param epochNanos what {@link System#nanoTime} shows, or showed, at world time 0
     */
    public RealTime(long epochNanos) {
        this.epochNanos = epochNanos;
    }

    /**
     * Lets time begin with another instant, once, before {@link #run}: of an epoch that has not come, it is 0 until then.
     */
    public void begin(long newEpochNanos) {
        epochNanos = newEpochNanos;
    }

    /** The kernel that it drives. */
    public Kernel kernel() {
        return kernel;
    }

    /** World time on the host's clock, never before that of the event that fires. */
    public long nowNanos() {
        return Math.max(kernel.nowNanos(), System.nanoTime() - epochNanos);
    }

    /** {@link #nowNanos} as a clock. */
    public LongSupplier clock() {
        return this::nowNanos;
    }

    /** Runs an action as the next event of the kernel, on its thread. From any thread. */
    public void post(Runnable action) {
        posted.add(action);
    }

    /**
     * Drives the kernel until {@code isOver} says so and no event is due; asked between events.
     *
     * <p>An exception that an event throws leaves this method.
     */
    public void run(BooleanSupplier isOver) {
        over = isOver;
        kernel.run();
    }

    @Override
    public @Nullable Next next(List<Event> pending, long nowNanos) {
        Event earliest = earliest(pending);
        while (true) {
            long now = nowNanos();
            if (earliest != null && earliest.timeNanos() <= now) {
                return new Next(earliest, now);
            }
            if (over.getAsBoolean()) {
                return null;
            }
            Runnable action = take(earliest == null ? Long.MAX_VALUE : earliest.timeNanos() - now);
            if (action != null) {
                return new Next(kernel.at(nowNanos, POSTED, action), nowNanos());
            }
        }
    }

    private static @Nullable Event earliest(List<Event> pending) {
        Event earliest = null;
        for (Event event : pending) {
            if (earliest == null || event.timeNanos() < earliest.timeNanos()) {
                earliest = event;
            }
        }
        return earliest;
    }

    /** The next action that was posted within this time; null for none. */
    private @Nullable Runnable take(long forNanos) {
        try {
            return posted.poll(Math.min(forNanos, LONGEST_SLEEP_NANOS), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the thread of a peer", e);
        }
    }
}

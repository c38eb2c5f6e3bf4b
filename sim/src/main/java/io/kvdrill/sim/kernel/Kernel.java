package io.kvdrill.sim.kernel;

import io.kvdrill.sim.kernel.RunEnd.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The event loop. Events fire in the order of their times; those of one instant in the order in which they were
 * scheduled, unless a {@link ChoiceSource} decides otherwise; or in any order at all, where an {@link EventOrder} decides.
 * An event may schedule and cancel others, at its own instant, too.
 *
 * <p>An exception that an event throws leaves {@link #runUntil}; the event counts as fired, and the run may go on.
 *
 * <p><b>Caveats.</b> A timeout that nearly always is cancelled is better kept in a FIFO of its length, with only its head
 * in the kernel: a cancelled event occupies the queue until half of it is cancelled.
 */
public final class Kernel {
    /** {@link #nextEventNanos} when nothing is pending. */
    public static final long NEVER = Long.MAX_VALUE;

    private final RadixHeap queue = new RadixHeap();
    private final Causality causality = new Causality();
    private final Cycle cycle = new Cycle();
    private final List<Event> ready = new ArrayList<>();
    private final Limits limits;
    private final ChoiceSource choices;
    /** Set where an order of its own decides, and not the times of events. */
    private final @Nullable FreeQueue free;

    private long nowNanos;
    private long scheduled;
    private long fired;
    private long firedThisInstant;
    private @Nullable String stopReason;

    /** A kernel without caps on events and time that fires in insertion order. */
    public Kernel() {
        this(Limits.standard(), ChoiceSource.insertionOrder());
    }

    /** A kernel with these caps whose order within an instant {@code choices} decides. */
    public Kernel(Limits limits, ChoiceSource choices) {
        this(limits, choices, null);
    }

    /** A kernel with these caps that fires whatever {@code order} picks; events wait in no order of their own. */
    public Kernel(Limits limits, EventOrder order) {
        this(limits, ChoiceSource.insertionOrder(), new FreeQueue(order));
    }

    private Kernel(Limits limits, ChoiceSource choices, @Nullable FreeQueue free) {
        this.limits = limits;
        this.choices = choices;
        this.free = free;
    }

    /** World time. */
    public long nowNanos() {
        return nowNanos;
    }

    /** What the code that runs now is a consequence of. */
    public Causality causality() {
        return causality;
    }

    /** Events fired so far. */
    public long firedEvents() {
        return fired;
    }

    /** Events that will fire unless they are cancelled. */
    public int pendingEvents() {
        return free == null ? queue.size() : free.size();
    }

    /** The time of the next event, or {@link #NEVER}. */
    public long nextEventNanos() {
        if (free != null) {
            return free.earliestNanos();
        }
        return queue.size() == 0 ? NEVER : queue.minNanos();
    }

    /**
     * Schedules an event.
     *
     * @return its handle
     * @throws IllegalArgumentException if {@code timeNanos} has passed
     */
    public Event at(long timeNanos, EventLabel label, Runnable action) {
        if (timeNanos < nowNanos) {
            throw new IllegalArgumentException(
                    label + " was scheduled for " + timeNanos + " ns, but it is already " + nowNanos + " ns");
        }
        Event event = new Event(timeNanos, scheduled++, causality.current(), label, action);
        if (free != null) {
            free.add(event);
        } else {
            queue.add(event);
        }
        return event;
    }

    /**
     * Schedules an event for {@code delayNanos} from now.
     *
     * @throws IllegalArgumentException if the delay is negative
     * @throws ArithmeticException if the time cannot be expressed
     */
    public Event after(long delayNanos, EventLabel label, Runnable action) {
        return at(Math.addExact(nowNanos, delayNanos), label, action);
    }

    /** Keeps an event from firing. Null and events that have fired are ignored. */
    public void cancel(@Nullable Event event) {
        if (event == null || !event.pending()) {
            return;
        }
        event.action = null;
        if (free != null) {
            free.remove(event);
        } else {
            queue.cancelled(event);
        }
    }

    /** Ends the run after the event that fires now. */
    public void stop(String reason) {
        stopReason = reason;
    }

    /** Runs until nothing is pending, or a cap or {@link #stop} ends the run. */
    public RunEnd run() {
        return runUntil(NEVER);
    }

    /**
     * Fires every event up to and including {@code untilNanos}, and sets the time to that moment unless the run ended
     * before. May be called again afterwards.
     */
    public RunEnd runUntil(long untilNanos) {
        if (free != null) {
            return runFreely(free);
        }
        while (true) {
            if (stopReason != null) {
                String reason = stopReason;
                stopReason = null;
                return new RunEnd(Kind.STOPPED, reason);
            }
            if (queue.size() == 0) {
                moveTo(untilNanos);
                return new RunEnd(Kind.QUIESCENT, "no event is pending");
            }
            long next = queue.minNanos();
            if (next > untilNanos) {
                moveTo(untilNanos);
                return new RunEnd(Kind.TIME_REACHED, "reached " + untilNanos + " ns");
            }
            RunEnd capped = capReachedBefore(next);
            if (capped != null) {
                return capped;
            }
            fire(take());
        }
    }

    private RunEnd runFreely(FreeQueue pending) {
        while (stopReason == null) {
            if (fired >= limits.maxEvents()) {
                return new RunEnd(Kind.EVENT_CAP, fired + " events have fired, the most that are allowed");
            }
            EventOrder.Next next = pending.next(nowNanos);
            if (next == null) {
                break;
            }
            nowNanos = Math.max(nowNanos, next.atNanos());
            Event event = next.event();
            if (event != null) {
                pending.remove(event);
                fired++;
                run(event);
            }
        }
        String reason = stopReason;
        stopReason = null;
        return reason == null
                ? new RunEnd(Kind.QUIESCENT, "nothing is pending that could happen")
                : new RunEnd(Kind.STOPPED, reason);
    }

    private void moveTo(long untilNanos) {
        if (untilNanos != NEVER && untilNanos > nowNanos) {
            nowNanos = untilNanos;
            firedThisInstant = 0;
        }
    }

    private @Nullable RunEnd capReachedBefore(long next) {
        if (fired >= limits.maxEvents()) {
            return new RunEnd(Kind.EVENT_CAP, fired + " events have fired, the most that are allowed");
        }
        if (next > limits.maxNanos()) {
            return new RunEnd(
                    Kind.TIME_CAP, "the next event is after " + limits.maxNanos() / 1e9 + " s, the latest allowed");
        }
        if (next == nowNanos && firedThisInstant >= limits.maxEventsPerInstant()) {
            return new RunEnd(Kind.LIVELOCK, firedThisInstant + " events at " + nowNanos + " ns: " + cycle.describe());
        }
        return null;
    }

    private Event take() {
        if (choices != InsertionOrder.INSTANCE) {
            ready.clear();
            queue.peekEarliest(ready);
            if (ready.size() > 1) {
                int choice = choices.choose(ready);
                Event chosen = ready.get(choice);
                queue.remove(chosen);
                return chosen;
            }
        }
        return queue.poll();
    }

    private void fire(Event event) {
        if (event.timeNanos != nowNanos) {
            nowNanos = event.timeNanos;
            firedThisInstant = 0;
            cycle.clear();
        }
        fired++;
        firedThisInstant++;
        if (firedThisInstant > limits.maxEventsPerInstant() - Cycle.WINDOW) {
            cycle.add(event.label);
        }
        run(event);
    }

    private void run(Event event) {
        Runnable action = event.action;
        event.action = null;
        causality.set(event.cause);
        if (action != null) {
            action.run();
        }
    }
}

package io.kvdrill.sim.kernel;

import org.jspecify.annotations.Nullable;

/** An event that {@link Kernel#at} scheduled: the handle that {@link Kernel#cancel} takes. */
public final class Event {
    final long timeNanos;
    final long sequence;
    final long cause;
    final EventLabel label;

    /** Null once the event has fired or was cancelled. */
    @Nullable Runnable action;

    Event(long timeNanos, long sequence, long cause, EventLabel label, Runnable action) {
        this.timeNanos = timeNanos;
        this.sequence = sequence;
        this.cause = cause;
        this.label = label;
        this.action = action;
    }

    /** World time at which it fires. */
    public long timeNanos() {
        return timeNanos;
    }

    /** Its place in the order of scheduling, from 0. */
    public long sequence() {
        return sequence;
    }

    /** The trace entry that was current when it was scheduled, or {@link Causality#NONE}. */
    public long cause() {
        return cause;
    }

    /** What it is about. */
    public EventLabel label() {
        return label;
    }

    /** Whether it will still fire. */
    public boolean pending() {
        return action != null;
    }

    @Override
    public String toString() {
        return label + " at " + timeNanos + " ns";
    }
}

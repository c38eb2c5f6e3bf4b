package io.kvdrill.core.time;

import org.jspecify.annotations.Nullable;

/**
 * Something that falls due at a moment unless it is disarmed before. Belongs to at most one {@link Deadlines} at a time,
 * and is a link of its lists: extend it with what is to be done.
 */
public abstract class Deadline {
    @Nullable FixedDelayQueue queue;

    @Nullable Deadline previous;

    @Nullable Deadline next;

    boolean odd;
    boolean due;
    long dueNanos;
    long sequence;

    /** Whether it will fall due. */
    public final boolean armed() {
        return queue != null || odd;
    }

    /** Whether it has fallen due and was neither armed nor disarmed since; answers true once. */
    public final boolean takeDue() {
        boolean wasDue = due;
        due = false;
        return wasDue;
    }

    /** When it falls due, or fell due last; meaningless before it was first armed. */
    public final long dueNanos() {
        return dueNanos;
    }
}

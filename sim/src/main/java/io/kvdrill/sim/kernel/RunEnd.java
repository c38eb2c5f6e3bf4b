package io.kvdrill.sim.kernel;

/**
 * Why {@link Kernel#runUntil} returned.
 *
 * @param kind the reason
 * @param detail the reason for people; names the cycle of a livelock
 */
public record RunEnd(Kind kind, String detail) {

    /** The reasons. */
    public enum Kind {
        /** No event is pending. */
        QUIESCENT,
        /** The time asked for was reached. */
        TIME_REACHED,
        /** {@link Kernel#stop} was called. */
        STOPPED,
        /** {@link Limits#maxEvents}. */
        EVENT_CAP,
        /** {@link Limits#maxNanos}. */
        TIME_CAP,
        /** {@link Limits#maxEventsPerInstant}. */
        LIVELOCK
    }

    /** Whether a cap ended the run, which therefore settled nothing. */
    public boolean capped() {
        return kind == Kind.EVENT_CAP || kind == Kind.TIME_CAP || kind == Kind.LIVELOCK;
    }
}

package io.kvdrill.sim.kernel;

/**
 * Which trace entry the code that runs now is a consequence of. The recorder moves it forward with each entry; the
 * kernel restores, before an event fires, what it was when that event was scheduled.
 */
public final class Causality {
    /** No entry: what happens at the start of a run has no cause. Sequence numbers of entries start at 1. */
    public static final long NONE = 0;

    private long current = NONE;

    /** The sequence number of the entry that is current, or {@link #NONE}. */
    public long current() {
        return current;
    }

    /** Makes an entry current. */
    public void set(long entry) {
        current = entry;
    }

    /** Runs {@code action} as a consequence of an entry; afterwards the entry that was current before is so again. */
    public void because(long entry, Runnable action) {
        long before = current;
        current = entry;
        try {
            action.run();
        } finally {
            current = before;
        }
    }
}

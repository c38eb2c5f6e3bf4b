package io.kvdrill.sim.kernel;

/**
 * Caps that end a run which does not end by itself.
 *
 * @param maxEvents events in the whole run
 * @param maxNanos world time; events after it do not fire
 * @param maxEventsPerInstant events at one instant of world time; one more is a livelock
 */
public record Limits(long maxEvents, long maxNanos, long maxEventsPerInstant) {
    /**
     * Checks the caps.
     *
     * @throws IllegalArgumentException if one is not positive
     */
    public Limits {
        if (maxEvents <= 0 || maxNanos <= 0 || maxEventsPerInstant <= 0) {
            throw new IllegalArgumentException("limits must be positive: " + maxEvents + " events, " + maxNanos
                    + " ns, " + maxEventsPerInstant + " events at one instant");
        }
    }

    /** No cap on events or time; a million events at one instant. */
    public static Limits standard() {
        return new Limits(Long.MAX_VALUE, Long.MAX_VALUE, 1_000_000);
    }
}

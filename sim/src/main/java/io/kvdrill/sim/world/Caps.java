package io.kvdrill.sim.world;

/**
 * Where a run that does not end is ended, as unsettled.
 *
 * @param events most kernel events
 * @param virtualNanos latest time
 * @param eventsAtOneInstant most kernel events at one time; more are a livelock
 */
public record Caps(long events, long virtualNanos, int eventsAtOneInstant) {
    /** Five million events, a day, and 100,000 events at one instant. */
    public static final Caps DEFAULT = new Caps(5_000_000, 86_400_000_000_000L, 100_000);
}

package io.kvdrill.sim.world;

import org.jspecify.annotations.Nullable;

/**
 * A fault and its moment.
 *
 * @param name unique among moments, faults and requests; null for none
 * @param at when it strikes
 * @param forNanos for a lasting fault, how long it lasts; null unless that is stated
 * @param until for a lasting fault, when it ends; null unless that is stated. At most one of the two is
 * @param fault what goes wrong
 */
public record FaultSpec(
        @Nullable String name,
        Moment at,
        @Nullable Long forNanos,
        @Nullable Moment until,
        Fault fault) {

    /** A stroke, or a fault that lasts until the world heals. */
    public static FaultSpec of(Moment at, Fault fault) {
        return new FaultSpec(null, at, null, null, fault);
    }

    /** A fault that lasts for a time. */
    public static FaultSpec lasting(Moment at, long forNanos, Fault fault) {
        return new FaultSpec(null, at, forNanos, null, fault);
    }

    /** A fault that lasts until a moment. */
    public static FaultSpec lasting(Moment at, Moment until, Fault fault) {
        return new FaultSpec(null, at, null, until, fault);
    }

    /** This fault with a name that moments can refer to. */
    public FaultSpec named(String newName) {
        return new FaultSpec(newName, at, forNanos, until, fault);
    }
}

package io.kvdrill.sim.world;

/** When a run ends. */
public sealed interface End {

    /** When nothing is left to do: no request, job, message, transfer or deadline, and no moment that has a time. */
    record Quiescent() implements End {}

    /** At a time. */
    record AtTime(long nanos) implements End {}
}

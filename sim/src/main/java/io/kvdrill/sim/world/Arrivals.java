package io.kvdrill.sim.world;

/** When the sessions of a workload begin, counted from the workload's start. */
public sealed interface Arrivals {

    /** One after each interval, the first at once. */
    record Constant(long intervalNanos) implements Arrivals {}

    /** A Poisson process: the time between two is exponentially distributed, and so is the time to the first. */
    record Poisson(long meanIntervalNanos) implements Arrivals {}

    /**
     * Several at a time, the first burst at once.
     *
     * @param size sessions of a burst
     * @param everyNanos from one burst to the next
     * @param withinNanos the sessions of a burst are spread evenly at random over this time; 0 for the same instant
     */
    record Bursts(int size, long everyNanos, long withinNanos) implements Arrivals {}
}

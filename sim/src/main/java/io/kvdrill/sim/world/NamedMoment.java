package io.kvdrill.sim.world;

/**
 * A moment that others refer to.
 *
 * @param name unique among moments, faults and requests
 * @param moment when it is
 */
public record NamedMoment(String name, Moment moment) {}

package io.kvdrill.scenarios.conform.record;

import io.kvdrill.scenarios.conform.vector.ConformanceVector;

/**
 * One life of a peer's tier, as a vector.
 *
 * @param peer its id, {@code host:port}
 * @param life counted from 1
 * @param vector what it was told and did; perhaps without steps
 * @param end why the vector ends before the life did: something for which the format has no word; empty if it does not
 */
public record RecordedLife(String peer, int life, ConformanceVector vector, String end) {}

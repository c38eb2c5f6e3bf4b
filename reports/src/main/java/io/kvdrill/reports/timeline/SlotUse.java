package io.kvdrill.reports.timeline;

/**
 * What a peer's primary slots are used for, from a time on.
 *
 * @param peer the peer, by id
 * @param nanos from when
 * @param used slots that hold or await a block
 * @param pinned those that a store or a promised hit pins
 * @param held those that are kept from reuse, because a write may still land in them
 */
public record SlotUse(String peer, long nanos, int used, int pinned, int held) {}

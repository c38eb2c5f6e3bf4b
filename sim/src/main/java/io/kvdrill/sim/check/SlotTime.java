package io.kvdrill.sim.check;

/**
 * How long the slots of a peer were held in a run, over all its lives.
 *
 * @param peer its id
 * @param pinnedSlotNanos slots pinned for tiers, times how long
 * @param quarantinedSlotNanos slots in quarantine after the end of their job, times how long: counted apart
 * @param mostPinned most slots pinned at a time, each as often as it is
 * @param mostQuarantined most slots in quarantine at a time
 */
public record SlotTime(
        String peer, long pinnedSlotNanos, long quarantinedSlotNanos, long mostPinned, long mostQuarantined) {}

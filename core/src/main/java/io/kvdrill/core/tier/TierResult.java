package io.kvdrill.core.tier;

/**
 * What a tier reports to the engine. The end of a job and the release of its slots are two events: a load may fail at
 * its deadline while a write may still land in its slots, and a store may fail while a write still reads them
 * (profiles.md, promise 2).
 */
public sealed interface TierResult {

    /** The job it is about. */
    long job();

    /** Which way a job moves blocks. */
    enum Direction {
        /** From a peer into the primary cache. */
        LOAD,
        /** From the primary cache towards a peer. */
        STORE
    }

    /**
     * The job's one result.
     *
     * @param slotsHeld if true, the slots must not be reused before {@link SlotsReleased}; if false, they are free now
     */
    record JobFinished(long job, Direction direction, boolean success, boolean slotsHeld) implements TierResult {}

    /** The slots of a job that finished with {@code slotsHeld} may be reused. */
    record SlotsReleased(long job, Direction direction, ReleaseProof proof) implements TierResult {}

    /** Why no write can touch a slot any more (profiles.md, promise 1). */
    enum ReleaseProof {
        /** The fetch never left this process. */
        NEVER_SENT,
        /** The peer said that the round had ended, and speaks our extensions. */
        PEER_CONFIRMED,
        /** The peer said that the round had ended; trusted, not proved. */
        PEER_TRUSTED,
        /** Every transfer that reads the slot has ended. */
        TRANSFERS_TERMINAL,
        /** The registration of the peer is fenced. */
        FENCED,
        /** None: a timeout of an older profile. */
        TIMEOUT
    }
}

package io.kvdrill.core.tier;

/** Answer of a tier, or of the primary cache, to "have you got this block?". */
public enum LookupOutcome {
    /** It is there, or will be once loaded. */
    HIT,
    /** It is not. */
    MISS,
    /** It is being written; ask again. Only the primary cache answers this. */
    HIT_PENDING,
    /** Not known yet; ask again. */
    RETRY
}

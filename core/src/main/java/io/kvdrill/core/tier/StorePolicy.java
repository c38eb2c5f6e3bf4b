package io.kvdrill.core.tier;

/** Which blocks of a request the engine offers to the tier (vLLM pull request 52912). */
public enum StorePolicy {
    /** Those that the request computes. */
    BLOCK_LEVEL,
    /** Those, and the ones that are already in the primary cache when the store is prepared. */
    REQUEST_LEVEL
}

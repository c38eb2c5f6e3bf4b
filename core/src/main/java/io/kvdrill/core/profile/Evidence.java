package io.kvdrill.core.profile;

/** How we know a row's value under a preset. */
public enum Evidence {
    /** Recorded from a running vLLM tier; a conformance vector pins it. */
    RECORDED,
    /** Read in published source, documentation or a merged pull request. */
    READ,
    /** Not settled by any published source: assumed unchanged, or a value of ours. */
    INFERRED,
    /** Decided by this project. */
    CHOSEN
}

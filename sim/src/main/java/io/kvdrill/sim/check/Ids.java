package io.kvdrill.sim.check;

/** Names of things that peers have in common. */
final class Ids {
    private Ids() {}

    /** An id towards one peer. */
    record Ask(String peer, String request) {}

    /** A lookup of a peer's, as its session counts them. */
    record LookupId(String peer, long lookup) {}

    /** A round towards one peer. */
    record RoundId(String peer, String request, long round) {}
}

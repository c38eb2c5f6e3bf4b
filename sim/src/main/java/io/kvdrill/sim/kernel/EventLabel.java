package io.kvdrill.sim.kernel;

/**
 * Says what an event is about, for people who look for a cycle or explore an order. Callers keep one instance for each
 * kind, peer and lane rather than make one for each event.
 *
 * @param kind what happens, a few words in snake case
 * @param peer whom it concerns; empty where it concerns the world
 * @param lane what it never overtakes: events of one kind, peer and lane fire in the order in which they were scheduled;
 *     empty where it may overtake any other
 */
public record EventLabel(String kind, String peer, String lane) {

    /** A label of events that may overtake one another. */
    public EventLabel(String kind, String peer) {
        this(kind, peer, "");
    }

    @Override
    public String toString() {
        return peer.isEmpty() ? kind : kind + "@" + peer;
    }
}

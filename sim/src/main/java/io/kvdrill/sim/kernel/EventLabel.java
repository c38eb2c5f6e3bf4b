package io.kvdrill.sim.kernel;

/**
 * Says what an event is about, for people who look for a cycle or explore an order. Callers keep one instance for each
 * kind and peer rather than make one for each event.
 *
 * @param kind what happens, a few words in snake case
 * @param peer whom it concerns; empty where it concerns the world
 */
public record EventLabel(String kind, String peer) {

    @Override
    public String toString() {
        return peer.isEmpty() ? kind : kind + "@" + peer;
    }
}

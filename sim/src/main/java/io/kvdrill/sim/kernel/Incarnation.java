package io.kvdrill.sim.kernel;

/**
 * One life of a peer: a restart at the same address is another.
 *
 * @param peer the peer's id
 * @param life counted from 1
 */
public record Incarnation(String peer, int life) {

    @Override
    public String toString() {
        return peer + "#" + life;
    }
}

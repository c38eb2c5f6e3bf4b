package io.kvdrill.sim.fabric;

/** Something that goes wrong for a while. */
public interface Lasting {

    /** Ends it. Ending it again does nothing. */
    void end();

    /** How often it has applied. */
    long hits();
}

package io.kvdrill.sim.run;

/** Decides when peers step. Peers are told apart by their places in the world. */
interface Steps {

    /**
     * Lets a peer step at this time instead of any time that was planned before.
     *
     * @param waits whether it has nothing to do before then: it steps because a deadline comes
     */
    void plan(int peer, long atNanos, boolean waits);

    /** Lets a peer not step until it is planned again. */
    void cancel(int peer);

    /**
     * Whether the steps of this instant are being taken, or were: what they cause at the same instant is seen in the next
     * tick, whether or not a peer has stepped.
     */
    boolean hasFired(long atNanos);

    /** Kernel events that are pending for planned steps. */
    int pendingEvents();
}

package io.kvdrill.sim.fault;

import io.kvdrill.sim.world.Fault.Plane;

/**
 * What faults may do to a world, simulated or real. Peers are given by their names in the world. A method that answers false
 * found nothing to act on.
 */
public interface FaultHooks {

    /** Ends a process, or one of its channels; at once, even in the middle of its step. */
    boolean kill(String peer, Plane plane);

    /** Ends a process as a loss of power does: nobody is told. */
    boolean powerOff(String peer);

    /** Asks a process to end by itself. */
    boolean shutDown(String peer);

    /** Asks an engine to drain its tier and to forget its cache. */
    boolean resetCache(String peer);

    /** Starts a process at a peer's address. */
    boolean start(String peer);

    /** Lets a process stand still. */
    boolean pause(String peer);

    /** Lets it go on. */
    boolean resume(String peer);

    /** Keeps the thread of a process busy. */
    boolean stall(String peer, long nanos);

    /** Sets a clock ahead. */
    void stepClock(String peer, long nanos);

    /** Changes the speed of a clock. */
    void driftClock(String peer, long ppm);

    /** Which life a peer is in. */
    int incarnation(String peer);

    /** What can go wrong on the control network. */
    ControlFaults control();

    /** What can go wrong in the data planes. */
    DataFaults data();
}

package io.kvdrill.sim.run;

import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.sim.engine.SlotMemory;

/**
 * What one process has to reach its peers, from its start to its death: simulated transports, or real ones. Everything
 * happens on the thread that drives the process.
 */
public interface PeerTransports {

    /** The control channel. */
    ControlTransport control();

    /** The data plane. */
    DataTransport data();

    /** The memory that the data plane reads and writes. */
    SlotMemory memory();

    /**
     * The process is dead.
     *
     * @param silently as a loss of power does: nobody is told
     */
    void kill(boolean silently);

    /** The control channel dies, and the process lives on. */
    void killControl();

    /** The data plane dies, and the process lives on. */
    void killData();

    /**
     * The process stands still.
     *
     * @return lets it go on
     */
    Runnable stop();
}

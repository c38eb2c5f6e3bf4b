package io.kvdrill.scenarios.processes;

import io.kvdrill.scenarios.node.RealTime;
import io.kvdrill.sim.fault.ControlFaults;

/** The ways that control messages take between the peers of a run, and what can go wrong on them. */
interface ControlPaths extends AutoCloseable {

    /** Where a peer listens whose id says where it is dialled; 0 for there. */
    int bindPort(String peer);

    /** What can go wrong. */
    ControlFaults faults(RealTime time);

    @Override
    void close();
}

package io.kvdrill.sim.run;

import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.sim.kernel.HostThread;
import io.kvdrill.sim.kernel.Incarnation;
import io.kvdrill.sim.world.PeerSpec;

/** Opens the transports of a process that starts. */
@FunctionalInterface
public interface TransportFactory {

    /**
     * Transports of a new process.
     *
     * @param peer whose process it is
     * @param incarnation which of its lives
     * @param thread its thread, for transports that keep it busy
     * @param trace where their events go, also after the process has died
     * @param rules its profile
     */
    PeerTransports open(PeerSpec peer, Incarnation incarnation, HostThread thread, TraceSink trace, Rules rules);
}

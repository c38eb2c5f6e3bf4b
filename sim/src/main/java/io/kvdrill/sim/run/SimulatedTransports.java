package io.kvdrill.sim.run;

import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.sim.engine.SlotMemory;
import io.kvdrill.sim.kernel.HostThread;
import io.kvdrill.sim.kernel.Incarnation;
import io.kvdrill.sim.network.ControlEndpoint;
import io.kvdrill.sim.network.SimControlNetwork;
import io.kvdrill.sim.network.SimControlTransport;
import io.kvdrill.sim.world.PeerSpec;

/** Transports over the simulated network and fabric. */
final class SimulatedTransports implements TransportFactory {
    private final SimControlNetwork network;
    private final SimulatedDataPlanes planes;

    SimulatedTransports(SimControlNetwork network, SimulatedDataPlanes planes) {
        this.network = network;
        this.planes = planes;
    }

    @Override
    public PeerTransports open(
            PeerSpec peer, Incarnation incarnation, HostThread thread, TraceSink trace, Rules rules) {
        return new Opened(
                peer.id(),
                network.open(ControlEndpoint.of(incarnation, thread, trace, rules)),
                planes.open(peer, incarnation, thread, rules));
    }

    private final class Opened implements PeerTransports {
        private final String peer;
        private final SimControlTransport control;
        private final SimulatedDataPlanes.Plane plane;

        Opened(String peer, SimControlTransport control, SimulatedDataPlanes.Plane plane) {
            this.peer = peer;
            this.control = control;
            this.plane = plane;
        }

        @Override
        public ControlTransport control() {
            return control;
        }

        @Override
        public DataTransport data() {
            return plane.transport();
        }

        @Override
        public SlotMemory memory() {
            return plane;
        }

        @Override
        public void kill(boolean silently) {
            control.kill(silently);
            plane.kill();
        }

        @Override
        public void killControl() {
            control.kill(false);
        }

        @Override
        public void killData() {
            plane.killPlane();
        }

        @Override
        public Runnable stop() {
            return network.faults().stop(peer)::end;
        }
    }
}

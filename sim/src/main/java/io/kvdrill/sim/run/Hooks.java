package io.kvdrill.sim.run;

import io.kvdrill.sim.fault.ControlFaults;
import io.kvdrill.sim.fault.DataFaults;
import io.kvdrill.sim.fault.FaultHooks;
import io.kvdrill.sim.network.SimControlNetwork;
import io.kvdrill.sim.world.Fault.Plane;
import java.util.function.Function;

/** What faults may do to a run. */
final class Hooks implements FaultHooks {
    private final Function<String, PeerProcess> peers;
    private final SimControlNetwork network;
    private final SimulatedDataPlanes planes;

    Hooks(Function<String, PeerProcess> peers, SimControlNetwork network, SimulatedDataPlanes planes) {
        this.peers = peers;
        this.network = network;
        this.planes = planes;
    }

    @Override
    public boolean kill(String peer, Plane plane) {
        PeerProcess process = peers.apply(peer);
        return switch (plane) {
            case BOTH -> process.kill(false);
            case CONTROL -> process.killControl();
            case DATA -> process.killData();
        };
    }

    @Override
    public boolean powerOff(String peer) {
        return peers.apply(peer).kill(true);
    }

    @Override
    public boolean shutDown(String peer) {
        return peers.apply(peer).shutDown();
    }

    @Override
    public boolean resetCache(String peer) {
        return peers.apply(peer).resetCache();
    }

    @Override
    public boolean start(String peer) {
        PeerProcess process = peers.apply(peer);
        boolean down = !process.alive();
        process.start();
        return down;
    }

    @Override
    public boolean pause(String peer) {
        return peers.apply(peer).pause();
    }

    @Override
    public boolean resume(String peer) {
        return peers.apply(peer).resume();
    }

    @Override
    public boolean stall(String peer, long nanos) {
        return peers.apply(peer).stall("a fault", nanos);
    }

    @Override
    public void stepClock(String peer, long nanos) {
        peers.apply(peer).stepClock(nanos);
    }

    @Override
    public void driftClock(String peer, long ppm) {
        peers.apply(peer).driftClock(ppm);
    }

    @Override
    public int incarnation(String peer) {
        return peers.apply(peer).incarnation();
    }

    @Override
    public ControlFaults control() {
        return new SimulatedControlFaults(network.faults());
    }

    @Override
    public DataFaults data() {
        return planes;
    }
}

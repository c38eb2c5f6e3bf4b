package io.kvdrill.scenarios.processes;

import io.kvdrill.sim.fault.ControlFaults;
import io.kvdrill.sim.fault.DataFaults;
import io.kvdrill.sim.fault.FaultHooks;
import io.kvdrill.sim.world.Fault.Plane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;

/** What faults do to real processes. */
final class RealHooks implements FaultHooks {
    private final Function<String, RealPeer> peers;
    private final ControlFaults control;
    private final DataFaults data;

    /**
     * Hooks.
     *
     * @param peers a peer by its name
     */
    RealHooks(Function<String, RealPeer> peers, ControlFaults control, DataFaults data) {
        this.peers = peers;
        this.control = control;
        this.data = data;
    }

    @Override
    public boolean kill(String peer, Plane plane) {
        if (plane != Plane.BOTH) {
            throw new IllegalArgumentException("refused before the run: " + plane + " of a process that lives on");
        }
        return peers.apply(peer).kill();
    }

    @Override
    public boolean powerOff(String peer) {
        RealPeer dead = peers.apply(peer);
        Runnable silence = control.partition(dead.spec().id(), null, false);
        dead.onNextStart(silence);
        return dead.kill();
    }

    @Override
    public boolean shutDown(String peer) {
        return peers.apply(peer).order(new Order.ShutDown());
    }

    @Override
    public boolean resetCache(String peer) {
        return peers.apply(peer).order(new Order.ResetCache());
    }

    @Override
    public boolean start(String peer) {
        RealPeer down = peers.apply(peer);
        boolean starts = !down.alive();
        try {
            down.start();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start the process of " + peer, e);
        }
        return starts;
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
        return peers.apply(peer).order(new Order.Stall(nanos));
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
        return peers.apply(peer).life();
    }

    @Override
    public ControlFaults control() {
        return control;
    }

    @Override
    public DataFaults data() {
        return data;
    }
}

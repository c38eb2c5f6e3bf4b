package io.kvdrill.scenarios.processes;

import io.kvdrill.scenarios.node.RealTime;
import io.kvdrill.sim.fault.ControlFaults;
import io.kvdrill.sim.network.MessageFate;
import io.kvdrill.sim.network.MessageFilter;
import org.jspecify.annotations.Nullable;

/** Peers reach each other directly, and nothing goes wrong on the way. */
final class DirectPaths implements ControlPaths, ControlFaults {

    @Override
    public int bindPort(String peer) {
        return 0;
    }

    @Override
    public ControlFaults faults(RealTime time) {
        return this;
    }

    @Override
    public void close() {}

    @Override
    public Runnable partition(String from, @Nullable String to, boolean oneWay) {
        throw none();
    }

    @Override
    public void reset(String between, String and) {
        throw none();
    }

    @Override
    public void dropSilently(String between, String and) {
        throw none();
    }

    @Override
    public Runnable onMessage(MessageFilter filter, long nth, MessageFate fate) {
        throw none();
    }

    @Override
    public void inject(byte[] identity, String to, byte[] frame) {
        throw none();
    }

    private static IllegalStateException none() {
        return new IllegalStateException("this run has no faults of the control network");
    }
}

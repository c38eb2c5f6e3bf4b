package io.kvdrill.sim.run;

import io.kvdrill.sim.fault.ControlFaults;
import io.kvdrill.sim.network.MessageFate;
import io.kvdrill.sim.network.MessageFilter;
import io.kvdrill.sim.network.NetworkFaults;
import org.jspecify.annotations.Nullable;

/** What goes wrong on the simulated control network. */
record SimulatedControlFaults(NetworkFaults faults) implements ControlFaults {

    @Override
    public Runnable partition(String from, @Nullable String to, boolean oneWay) {
        return faults.partition(from, to, oneWay)::end;
    }

    @Override
    public void reset(String between, String and) {
        faults.reset(between, and);
    }

    @Override
    public void dropSilently(String between, String and) {
        faults.dropSilently(between, and);
    }

    @Override
    public Runnable onMessage(MessageFilter filter, long nth, MessageFate fate) {
        return faults.onMessage(filter, nth, fate)::end;
    }

    @Override
    public void inject(byte[] identity, String to, byte[] frame) {
        faults.inject(identity, to, frame);
    }

    @Override
    public void heal() {
        faults.hangUp();
    }
}

package io.kvdrill.sim.run;

import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.sim.fabric.FabricEvent;
import io.kvdrill.sim.network.NetworkEvent;

/** Which events of the transports the next step of their peer may see. */
final class Wakings {
    private Wakings() {}

    static boolean wakes(TraceEvent event) {
        return event instanceof NetworkEvent || event instanceof FabricEvent;
    }
}

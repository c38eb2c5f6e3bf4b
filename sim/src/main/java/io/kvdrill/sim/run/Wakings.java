package io.kvdrill.sim.run;

import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.sim.fabric.FabricEvent;
import io.kvdrill.sim.network.NetworkEvent;

/** Which events of the transports the next step of their peer sees: all that leaves something for a poll. */
final class Wakings {
    private Wakings() {}

    static boolean wakes(TraceEvent event) {
        if (event instanceof NetworkEvent) {
            return event instanceof NetworkEvent.FrameDelivered
                    || event instanceof NetworkEvent.InboundLinkOpened
                    || event instanceof NetworkEvent.InboundLinkClosed
                    || event instanceof NetworkEvent.LinkLost
                    || event instanceof NetworkEvent.QueueOverflowed;
        }
        return event instanceof FabricEvent.TransferEnded
                || event instanceof FabricEvent.RegistrationEnded
                || event instanceof FabricEvent.FenceEnded;
    }
}

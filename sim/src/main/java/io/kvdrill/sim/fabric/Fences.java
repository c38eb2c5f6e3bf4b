package io.kvdrill.sim.fabric;

import io.kvdrill.core.transport.DataCapabilities;
import io.kvdrill.sim.kernel.EventLabel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Cuts registrations off, and remembers which peers' registrations of this memory were. */
final class Fences {
    private final SimDataTransport transport;
    private final EventLabel label;
    /** For each peer that was fenced off: the last of its registrations of this memory that no longer counts. */
    private final Map<SimDataTransport, Long> revoked = new LinkedHashMap<>();

    Fences(SimDataTransport transport) {
        this.transport = transport;
        this.label = new EventLabel("data_fence", transport.peer());
    }

    void begin(SimRegistration registration) {
        transport
                .trace()
                .emit(new FabricEvent.FenceBegan(registration.peer(), registration.generation(), registration.life()));
        SimFabric fabric = transport.fabric();
        // Registrations that the peer makes from now on belong to its next session.
        long upTo = fabric.lastRegistration();
        long delay = fabric.faults().fenceDelayNanos(transport.peer(), registration.peer());
        if (delay != FabricFaults.NEVER) {
            long nanos = transport.endpoint().plane().fenceNanos() + delay;
            fabric.kernel().after(nanos, label, () -> end(registration, upTo));
        }
    }

    /** Whether a peer's registration of this memory was fenced off. */
    boolean revokes(SimRegistration theirs) {
        Long upTo = revoked.get(theirs.transport());
        return upTo != null && theirs.number() <= upTo;
    }

    private void end(SimRegistration registration, long upTo) {
        if (transport.dead() || transport.closed()) {
            return;
        }
        DataCapabilities capabilities = transport.capabilities();
        if (capabilities.fencesOutbound()) {
            transport.failAll(registration, "fenced");
        }
        SimDataTransport peer = registration.target();
        if (capabilities.fencesInbound() && peer != null) {
            revoked.merge(peer, upTo, Math::max);
            for (Transfer transfer : List.copyOf(transport.incoming())) {
                if (revokes(transfer.registration)) {
                    transfer.fail("the target has revoked access");
                }
            }
        }
        transport
                .trace()
                .emit(new FabricEvent.FenceEnded(
                        registration.peer(),
                        registration.generation(),
                        registration.life(),
                        capabilities.fencesOutbound(),
                        capabilities.fencesInbound()));
        transport.hasFenced(registration);
    }
}

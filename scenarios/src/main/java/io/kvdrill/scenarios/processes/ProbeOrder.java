package io.kvdrill.scenarios.processes;

import io.kvdrill.sim.world.Model;
import io.kvdrill.sim.world.PeerSpec;
import org.jspecify.annotations.Nullable;

/** What a process is told that measures instead of being a peer. */
sealed interface ProbeOrder extends Order {

    /**
     * What such a process is made from; it has an address, and blocks.
     *
     * @param seat what its host decides; null where the runner leaves that to a node
     */
    record ProbeStart(
            PeerSpec peer, Model model, int life, @Nullable Seat seat) implements ProbeOrder, Order.First {
        @Override
        public ProbeStart at(Seat taken) {
            return new ProbeStart(peer, model, life, taken);
        }
    }

    /** Whom to measure, and how often. */
    record Measure(String peer, ProbeReport.Region region, int roundTrips, int registrations, int writes)
            implements ProbeOrder {}
}

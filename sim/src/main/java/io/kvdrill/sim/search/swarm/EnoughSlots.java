package io.kvdrill.sim.search.swarm;

import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Few slots are scarce, but there are enough for any two prompts that each fit in them alone: two requests that load at
 * once, and whose blocks do not fit together, may evict each other's for ever, which says nothing about a tier.
 */
final class EnoughSlots {
    private EnoughSlots() {}

    static List<PeerSpec> in(World drawn) {
        List<PeerSpec> peers = new ArrayList<>();
        for (PeerSpec peer : drawn.peers()) {
            List<Integer> loads = drawn.requests().stream()
                    .filter(request -> loadsAt(request, peer.name()))
                    .map(request ->
                            (int) (request.prompt().tokens() / drawn.model().tokensPerBlock()))
                    .sorted(Comparator.reverseOrder())
                    .toList();
            int slots = peer.slots();
            for (int needed = ofTwo(loads, slots); needed > slots; needed = ofTwo(loads, slots)) {
                slots = needed; // in which a longer prompt may fit, too
            }
            peers.add(slots == peer.slots() ? peer : peer.withSlots(slots));
        }
        return peers;
    }

    /** The blocks of the two longest that fit. */
    private static int ofTwo(List<Integer> longestFirst, int slots) {
        return longestFirst.stream()
                .filter(blocks -> blocks <= slots)
                .limit(2)
                .mapToInt(Integer::intValue)
                .sum();
    }

    private static boolean loadsAt(RequestSpec request, String peer) {
        boolean consumes = peer.equals(request.consume()) && (request.produce() != null || request.source() != null);
        return consumes || (peer.equals(request.produce()) && request.source() != null);
    }
}

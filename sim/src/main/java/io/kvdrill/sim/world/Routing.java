package io.kvdrill.sim.world;

import io.kvdrill.sim.world.RequestSpec.Mode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a router sends the requests of a workload.
 *
 * @param mode who computes and who pulls
 * @param consume the peers that answer
 * @param produce under {@link Mode#PD}, the peers that compute prompts; else null
 * @param source the peers that a prompt's blocks may be pulled from: under {@link Mode#SYMMETRIC} by the consumer, under
 *     {@link Mode#PD} by the producer; null for none. A request whose source would be the peer that pulls has none
 * @param dispatch under {@link Mode#PD}, when the legs leave: {@link Dispatch.AfterPrefill} or {@link Dispatch.Together}
 */
public record Routing(
        Mode mode,
        Choice consume,
        @Nullable Choice produce,
        @Nullable Choice source,
        Dispatch dispatch) {

    /** How one of several peers is chosen. */
    public enum Policy {
        /** The first of the list; a retry at another peer takes the next one. */
        FIXED,
        /** One after the other. */
        ROUND_ROBIN,
        /** The one with the fewest legs of this router under way; of several, the one whose turn it is. */
        LEAST_LOADED,
        /** Any, equally likely. */
        RANDOM,
        /**
         * The one that was last sent the longest beginning of the prompt; the least loaded where none was. As a source:
         * that peer, or none.
         */
        PREFIX_AFFINITY
    }

    /**
     * Peers to choose from.
     *
     * @param peers by name, in order
     * @param policy how
     * @param mostLegs under {@link Policy#PREFIX_AFFINITY}, legs under way at which a peer counts as full, and the least
     *     loaded is taken instead; {@link Integer#MAX_VALUE} for no limit
     */
    public record Choice(List<String> peers, Policy policy, int mostLegs) {
        /** Keeps an immutable copy. */
        public Choice {
            peers = List.copyOf(peers);
        }

        /** Without a limit. */
        public static Choice of(Policy policy, String... peers) {
            return new Choice(List.of(peers), policy, Integer.MAX_VALUE);
        }
    }
}

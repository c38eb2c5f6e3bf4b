package io.kvdrill.sim.fabric;

import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.sim.kernel.HostThread;
import io.kvdrill.sim.kernel.Incarnation;
import io.kvdrill.sim.world.DataPlane;

/**
 * What {@link SimFabric#open} needs to know of an engine.
 *
 * @param incarnation whose endpoint it is
 * @param host its thread
 * @param trace where its events go
 * @param rules its profile
 * @param plane what its data plane costs and can do
 * @param slots blocks in its memory
 * @param blockBytes bytes of a block
 * @param nicBytesPerSecond bandwidth of its network card, each way; 0 for no limit but the links'
 * @param removeStopsTransfers whether ending a registration also ends the writes that go by it
 */
public record DataEndpoint(
        Incarnation incarnation,
        HostThread host,
        TraceSink trace,
        Rules rules,
        DataPlane plane,
        int slots,
        long blockBytes,
        long nicBytesPerSecond,
        boolean removeStopsTransfers) {

    /** An endpoint whose card is as fast as its links, and whose removals stop nothing. */
    public static DataEndpoint of(
            Incarnation incarnation,
            HostThread host,
            TraceSink trace,
            Rules rules,
            DataPlane plane,
            int slots,
            long blockBytes) {
        return new DataEndpoint(incarnation, host, trace, rules, plane, slots, blockBytes, 0, false);
    }

    /** This endpoint with a card of this bandwidth. */
    public DataEndpoint withNic(long bytesPerSecond) {
        return new DataEndpoint(
                incarnation, host, trace, rules, plane, slots, blockBytes, bytesPerSecond, removeStopsTransfers);
    }

    /** This endpoint whose removals stop transfers, or do not. */
    public DataEndpoint withRemoveStopsTransfers(boolean stops) {
        return new DataEndpoint(incarnation, host, trace, rules, plane, slots, blockBytes, nicBytesPerSecond, stops);
    }

    /** The peer's id. */
    public String peer() {
        return incarnation.peer();
    }
}

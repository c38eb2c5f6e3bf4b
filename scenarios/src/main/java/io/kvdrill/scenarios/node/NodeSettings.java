package io.kvdrill.scenarios.node;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.world.Model;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.transports.zmq.AllowedHosts;

/**
 * What one real peer is made from.
 *
 * @param peer its engine, and the address that peers dial
 * @param model the served model
 * @param profile what its tier follows; of its rows about transports only the heartbeats and the size of a message count
 * @param bindHost where to listen if not at the peer's host; empty for there
 * @param bindPort the port to listen at if not the peer's, as behind a proxy; 0 for the peer's
 * @param allowed whom it may dial and hear
 * @param data what moves its blocks
 * @param life which life of the peer it is, from 1
 * @param process a number that no other process of a run has; 0 where there is no run
 * @param seed of its chance
 * @param epochNanos what {@link System#nanoTime} shows, or showed, at world time 0
 */
public record NodeSettings(
        PeerSpec peer,
        Model model,
        Profile profile,
        String bindHost,
        int bindPort,
        AllowedHosts allowed,
        DataPlane data,
        int life,
        long process,
        long seed,
        long epochNanos) {

    /** The epoch of a node whose time begins later: until then it is 0. */
    public static final long LATER = Long.MAX_VALUE / 2;

    /** A peer of its own, over shared memory, that dials and hears loopback addresses only and whose time begins now. */
    public static NodeSettings of(PeerSpec peer, Model model, Profile profile, long seed) {
        return new NodeSettings(
                peer, model, profile, "", 0, AllowedHosts.loopback(), DataPlane.shm(), 1, 0, seed, System.nanoTime());
    }

    /** The same, dialling and hearing others. */
    public NodeSettings withAllowed(AllowedHosts hosts) {
        return new NodeSettings(peer, model, profile, bindHost, bindPort, hosts, data, life, process, seed, epochNanos);
    }

    /** The same, in another life. */
    NodeSettings withLife(int number) {
        return new NodeSettings(
                peer, model, profile, bindHost, bindPort, allowed, data, number, process, seed, epochNanos);
    }

    /** The same, with blocks moved otherwise. */
    public NodeSettings withData(DataPlane plane) {
        return new NodeSettings(
                peer, model, profile, bindHost, bindPort, allowed, plane, life, process, seed, epochNanos);
    }
}

package io.kvdrill.sim.network;

import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.sim.kernel.HostThread;
import io.kvdrill.sim.kernel.Incarnation;

/**
 * What {@link SimControlNetwork#open} needs to know of an engine.
 *
 * @param incarnation whose endpoint it is; the peer's id is its identity
 * @param address where it can be reached, {@code host:port}. Usually the peer's id; two engines that announce the same id
 *     have different addresses
 * @param host its thread
 * @param trace where its events go
 * @param rules its profile
 * @param receiveHighWaterMark messages that one link may have waiting to be read
 * @param maxConnections connections that its sockets and file descriptors suffice for
 */
public record ControlEndpoint(
        Incarnation incarnation,
        String address,
        HostThread host,
        TraceSink trace,
        Rules rules,
        int receiveHighWaterMark,
        int maxConnections) {
    /** With the sender's mark of 1,000, the 1,500 unread messages after which vLLM's sends block. */
    public static final int DEFAULT_RECEIVE_HIGH_WATER_MARK = 500;

    /** ZeroMQ's 1,023 sockets, at three for each peer and one for the ROUTER. */
    public static final int DEFAULT_MAX_CONNECTIONS = 340;

    /** An endpoint at the address that its id names, with the usual limits. */
    public static ControlEndpoint of(Incarnation incarnation, HostThread host, TraceSink trace, Rules rules) {
        return new ControlEndpoint(
                incarnation,
                incarnation.peer(),
                host,
                trace,
                rules,
                DEFAULT_RECEIVE_HIGH_WATER_MARK,
                DEFAULT_MAX_CONNECTIONS);
    }

    /** This endpoint at another address. */
    public ControlEndpoint at(String otherAddress) {
        return new ControlEndpoint(incarnation, otherAddress, host, trace, rules, receiveHighWaterMark, maxConnections);
    }

    /** The peer's id, which its sockets announce. */
    public String identity() {
        return incarnation.peer();
    }
}

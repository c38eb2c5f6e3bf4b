/**
 * One real peer: the engine model of the simulator and the tier, on this host's clock and on real transports.
 *
 * <p>{@link io.kvdrill.sim.run.PeerHost} is the peer. Its kernel is driven by {@link RealTime}, which lets events fire when
 * their times have come on the host's clock. The thread that runs the kernel does everything: the engine's steps, and
 * with them every call into the tier and the transports. Whoever else wants something of the peer (HTTP, the runner of a
 * scenario, a signal) hands an action to {@link RealTime#post}. World time is the host's monotonic clock, so the times of
 * peers of one host compare.
 */
@NullMarked
package io.kvdrill.scenarios.node;

import org.jspecify.annotations.NullMarked;

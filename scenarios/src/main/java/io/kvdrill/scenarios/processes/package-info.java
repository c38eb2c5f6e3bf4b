/**
 * Scenarios in real processes of this host: one JVM for each peer, real transports between them, real faults.
 *
 * <p>The runner's own process holds everything of a world but its peers: {@link io.kvdrill.sim.run.Conductor} on this
 * host's clock. A peer is a {@link PeerMain} that it started; the two talk in lines of JSON through the standard streams of
 * the peer ({@link Wire}), so that what a peer recorded before it was killed is not lost, and a peer whose runner is gone
 * ends. What all peers recorded is put in one order when the run is over, and judged as a simulated run is ({@link
 * Replay}).
 */
@NullMarked
package io.kvdrill.scenarios.processes;

import org.jspecify.annotations.NullMarked;

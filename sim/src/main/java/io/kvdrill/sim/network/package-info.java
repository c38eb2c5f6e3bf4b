/**
 * The control channel of the deterministic world: links with the semantics of ZeroMQ's ROUTER and DEALER sockets
 * (protocol.md section 2), and what can go wrong with them.
 */
@NullMarked
package io.kvdrill.sim.network;

import org.jspecify.annotations.NullMarked;

/** The real tier over ZeroMQ and shared memory: many peers, peers that die often, peers that are not who they say. */
@NullMarked
package io.kvdrill.transports.peers;

import org.jspecify.annotations.NullMarked;

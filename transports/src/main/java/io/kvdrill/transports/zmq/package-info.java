/**
 * The control transport on ZeroMQ (protocol.md section 2): {@link io.kvdrill.transports.zmq.ZmqControlTransport}.
 *
 * <p><b>Threads.</b> The thread that owns the tier makes every call and owns every socket. ZeroMQ's own thread moves
 * bytes, and tells {@link io.kvdrill.transports.zmq.LinkWatch} what becomes of each link; that is all the two share.
 *
 * <p><b>Liveness.</b> ZeroMQ's heartbeats go out at the profile's interval, but the verdict on a silent peer is ours:
 * JeroMQ 0.6.0 loses a timer that is set again before its former expiry, and so never notices a stopped peer while the
 * timeout exceeds the interval (docs/transports.md). What arrives on a link is seen where its frames get their memory.
 */
@NullMarked
package io.kvdrill.transports.zmq;

import org.jspecify.annotations.NullMarked;

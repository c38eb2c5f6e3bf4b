package io.kvdrill.sim.world;

/**
 * The control channel between two peers.
 *
 * @param rtt round trip of a small message; each way takes half of a sample
 * @param bytesPerSecond bandwidth that large messages are slowed by; 0 for none to speak of
 * @param highWaterMark messages that may wait on the sender's side
 */
public record ControlLink(Latency rtt, long bytesPerSecond, int highWaterMark) {
    /** Loopback ZMQ: 120 us, and the library's mark of 1,000 messages. */
    public static final ControlLink DEFAULT = new ControlLink(Latency.fixed(120_000), 0, 1_000);
}

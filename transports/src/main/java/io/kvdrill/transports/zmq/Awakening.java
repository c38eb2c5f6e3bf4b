package io.kvdrill.transports.zmq;

import io.kvdrill.transports.zmq.ZmqConfig.Heartbeat;

/**
 * What is done when this process goes on after it has stood still for so long that a peer may have given it up. What such a
 * peer said until then, and the end of its link, wait together in the kernel; ZeroMQ's thread reads one after the other, and
 * does not say how far it is. So for a moment nothing is taken, and then nothing is heard that came on a link which has ended
 * meanwhile. With libzmq it is chance whether it is heard.
 *
 * <p>Not thread-safe; belongs to the transport's owner.
 */
final class Awakening {
    private static final long LONGEST_PAUSE_NANOS = 250_000_000;

    private final long standstillNanos;
    private final long pauseNanos;
    private boolean under;
    private long sinceNanos;

    Awakening(Heartbeat heartbeat) {
        // A peer gives up when it has heard nothing for the timeout, and it may have heard us last an interval before.
        long intervalNanos = heartbeat.interval().toNanos();
        this.standstillNanos = heartbeat.timeout().toNanos() - intervalNanos;
        this.pauseNanos = Math.min(intervalNanos / 2, LONGEST_PAUSE_NANOS);
    }

    /** Nobody has polled for a while. Whoever polls seldom waits for one poll at most. */
    void stoodStill(long forNanos, long nowNanos) {
        if (forNanos >= standstillNanos && !under) {
            under = true;
            sinceNanos = nowNanos;
        }
    }

    /** Whether what has arrived must not be taken yet. */
    boolean pauses(long nowNanos) {
        return under && nowNanos - sinceNanos < pauseNanos;
    }

    /** Whether what is taken now may have waited since the process stood still. */
    boolean under() {
        return under;
    }

    /** All that waited has been taken. */
    void over() {
        under = false;
    }
}

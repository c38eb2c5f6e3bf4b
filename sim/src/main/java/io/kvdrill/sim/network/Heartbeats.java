package io.kvdrill.sim.network;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;

/**
 * When a link's end notices that it hears nothing any more. No heartbeat is an event of its own: the moment is computed
 * from when the silence began. As in libzmq, an end sends a ping at every interval from the link's establishment; the
 * first ping of the silence starts the timeout, which anything heard would have stopped. The other end's TTL counts only
 * at an end that sends no pings, since elsewhere the answer to its own ping comes after the other's.
 *
 * @param intervalNanos between pings; 0 for none
 * @param timeoutNanos from a ping until silence counts as loss; 0 for never
 * @param ttlNanos how long the other end may hear nothing from this one; 0 for ever
 */
record Heartbeats(long intervalNanos, long timeoutNanos, long ttlNanos) {
    /** Nobody ever notices. */
    static final long NEVER = Long.MAX_VALUE;

    /** Those of a client that has set none. */
    static Heartbeats none() {
        return new Heartbeats(0, 0, 0);
    }

    static Heartbeats of(Rules rules) {
        return new Heartbeats(
                bounded(rules.nanos(Rows.HEARTBEAT_INTERVAL)),
                bounded(rules.nanos(Rows.HEARTBEAT_TIMEOUT)),
                bounded(rules.nanos(Rows.HEARTBEAT_TTL)));
    }

    /** Whether this end sends pings. */
    boolean pings() {
        return intervalNanos > 0;
    }

    /** The first ping at or after a moment. */
    long pingFrom(long establishedNanos, long nanos) {
        long intervals = Math.max(1, ceilDiv(nanos - establishedNanos, intervalNanos));
        return establishedNanos + intervals * intervalNanos;
    }

    /**
     * When this end notices a silence.
     *
     * @param other the heartbeats of the other end
     * @param sinceNanos from when on nothing is heard
     */
    long noticedNanos(Heartbeats other, long establishedNanos, long sinceNanos) {
        if (pings()) {
            return timeoutNanos == 0 ? NEVER : pingFrom(establishedNanos, sinceNanos) + timeoutNanos;
        }
        if (other.pings() && other.ttlNanos > 0) {
            long pingsHeard = (sinceNanos - establishedNanos) / other.intervalNanos;
            return pingsHeard == 0
                    ? NEVER
                    : Math.max(sinceNanos, establishedNanos + pingsHeard * other.intervalNanos + other.ttlNanos);
        }
        return NEVER;
    }

    private static long bounded(long nanos) {
        return nanos == Profile.NO_LIMIT ? 0 : nanos;
    }

    private static long ceilDiv(long dividend, long divisor) {
        return -Math.floorDiv(-dividend, divisor);
    }
}

package io.kvdrill.scenarios.processes;

import java.util.ArrayList;
import java.util.List;

/**
 * The monotonic clock of another host, as it is known by round trips: what that host says it shows was true between our
 * asking and our hearing the answer, and is taken for true in the middle, less the time that the host took. Of several round
 * trips the shortest leaves least open (RFC 5905, section 8, has the same four times). Not thread-safe.
 */
final class HostClock {
    /** So many of the latest round trips say how far the clocks have drifted apart. */
    private static final int LATEST = 16;

    /**
     * A round trip.
     *
     * @param sentNanos on our clock
     * @param receivedNanos on the other's
     * @param answeredNanos on the other's
     * @param backNanos on our clock
     */
    record RoundTrip(long sentNanos, long receivedNanos, long answeredNanos, long backNanos) {
        /** How long it was under way. */
        long nanos() {
            return backNanos - sentNanos - (answeredNanos - receivedNanos);
        }

        /** How far the other's clock is ahead of ours. */
        long offsetNanos() {
            return (receivedNanos - sentNanos) / 2 + (answeredNanos - backNanos) / 2;
        }

        /** By how much that may be wrong. */
        long uncertaintyNanos() {
            return Math.max(0, nanos()) / 2 + 1;
        }
    }

    private final RoundTrip first;
    private final List<RoundTrip> latest = new ArrayList<>();

    /**
     * A clock known by these round trips.
     *
     * @throws IllegalArgumentException if there are none
     */
    HostClock(List<RoundTrip> trips) {
        this.first = shortest(trips);
    }

    /** How far the other's clock is ahead of ours; the same for the whole run. */
    long offsetNanos() {
        return first.offsetNanos();
    }

    /** The shortest of the first round trips. */
    long roundTripNanos() {
        return first.nanos();
    }

    /** A later round trip. */
    void later(RoundTrip trip) {
        latest.add(trip);
        if (latest.size() > LATEST) {
            latest.remove(0);
        }
    }

    /** By how much a time of the other's may be wrong in ours: what the round trip left open, and what is known of drift. */
    long uncertaintyNanos() {
        if (latest.isEmpty()) {
            return first.uncertaintyNanos();
        }
        RoundTrip now = shortest(latest);
        long apart = Math.abs(now.offsetNanos() - first.offsetNanos());
        return first.uncertaintyNanos() + Math.max(0, apart - first.uncertaintyNanos() - now.uncertaintyNanos());
    }

    private static RoundTrip shortest(List<RoundTrip> trips) {
        return trips.stream()
                .min((a, b) -> Long.compare(a.nanos(), b.nanos()))
                .orElseThrow(() -> new IllegalArgumentException("a clock is known by at least one round trip"));
    }
}

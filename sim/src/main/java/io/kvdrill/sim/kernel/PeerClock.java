package io.kvdrill.sim.kernel;

/**
 * A peer's own clock: at an offset from world time, running too fast or too slow, and stepped at times. All arithmetic
 * is exact on integers: local time advances by {@code floor(d × (10⁹ + drift) / 10⁹)} in {@code d} nanoseconds of world
 * time since the last change.
 *
 * <p>The reading never goes back: a step back holds it still until the stepped clock has caught up. World times must not
 * be before the last change.
 */
public final class PeerClock {
    /** Neither {@link #localNanos} nor {@link #worldNanos} can express the answer. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final long BILLION = 1_000_000_000L;

    private long fromWorld;
    private long fromLocal;
    /** The reading does not go below this. */
    private long floorLocal;
    /** Local nanoseconds in a billion of world time. */
    private long rate;

    /**
     * A clock that reads {@code offsetNanos} at world time 0.
     *
     * @param driftPpb by how many parts in a billion it runs fast; negative if slow
     * @throws IllegalArgumentException if the drift would stop the clock or more than double its speed
     */
    public PeerClock(long offsetNanos, long driftPpb) {
        fromLocal = offsetNanos;
        floorLocal = offsetNanos;
        rate = rateOf(driftPpb);
    }

    /** A clock that reads world time. */
    public static PeerClock exact() {
        return new PeerClock(0, 0);
    }

    /** What the clock reads at this world time; {@link #NEVER} if that is too large to say. */
    public long localNanos(long worldNanos) {
        return Math.max(floorLocal, raw(worldNanos));
    }

    /**
     * The earliest world time, from the last change on, at which the clock reads {@code localNanos} or more; {@link
     * #NEVER} for {@code NEVER} and where that is too far away to say.
     */
    public long worldNanos(long localNanos) {
        if (localNanos == NEVER) {
            return NEVER;
        }
        if (localNanos <= floorLocal || localNanos <= fromLocal) {
            return fromWorld;
        }
        long ahead = localNanos - fromLocal;
        if (ahead < 0) {
            return NEVER; // the difference of a large and a very negative time
        }
        // The smallest d with floor(d * rate / 10^9) >= ahead is ceil(ahead * 10^9 / rate), split to stay in 64 bits.
        long whole = ahead / rate;
        long rest = ahead % rate;
        long high = Math.multiplyHigh(whole, BILLION);
        long low = whole * BILLION;
        if (high != 0 || low < 0) {
            return NEVER;
        }
        long world = fromWorld + low + (rest * BILLION + rate - 1) / rate;
        return world < fromWorld ? NEVER : world;
    }

    /** Sets the clock forward (or back, if negative) by this much, at this world time. */
    public void step(long worldNanos, long deltaNanos) {
        long reading = localNanos(worldNanos);
        fromLocal = Math.addExact(raw(worldNanos), deltaNanos);
        fromWorld = worldNanos;
        floorLocal = Math.max(reading, fromLocal);
    }

    /** Changes the drift at this world time; the reading goes on from where it is. */
    public void drift(long worldNanos, long driftPpb) {
        long newRate = rateOf(driftPpb);
        long reading = localNanos(worldNanos);
        fromLocal = raw(worldNanos);
        fromWorld = worldNanos;
        floorLocal = reading;
        rate = newRate;
    }

    private long raw(long worldNanos) {
        long elapsed = worldNanos - fromWorld;
        if (elapsed < 0) {
            throw new IllegalArgumentException(
                    "world time " + worldNanos + " ns is before the clock's last change at " + fromWorld + " ns");
        }
        long seconds = elapsed / BILLION;
        long rest = elapsed % BILLION;
        if (Math.multiplyHigh(seconds, rate) != 0 || seconds * rate < 0) {
            return NEVER;
        }
        long advanced = seconds * rate + rest * rate / BILLION;
        long local = fromLocal + advanced;
        boolean overflow = advanced < 0 || (fromLocal > 0 && local < fromLocal);
        return overflow ? NEVER : local;
    }

    private static long rateOf(long driftPpb) {
        if (driftPpb <= -BILLION || driftPpb > BILLION) {
            throw new IllegalArgumentException(
                    "a drift must be above -10^9 and at most 10^9 parts in a billion, not " + driftPpb);
        }
        return BILLION + driftPpb;
    }
}

package io.kvdrill.bench;

import java.util.SplittableRandom;

/** Delays of events, drawn beforehand so that drawing is not measured. */
final class Delays {
    private static final int COUNT = 1 << 16;
    private static final int MASK = COUNT - 1;
    private static final int TIMERS_OF_100 = 5;
    private static final long TIMER_NANOS = 30_000_000_000L;

    private final long[] nanos = new long[COUNT];
    private int next;

    private Delays() {}

    /** Messages of 50 to 150 µs, and one timer of 30 s in twenty: what a run of the tier schedules. */
    static Delays messagesAndTimers() {
        SplittableRandom random = new SplittableRandom(1);
        Delays delays = new Delays();
        for (int i = 0; i < COUNT; i++) {
            delays.nanos[i] = random.nextInt(100) < TIMERS_OF_100 ? TIMER_NANOS : random.nextLong(50_000, 150_001);
        }
        return delays;
    }

    /** Messages of 50 to 150 µs. */
    static Delays messages() {
        SplittableRandom random = new SplittableRandom(2);
        Delays delays = new Delays();
        for (int i = 0; i < COUNT; i++) {
            delays.nanos[i] = random.nextLong(50_000, 150_001);
        }
        return delays;
    }

    /** Exponential, 100 µs on average: what such measurements usually take. */
    static Delays exponential() {
        SplittableRandom random = new SplittableRandom(3);
        Delays delays = new Delays();
        for (int i = 0; i < COUNT; i++) {
            delays.nanos[i] = 1 + (long) (-Math.log(1 - random.nextDouble()) * 100_000);
        }
        return delays;
    }

    long next() {
        return nanos[next++ & MASK];
    }
}

package io.kvdrill.sim.kernel;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.sim.world.Latency;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The streams of chance of a run, keyed by (seed, peer, purpose). What one stream gives depends on its key and on how
 * often it was drawn from, and on nothing else: another peer, purpose or draw elsewhere moves no other stream.
 */
public final class RandomStreams {

    /**
     * Where a run leaves the way that its seed had set.
     *
     * @param atNanos from this instant of the run on, every stream is another one
     * @param seed of those streams
     * @param jitterPercent how much longer each fixed latency may then be, in percent of it and equally likely up to
     *     that; 0 for none
     */
    public record Fork(long atNanos, long seed, int jitterPercent) {}

    private record Key(String peer, String purpose) {}

    private final Map<Key, RandomStream> streams = new LinkedHashMap<>();
    private final Map<Key, RandomStream> afterFork = new LinkedHashMap<>();
    private final long seed;
    private final @Nullable Fork fork;
    private final LongSupplier now;

    /** The streams of this seed. */
    public RandomStreams(long seed) {
        this(seed, null, () -> 0);
    }

    /**
     * The streams of this seed, and from an instant on of another.
     *
     * @param fork that instant; null for never
     * @param now the time of the run in nanoseconds
     */
    public RandomStreams(long seed, @Nullable Fork fork, LongSupplier now) {
        this.seed = seed;
        this.fork = fork;
        this.now = now;
    }

    /** The seed of the run. */
    public long seed() {
        return seed;
    }

    /** The stream of this key; the same one, as far as it was drawn, on every call before the fork, and after it. */
    public RandomStream stream(String peer, String purpose) {
        Key key = new Key(peer, purpose);
        return fork != null && now.getAsLong() >= fork.atNanos()
                ? afterFork.computeIfAbsent(key, later -> open(fork.seed(), later))
                : streams.computeIfAbsent(key, first -> open(seed, first));
    }

    /**
     * How long something takes between two peers, in nanoseconds: a sample from the stream of the first, whose purpose is
     * this one with the other's name after it.
     */
    public long delayNanos(String peer, String purpose, String other, Latency latency) {
        return fork == null && latency instanceof Latency.Fixed fixed
                ? fixed.nanos()
                : delayNanos(peer, purpose + other, latency);
    }

    /** How long something takes, in nanoseconds: a sample from the stream of this key. */
    public long delayNanos(String peer, String purpose, Latency latency) {
        if (!(latency instanceof Latency.Fixed fixed)) {
            return Delays.sample(latency, stream(peer, purpose));
        }
        long nanos = fixed.nanos();
        if (fork != null && fork.jitterPercent() > 0 && now.getAsLong() >= fork.atNanos()) {
            return nanos + stream(peer, purpose).uniform(0, (long) ((double) nanos * fork.jitterPercent() / 100));
        }
        return nanos;
    }

    private static RandomStream open(long seed, Key key) {
        return new RandomStream(
                new Digest().add(seed).add(key.peer()).add(key.purpose()).value());
    }
}

package io.kvdrill.sim.kernel;

import io.kvdrill.core.digest.Digest;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The streams of chance of a run, keyed by (seed, peer, purpose). What one stream gives depends on its key and on how
 * often it was drawn from, and on nothing else: another peer, purpose or draw elsewhere moves no other stream.
 */
public final class RandomStreams {
    private record Key(String peer, String purpose) {}

    private final Map<Key, RandomStream> streams = new LinkedHashMap<>();
    private final long seed;

    /** The streams of this seed. */
    public RandomStreams(long seed) {
        this.seed = seed;
    }

    /** The seed of the run. */
    public long seed() {
        return seed;
    }

    /** The stream of this key; the same one, as far as it was drawn, on every call. */
    public RandomStream stream(String peer, String purpose) {
        return streams.computeIfAbsent(new Key(peer, purpose), this::open);
    }

    private RandomStream open(Key key) {
        return new RandomStream(
                new Digest().add(seed).add(key.peer()).add(key.purpose()).value());
    }
}

package io.kvdrill.sim.search.why;

import io.kvdrill.sim.kernel.ChoiceSource;
import io.kvdrill.sim.kernel.Event;
import io.kvdrill.sim.kernel.RandomStream;
import io.kvdrill.sim.kernel.RandomStreams;
import java.util.List;

/** Events in the order in which they were scheduled, and from an instant on in any order. */
final class AnyOrderFrom implements ChoiceSource {
    private final long atNanos;
    private final RandomStream stream;

    AnyOrderFrom(long atNanos, long seed) {
        this.atNanos = atNanos;
        this.stream = new RandomStreams(seed).stream("", "order");
    }

    @Override
    public int choose(List<Event> ready) {
        return ready.get(0).timeNanos() < atNanos ? 0 : (int) stream.nextLong(ready.size());
    }
}

package io.kvdrill.scenarios.node;

import io.kvdrill.core.trace.StoredEntry;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Passes the trace of a node on to whoever listens, as lines of JSON like those of a stored trace. A listener that does not
 * keep up is cut off; the node never waits for one. Thread-safe.
 */
final class TraceFeed {
    private static final int MOST_WAITING = 100_000;

    private final List<BlockingQueue<StoredEntry>> listeners = new CopyOnWriteArrayList<>();

    /** Whoever takes from this hears all entries from now on, until it is closed or too slow. */
    BlockingQueue<StoredEntry> listen() {
        BlockingQueue<StoredEntry> listener = new LinkedBlockingQueue<>(MOST_WAITING);
        listeners.add(listener);
        return listener;
    }

    /** Whether a listener still hears. */
    @SuppressWarnings("ReferenceEquality") // the very queue: all empty ones are equal to nobody
    boolean hears(BlockingQueue<StoredEntry> listener) {
        return listeners.stream().anyMatch(other -> other == listener);
    }

    @SuppressWarnings("ReferenceEquality") // as above
    void close(BlockingQueue<StoredEntry> listener) {
        listeners.removeIf(other -> other == listener);
    }

    void tell(StoredEntry entry) {
        for (BlockingQueue<StoredEntry> listener : listeners) {
            if (!listener.offer(entry)) {
                close(listener);
            }
        }
    }
}

package io.kvdrill.transports.nixl;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The peers whose metadata our agent has loaded, by the names of their agents: each is dropped once nothing uses it, with
 * the connections that NIXL keeps for it. Loading what is loaded gives the same name again, so nothing is dropped while
 * anything is being loaded: it may be the same.
 *
 * <p>Thread-safe. A load that hangs in NIXL blocks nobody, but keeps what would be dropped.
 */
final class LoadedPeers {
    private final long agent;
    private final Map<String, Integer> uses = new LinkedHashMap<>();
    private final Set<String> unused = new LinkedHashSet<>();
    private int loading;

    LoadedPeers(long agent) {
        this.agent = agent;
    }

    /**
     * Loads a peer, for one use.
     *
     * @return the name of its agent
     * @throws IllegalStateException if NIXL refuses, saying why
     */
    String load(byte[] metadata) {
        begin();
        String name = null;
        try {
            name = NixlNative.loadPeer(agent, metadata);
            return name;
        } finally {
            end(name);
        }
    }

    private synchronized void begin() {
        loading++;
    }

    private synchronized void end(@Nullable String name) {
        loading--;
        if (name != null) {
            uses.merge(name, 1, Integer::sum);
            unused.remove(name);
        }
        dropUnused();
    }

    /** One use is over. */
    synchronized void release(String name) {
        if (uses.merge(name, -1, Integer::sum) == 0) {
            uses.remove(name);
            unused.add(name);
            dropUnused();
        }
    }

    private void dropUnused() {
        if (loading == 0) {
            // NIXL may have dropped it by itself, when its process died.
            unused.forEach(name -> NixlNative.dropPeer(agent, name));
            unused.clear();
        }
    }

    /** How many loads are under way. */
    synchronized int loading() {
        return loading;
    }

    /** How many are used. */
    synchronized int count() {
        return uses.size();
    }
}

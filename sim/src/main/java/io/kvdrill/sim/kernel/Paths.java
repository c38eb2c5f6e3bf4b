package io.kvdrill.sim.kernel;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which address can reach which on one plane. A stopped process reaches nobody, nor is it reached. */
public final class Paths {
    /** Nothing passes from one address to another; null stands for any other address. */
    public record Cut(@Nullable String from, @Nullable String to) {}

    /** How many equal cuts there are of each. */
    private final Map<Cut, Integer> cuts = new LinkedHashMap<>();

    private final Set<String> stopped = new LinkedHashSet<>();

    /** Whether packets pass from one address to another. Nothing separates an address from itself but a stop. */
    public boolean open(String from, String to) {
        if (stopped(from) || stopped(to)) {
            return false;
        }
        if (from.equals(to)) {
            return true;
        }
        return cuts.isEmpty()
                || !(cuts.containsKey(new Cut(from, to))
                        || cuts.containsKey(new Cut(from, null))
                        || cuts.containsKey(new Cut(null, to))
                        || cuts.containsKey(new Cut(null, null)));
    }

    /** Whether a process stands still. */
    public boolean stopped(String address) {
        return !stopped.isEmpty() && stopped.contains(address);
    }

    /** Adds a cut. */
    public void add(Cut cut) {
        cuts.merge(cut, 1, Integer::sum);
    }

    /** Removes one cut; others that are equal to it stay. */
    public void remove(Cut cut) {
        cuts.computeIfPresent(cut, (same, count) -> count == 1 ? null : count - 1);
    }

    /** A process stands still. */
    public void stop(String address) {
        stopped.add(address);
    }

    /** A process goes on. */
    public void resume(String address) {
        stopped.remove(address);
    }
}

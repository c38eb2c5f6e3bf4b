package io.kvdrill.sim.kernel;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which address can reach which on one plane. A stopped process reaches nobody, nor is it reached. */
public final class Paths {
    /** Nothing passes from one address to another; null stands for any other address. */
    public record Cut(@Nullable String from, @Nullable String to) {
        boolean stops(String sender, String receiver) {
            return (from == null || from.equals(sender)) && (to == null || to.equals(receiver));
        }
    }

    private final List<Cut> cuts = new ArrayList<>();
    private final Set<String> stopped = new LinkedHashSet<>();

    /** Whether packets pass from one address to another. Nothing separates an address from itself but a stop. */
    public boolean open(String from, String to) {
        if (stopped(from) || stopped(to)) {
            return false;
        }
        if (from.equals(to)) {
            return true;
        }
        for (Cut cut : cuts) {
            if (cut.stops(from, to)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a process stands still. */
    public boolean stopped(String address) {
        return !stopped.isEmpty() && stopped.contains(address);
    }

    /** Adds a cut. */
    public void add(Cut cut) {
        cuts.add(cut);
    }

    /** Removes one cut; others that are equal to it stay. */
    public void remove(Cut cut) {
        cuts.remove(cut);
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

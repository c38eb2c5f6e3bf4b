package io.kvdrill.scenarios.conform.compare;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Which writes are in flight, as far as one can tell from the script and the effects. When a completion was collected
 * does not show; so a write with a completion scripted counts as one that may have left.
 */
final class Flight {
    private static final class State {
        boolean stuck;
        boolean completed;
    }

    private final boolean waitCancelKeeps;
    private final Map<String, State> writes = new LinkedHashMap<>();

    Flight(boolean waitCancelKeeps) {
        this.waitCancelKeeps = waitCancelKeeps;
    }

    void accept(String transfer) {
        writes.put(transfer, new State());
    }

    void complete(String transfer) {
        State state = writes.get(transfer);
        if (state != null) {
            state.completed = true;
        }
    }

    void stick(String transfer, boolean on) {
        State state = writes.get(transfer);
        if (state != null) {
            state.stuck = on;
        }
    }

    /** Those that were certainly in flight when the cancel came; afterwards they are as the cancel left them. */
    SortedSet<String> cancel(boolean immediate, Set<String> transfers) {
        SortedSet<String> inFlight = new TreeSet<>();
        for (String transfer : transfers) {
            State state = writes.get(transfer);
            if (state == null) {
                continue;
            }
            if (!state.completed) {
                inFlight.add(transfer);
            }
            boolean stays = !immediate && (state.stuck || (waitCancelKeeps && !state.completed));
            if (!stays) {
                writes.remove(transfer);
            }
        }
        return inFlight;
    }

    /** A sweep has collected what was scripted. */
    void sweep() {
        writes.values().removeIf(state -> state.completed);
    }
}

package io.kvdrill.reports.worlds;

import io.kvdrill.reports.cause.Causes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which of the moments of a run follow from which, through everything that lies between them. Of those behind a moment only
 * the nearest are named: what these follow from is behind it, too. What merely came before it at its peer, about the same
 * request or session, is no cause here: in another world it may come after.
 */
final class CausalOrder {

    /**
     * A moment follows from another.
     *
     * @param earlier the name of what it follows from
     * @param later its name
     */
    record Pair(String earlier, String later) {}

    private final Causes causes;

    CausalOrder(Causes causes) {
        this.causes = causes;
    }

    /** The pairs among these moments, by the entries at which they happened. */
    List<Pair> pairs(Map<String, Long> moments) {
        Map<Long, String> names = new LinkedHashMap<>();
        moments.forEach((name, sequence) -> names.putIfAbsent(sequence, name));
        List<Pair> pairs = new ArrayList<>();
        names.forEach((sequence, name) -> {
            for (long one : nearest(sequence, names.keySet())) {
                pairs.add(new Pair(names.getOrDefault(one, ""), name));
            }
        });
        return pairs;
    }

    private List<Long> nearest(long sequence, Set<Long> known) {
        List<Long> found = new ArrayList<>();
        Set<Long> seen = new HashSet<>();
        Deque<Long> waiting = new ArrayDeque<>(causes.callersOf(sequence));
        while (!waiting.isEmpty()) {
            Long one = waiting.pop();
            if (!seen.add(one)) {
                continue;
            }
            if (known.contains(one)) {
                found.add(one);
            } else {
                waiting.addAll(causes.callersOf(one));
            }
        }
        return found;
    }

    /** Whether an entry follows from another, over any number of steps. */
    boolean follows(long later, long earlier) {
        Set<Long> seen = new HashSet<>();
        Deque<Long> waiting = new ArrayDeque<>(causes.callersOf(later));
        while (!waiting.isEmpty()) {
            Long one = waiting.pop();
            if (one == earlier) {
                return true;
            }
            if (one > earlier && seen.add(one)) {
                waiting.addAll(causes.callersOf(one));
            }
        }
        return false;
    }
}

package io.kvdrill.sim.search.explore;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One choice on the path that is being explored, with what has been tried there. */
final class Node {
    /** What the choice is about, in the run that came here last. */
    private List<Transition> options;
    /** Whether it is about a fault in the middle of a step: the options are to go on, and to strike. */
    final boolean withinStep;
    /** Spent on the way here. */
    final int late;

    final int deviations;
    /** Transitions that need not be tried here, by name, with the peer that each concerns. */
    final Map<String, String> asleep;

    /** What the run was like that came here last; null if it cannot be taken back here. */
    RunMemory.@Nullable Image image;

    private List<Integer> toTry;
    private final List<Integer> tried = new ArrayList<>();
    private int place;

    private Node(
            List<Transition> options,
            boolean withinStep,
            int late,
            int deviations,
            Map<String, String> asleep,
            List<Integer> toTry) {
        this.options = options;
        this.withinStep = withinStep;
        this.late = late;
        this.deviations = deviations;
        this.asleep = asleep;
        this.toTry = toTry;
    }

    /** A choice between transitions, of which these are to be tried, in this order. */
    static Node between(
            List<Transition> options, int late, int deviations, Map<String, String> asleep, List<Integer> toTry) {
        return new Node(options, false, late, deviations, asleep, toTry);
    }

    /** A choice whether a fault strikes. */
    static Node ofFault(Transition fault, int late, int deviations, boolean mayStrike) {
        return new Node(
                List.of(fault), true, late, deviations, Collections.emptyMap(), mayStrike ? List.of(0, 1) : List.of(0));
    }

    /** Another run has come here. */
    void meet(List<Transition> sameOptions) {
        options = sameOptions;
    }

    /** The fault that this choice is about. */
    String fault() {
        return options.get(0).fault();
    }

    /** Whether something is left to try after what is being tried now. */
    boolean hasMore() {
        return place + 1 < toTry.size();
    }

    /** What is being tried: a place among the options; within a step, 1 to strike. */
    int chosen() {
        return toTry.get(place);
    }

    /** The transition that is being tried. */
    Transition transition() {
        return options.get(chosen());
    }

    /** The transition that is being tried changes nothing, and stands for all others: they are there after it, too. */
    int leaveOthersOut() {
        int left = toTry.size() - place - 1;
        toTry = toTry.subList(0, place + 1);
        return left;
    }

    /** Goes on to what is to be tried next; false if nothing is left. */
    boolean next() {
        tried.add(chosen());
        place++;
        return place < toTry.size();
    }

    /** What need not be tried after the transition that is being tried now, because it was tried before it. */
    Map<String, String> asleepAfter() {
        String peer = transition().peer();
        Map<String, String> after = new TreeMap<>();
        asleep.forEach((name, sleeper) -> {
            if (Transition.independent(peer, sleeper)) {
                after.put(name, sleeper);
            }
        });
        for (int index : tried) {
            Transition earlier = options.get(index);
            if (Transition.independent(peer, earlier.peer())) {
                after.put(earlier.name(), earlier.peer());
            }
        }
        return after;
    }
}

package io.kvdrill.sim.search.explore;

import io.kvdrill.sim.kernel.Event;
import io.kvdrill.sim.kernel.EventLabel;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.run.PeerView;
import io.kvdrill.sim.run.SimulatedRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What may happen next in a state. What is noticed at its peer's next step only is offered together with that step: all
 * other moments before it make no difference.
 */
final class Frontier {
    private static final Comparator<EventLabel> BY_NAME = Comparator.comparing(EventLabel::kind)
            .thenComparing(EventLabel::peer)
            .thenComparing(EventLabel::lane);

    private final SimulatedRun run;
    private final boolean macroSteps;
    private final Map<String, String> names = new LinkedHashMap<>();

    /**
     * For one run.
     *
     * @param macroSteps whether arrivals are offered with the steps that notice them; else each by itself
     */
    Frontier(SimulatedRun run, boolean macroSteps) {
        this.run = run;
        this.macroSteps = macroSteps;
        run.view()
                .peers()
                .forEach(peer -> names.put(peer.spec().id(), peer.spec().name()));
    }

    /** The first event that has to fire before anything else; null if none has to. */
    @Nullable Event urgent(List<Event> pending, long nowNanos) {
        for (Event event : pending) {
            Mobility mobility = Mobility.of(event, nowNanos);
            if (mobility == Mobility.NOW
                    || (Mobility.diesWithItsPeer(event, mobility)
                            && !alive(event.label().peer()))) {
                return event;
            }
        }
        return null;
    }

    /** The step that a peer is to take; null if it has nothing to do. */
    static @Nullable Event stepOf(String peer, List<Event> pending, long nowNanos) {
        for (Event event : pending) {
            if (event.label().peer().equals(peer) && Mobility.of(event, nowNanos) == Mobility.STEP) {
                return event;
            }
        }
        return null;
    }

    /**
     * All that may happen, what comes first of itself first. Call where nothing is urgent.
     *
     * @param open what waits for a moment that may come now
     */
    List<Transition> options(List<Event> pending, long nowNanos, Faults faults, List<String> open) {
        Map<EventLabel, List<Event>> single = new TreeMap<>(BY_NAME);
        Map<String, Map<EventLabel, List<Event>>> arrivals = new LinkedHashMap<>();
        long nextTimer = Kernel.NEVER;
        boolean copiesAlone = open.isEmpty() && pending.stream().noneMatch(Mobility::writes);
        for (Event event : pending) {
            Mobility mobility = Mobility.of(event, nowNanos);
            if (copiesAlone && macroSteps && Mobility.copies(event)) {
                mobility = Mobility.ARRIVAL; // no write lands in what it copies, and no death comes between it and the
                // step
            }
            EventLabel label = event.label();
            if (mobility == Mobility.TIMER) {
                nextTimer = Math.min(nextTimer, event.timeNanos());
            } else if (mobility == Mobility.ARRIVAL) {
                arrivals.computeIfAbsent(label.peer(), peer -> new TreeMap<>(BY_NAME))
                        .computeIfAbsent(label, lane -> new ArrayList<>())
                        .add(event);
            } else if (mobility != Mobility.STEP) {
                single.computeIfAbsent(label, lane -> new ArrayList<>()).add(event);
            }
        }
        List<Transition> options = new ArrayList<>();
        for (PeerView peer : run.view().peers()) {
            String id = peer.spec().id();
            if (stepOf(id, pending, nowNanos) != null) {
                options.add(Transition.step(() -> nameOf(id) + " steps", id, List.of()));
            }
        }
        single.forEach((label, events) -> options.add(single(events.get(0), nowNanos)));
        for (PeerView peer : run.view().peers()) {
            String id = peer.spec().id();
            steps(id, arrivals.getOrDefault(id, Map.of()), options);
        }
        boolean late = !options.isEmpty();
        boolean stepDue = options.stream().anyMatch(Transition::blindStep);
        for (String moment : open) {
            Faults.Open fault = faults.of(moment);
            if (fault.peer().isEmpty() || alive(fault.peer())) {
                options.add(Transition.fault(fault.name(), fault.peer(), moment));
            }
        }
        if (nextTimer != Kernel.NEVER && !stepDue) {
            options.add(time(nextTimer, late));
        }
        if (!late) {
            // Time passes of itself where nothing else can happen; a fault never does.
            options.sort(Comparator.comparing(option -> !option.fault().isEmpty()));
            if (nextTimer == Kernel.NEVER && !options.isEmpty()) {
                options.add(0, Transition.end());
            }
        }
        return options;
    }

    private Transition single(Event event, long nowNanos) {
        String peer =
                Mobility.of(event, nowNanos) == Mobility.LOCAL ? event.label().peer() : "";
        return Transition.event(() -> nameOf(event.label()), peer, event);
    }

    private void steps(String peer, Map<EventLabel, List<Event>> arrivals, List<Transition> options) {
        if (!macroSteps) {
            arrivals.forEach(
                    (label, events) -> options.add(Transition.event(() -> nameOf(label), peer, events.get(0))));
            return;
        }
        List<List<Event>> lanes = new ArrayList<>(arrivals.values());
        int[] taken = new int[lanes.size()];
        for (int i = 0; i < taken.length; i++) {
            taken[i] = lanes.get(i).size();
        }
        while (true) {
            List<Event> events = new ArrayList<>();
            for (int i = 0; i < taken.length; i++) {
                events.addAll(lanes.get(i).subList(0, taken[i]));
            }
            if (!events.isEmpty()) {
                options.add(Transition.step(() -> nameOf(peer, events), peer, events));
            }
            int lane = 0;
            while (lane < taken.length && taken[lane] == 0) {
                taken[lane] = lanes.get(lane).size();
                lane++;
            }
            if (lane == taken.length) {
                return;
            }
            taken[lane]--;
        }
    }

    private String nameOf(String peer, List<Event> seen) {
        StringBuilder name = new StringBuilder(nameOf(peer)).append(" steps, sees ");
        int same = 1;
        for (int i = 0; i < seen.size(); i++) {
            EventLabel label = seen.get(i).label();
            if (i + 1 < seen.size() && seen.get(i + 1).label().equals(label)) {
                same++;
            } else {
                name.append(nameOf(label)).append(same > 1 ? " x" + same : "");
                name.append(i + 1 < seen.size() ? ", " : "");
                same = 1;
            }
        }
        return name.toString();
    }

    private static Transition time(long nanos, boolean late) {
        return Transition.time(() -> "time passes to " + seconds(nanos), nanos, late);
    }

    private boolean alive(String peer) {
        return run.view().peer(peer).alive();
    }

    private String nameOf(String peer) {
        return names.getOrDefault(peer, peer);
    }

    private String nameOf(EventLabel label) {
        StringBuilder name = new StringBuilder(label.kind().replace('_', ' '));
        if (!label.lane().isEmpty()) {
            name.append(' ').append(nameOf(label.lane()));
        }
        return label.peer().isEmpty()
                ? name.toString()
                : name.append(" at ").append(nameOf(label.peer())).toString();
    }

    private static String seconds(long nanos) {
        return String.format(java.util.Locale.ROOT, "%.9f", nanos / 1e9).replaceAll("\\.?0+$", "") + "s";
    }
}

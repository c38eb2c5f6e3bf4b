package io.kvdrill.core.testkit;

import io.kvdrill.core.trace.ManagerEvent;
import io.kvdrill.core.trace.ServerEvent;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Demand that cannot be met any more fails promptly: when its producer finishes (49), and when the lookups that it overtook
 * are answered (10).
 */
final class DemandWaitLaws {
    private record Round(String peer, String request, long round) {}

    private static final class Demand {
        int unmet;
        int writes;

        Demand(int unmet) {
            this.unmet = unmet;
        }
    }

    private final Map<Round, Demand> demands = new LinkedHashMap<>();
    private final Map<Round, Integer> lookups = new LinkedHashMap<>();
    private final Set<Round> overtook = new LinkedHashSet<>();
    private final Set<Round> judged = new LinkedHashSet<>();
    private final Map<String, String> destinations = new LinkedHashMap<>();
    private final Map<String, Integer> producers = new LinkedHashMap<>();
    private final Map<String, String> bound = new LinkedHashMap<>();
    private final Set<String> parked = new LinkedHashSet<>();
    private final Set<String> finishedParked = new LinkedHashSet<>();
    private final Set<Round> hopeless = new LinkedHashSet<>();

    void onEvent(TraceEvent event) {
        if (event instanceof ServerEvent server) {
            onServer(server);
        } else if (event instanceof ManagerEvent manager) {
            onManager(manager);
        } else if (event instanceof SessionEvent.SessionClosed closed) {
            for (Set<Round> rounds : List.of(demands.keySet(), lookups.keySet(), overtook, judged, hopeless)) {
                rounds.removeIf(round -> round.peer().equals(closed.peer()));
            }
        }
    }

    private void onServer(ServerEvent event) {
        if (event instanceof ServerEvent.LookupEnqueued lookup && lookup.keys() > 0) {
            lookups.merge(new Round(lookup.peer(), lookup.request(), lookup.round()), 1, Integer::sum);
        } else if (event instanceof ServerEvent.LookupAnswered lookup) {
            Round round = new Round(lookup.peer(), lookup.request(), lookup.round());
            lookups.computeIfPresent(round, (same, open) -> open == 1 ? null : Integer.valueOf(open - 1));
            if (overtook.contains(round) && !lookups.containsKey(round)) {
                overtook.remove(round);
                judged.add(round);
            }
        } else if (event instanceof ServerEvent.LookupDropped) {
            lookups.clear(); // which round it was is not said
            overtook.clear();
        } else if (event instanceof ServerEvent.DemandReceived received) {
            Round round = new Round(received.peer(), received.request(), received.round());
            demands.put(round, new Demand(received.keys()));
            if (lookups.containsKey(round)) {
                overtook.add(round);
            }
        } else {
            onProgress(event);
        }
    }

    private void onProgress(ServerEvent event) {
        if (event instanceof ServerEvent.WriteStarted write) {
            Demand demand = demands.get(new Round(write.peer(), write.request(), write.round()));
            if (demand != null) {
                demand.unmet -= write.keys().size();
                demand.writes++;
            }
        } else if (event instanceof ServerEvent.WriteRefused write) {
            demands.remove(new Round(write.peer(), write.request(), write.round()));
        } else if (event instanceof ServerEvent.WriteEnded write) {
            Demand demand = demands.get(new Round(write.peer(), write.request(), write.round()));
            if (demand != null) {
                demand.writes--;
            }
        } else if (event instanceof ServerEvent.RoundEnded ended) {
            Round round = new Round(ended.peer(), ended.request(), ended.round());
            demands.remove(round);
            hopeless.remove(round);
            judged.remove(round); // a fetch that uses its number again is another matter
        } else if (event instanceof ServerEvent.TerminalFetchReceived terminal) {
            demands.keySet()
                    .removeIf(round -> round.peer().equals(terminal.peer())
                            && round.request().equals(terminal.request()));
        }
    }

    private void onManager(ManagerEvent event) {
        if (event instanceof ManagerEvent.RequestOpened opened
                && !opened.destinationRequest().isEmpty()) {
            destinations.put(opened.engineRequest(), opened.destinationRequest());
            producers.merge(opened.destinationRequest(), 1, Integer::sum);
            finishedParked.remove(opened.destinationRequest());
            hopeless.removeIf(round -> round.request().equals(opened.destinationRequest()));
        } else if (event instanceof ManagerEvent.RequestClosed closed) {
            onClosed(destinations.get(closed.engineRequest()));
        } else if (event instanceof ManagerEvent.StoreParked store) {
            parked.add(store.request());
        } else if (event instanceof ManagerEvent.ParkedStoresReaped reaped) {
            parked.remove(reaped.request());
            finishedParked.remove(reaped.request());
        } else if (event instanceof ManagerEvent.ParkedStoresFailed failed) {
            parked.remove(failed.request());
            finishedParked.remove(failed.request());
        } else if (event instanceof ManagerEvent.RequestBound binding) {
            bound.put(binding.request(), binding.peer());
            parked.remove(binding.request());
            if (finishedParked.remove(binding.request())) {
                giveUp(binding.request());
            }
        } else if (event instanceof ManagerEvent.RequestUnbound unbound) {
            bound.remove(unbound.request());
        }
    }

    private void onClosed(@Nullable String destination) {
        if (destination == null || !producers.containsKey(destination)) {
            return;
        }
        producers.computeIfPresent(destination, (id, count) -> count == 1 ? null : Integer.valueOf(count - 1));
        if (producers.containsKey(destination)) {
            return;
        }
        if (parked.contains(destination)) {
            finishedParked.add(destination);
        } else {
            giveUp(destination);
        }
    }

    /** Nothing more will be stored under an id: what the session that it is bound to still wants will not come. */
    private void giveUp(String request) {
        String peer = bound.get(request);
        for (Round round : demands.keySet()) {
            if (round.request().equals(request) && round.peer().equals(peer)) {
                hopeless.add(round);
            }
        }
    }

    /** After a sweep: what cannot be met has failed, unless a write of it still runs or a lookup of its id waits. */
    void checkSwept() {
        for (Round round : hopeless) {
            Demand demand = demands.get(round);
            boolean asked = lookups.keySet().stream()
                    .anyMatch(lookup -> lookup.peer().equals(round.peer())
                            && lookup.request().equals(round.request()));
            if (demand != null && demand.unmet > 0 && demand.writes == 0 && !asked) {
                throw new LawBroken("49", "the producer of " + round + " has finished, and its demand still waits");
            }
        }
        hopeless.clear();
    }

    /** After a serve window: what overtook its lookups is judged. */
    void checkServed() {
        for (Round round : judged) {
            Demand demand = demands.get(round);
            if (demand != null && demand.unmet > 0) {
                throw new LawBroken("10", "the lookups of " + round + " are answered, and its demand still waits");
            }
        }
        judged.clear();
    }
}

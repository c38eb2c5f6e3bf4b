package io.kvdrill.core.testkit;

import io.kvdrill.core.trace.ManagerEvent;
import io.kvdrill.core.trace.ServerEvent;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * A binding lasts as long as something needs it (26): a request that produces its id, demand under it, or a store. Judged
 * where an outlived one does harm: when the next request comes under the id, whose stores it would capture.
 */
final class BindingLaws {
    private record Work(String peer, String request, String kind, long number) {}

    private final Map<String, String> bound = new LinkedHashMap<>();
    private final Map<String, String> produces = new LinkedHashMap<>();
    private final Map<String, Integer> producers = new LinkedHashMap<>();
    private final Set<Work> open = new LinkedHashSet<>();

    void onEvent(TraceEvent event) {
        if (event instanceof ManagerEvent.RequestBound binding) {
            bound.put(binding.request(), binding.peer());
        } else if (event instanceof ManagerEvent.RequestUnbound unbound) {
            bound.remove(unbound.request());
        } else if (event instanceof ManagerEvent.RequestOpened opened
                && !opened.destinationRequest().isEmpty()) {
            onOpened(opened);
        } else if (event instanceof ManagerEvent.RequestClosed closed) {
            String request = produces.get(closed.engineRequest());
            if (request != null) {
                producers.computeIfPresent(request, (id, count) -> count == 1 ? null : Integer.valueOf(count - 1));
            }
        } else if (event instanceof SessionEvent.SessionClosed closed) {
            open.removeIf(work -> work.peer().equals(closed.peer()));
        } else if (event instanceof ServerEvent server) {
            onServer(server);
        }
    }

    private void onOpened(ManagerEvent.RequestOpened opened) {
        String request = opened.destinationRequest();
        String peer = bound.get(request);
        boolean needed = producers.containsKey(request)
                || open.stream()
                        .anyMatch(work ->
                                work.peer().equals(peer) && work.request().equals(request));
        if (peer != null && !needed) {
            throw new LawBroken("26", request + " is bound to " + peer + " for nothing when a request comes under it");
        }
        produces.put(opened.engineRequest(), request);
        producers.merge(request, 1, Integer::sum);
    }

    private void onServer(ServerEvent event) {
        if (event instanceof ServerEvent.DemandReceived demand) {
            open.add(new Work(demand.peer(), demand.request(), "demand", demand.round()));
        } else if (event instanceof ServerEvent.RoundEnded ended) {
            open.remove(new Work(ended.peer(), ended.request(), "demand", ended.round()));
        } else if (event instanceof ServerEvent.SupplyFiled filed) {
            open.add(new Work(filed.peer(), filed.request(), "store", filed.job()));
        } else if (event instanceof ServerEvent.StoreEnded ended && !ended.slotsHeld()) {
            endStore(ended.job());
        } else if (event instanceof ServerEvent.StoreSlotsReleased released) {
            endStore(released.job());
        } else if (event instanceof ServerEvent.LookupEnqueued lookup) {
            open.add(new Work(lookup.peer(), lookup.request(), "lookup", lookup.lookup()));
        } else if (event instanceof ServerEvent.LookupAnswered lookup) {
            open.remove(new Work(lookup.peer(), lookup.request(), "lookup", lookup.lookup()));
        } else if (event instanceof ServerEvent.LookupDropped lookup) {
            open.remove(new Work(lookup.peer(), lookup.request(), "lookup", lookup.lookup()));
        }
    }

    private void endStore(long job) {
        open.removeIf(work -> work.kind().equals("store") && work.number() == job);
    }
}

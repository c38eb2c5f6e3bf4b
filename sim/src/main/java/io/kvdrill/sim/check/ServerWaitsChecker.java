package io.kvdrill.sim.check;

import io.kvdrill.core.profile.Choices.ReapedIds;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.trace.ManagerEvent;
import io.kvdrill.core.trace.ServerEvent;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.sim.check.Waits.Wait;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** I3 for what waits at a producer: stores, parked or filed, demand, aborted rounds, and lookups to be answered. */
final class ServerWaitsChecker extends WaitsChecker {
    private static final class Producers {
        final Map<String, String> destinationOf = new LinkedHashMap<>();
        final Map<String, Integer> live = new LinkedHashMap<>();
        final Set<String> reaped = new LinkedHashSet<>();
        /** The ids of stores that are parked. */
        final Map<Long, String> parked = new LinkedHashMap<>();

        final Set<String> finished = new LinkedHashSet<>();
        /** Who fetched each id last. */
        final Map<String, String> boundTo = new LinkedHashMap<>();
        /** Rounds that ask for more than was stored when their producer ended. */
        final Set<WaitKey> doomed = new LinkedHashSet<>();
        /** Rounds that were fetched before a lookup of them was answered. */
        final Set<WaitKey> overtaking = new LinkedHashSet<>();
        /** For each round: blocks that it still wants, and writes of it that run. */
        final Map<WaitKey, int[]> unmet = new LinkedHashMap<>();
    }

    private final PerSite<Producers> producers = perLife(site -> new Producers());

    ServerWaitsChecker() {
        super(23, 24, 49);
    }

    @Override
    void listen(Listeners listeners) {
        endAtShutdown(listeners);
        listenToStores(listeners);
        listenToDemand(listeners);
        listenToAnswers(listeners);
        listenToProducers(listeners);
        listeners.on(SessionEvent.SessionClosed.class, (site, event, entry) -> {
            producers.of(site).unmet.keySet().removeIf(round -> round.peer().equals(event.peer()));
            waits(site).endAll(key -> key.peer().equals(event.peer()));
        });
    }

    // ---- stores --------------------------------------------------------------------------------------------------

    private void listenToStores(Listeners listeners) {
        listeners.on(ManagerEvent.StoreParked.class, (site, event, entry) -> {
            WaitKey key = parked(event.job());
            producers.of(site).parked.put(event.job(), event.request());
            start(site, key, event.job(), -1, entry);
        });
        listeners.on(ServerEvent.SupplyFiled.class, (site, event, entry) -> {
            producers.of(site).parked.remove(event.job());
            end(site, parked(event.job()));
            start(site, store(event.job()), event.job(), event.round(), entry);
        });
        listeners.on(ServerEvent.StoreEnded.class, (site, event, entry) -> end(site, store(event.job())));
        listeners.on(ManagerEvent.JobReported.class, (site, event, entry) -> {
            producers.of(site).parked.remove(event.job());
            end(site, parked(event.job()));
            end(site, store(event.job()));
        });
    }

    private static WaitKey parked(long job) {
        return new WaitKey(WaitKind.PARK, "", "", job);
    }

    /** Not under its peer's name: a store may outlive its session. */
    private static WaitKey store(long job) {
        return new WaitKey(WaitKind.STORE, "", "", job);
    }

    // ---- demand --------------------------------------------------------------------------------------------------

    private void listenToDemand(Listeners listeners) {
        listeners.on(ServerEvent.DemandReceived.class, this::onDemand);
        listeners.on(ServerEvent.WriteStarted.class, (site, event, entry) -> {
            WaitKey key = demand(event.peer(), event.request(), event.round());
            matched(site, key, event.keys().size(), 1);
        });
        listeners.on(ServerEvent.WriteRefused.class, (site, event, entry) -> {
            WaitKey key = demand(event.peer(), event.request(), event.round());
            matched(site, key, event.blocks(), 0);
        });
        listeners.on(ServerEvent.WriteEnded.class, (site, event, entry) -> {
            int @Nullable [] unmet = producers.of(site).unmet.get(demand(event.peer(), event.request(), event.round()));
            if (unmet != null) {
                unmet[1]--;
            }
        });
        listeners.on(
                ServerEvent.RoundEnded.class,
                (site, event, entry) -> met(site, demand(event.peer(), event.request(), event.round())));
        listeners.on(
                ServerEvent.ParkedDemandTimedOut.class,
                (site, event, entry) -> met(site, demand(event.peer(), event.request(), event.round())));
        listeners.on(ServerEvent.TerminalFetchReceived.class, (site, event, entry) -> {
            waits(site)
                    .endAll(key -> isDemand(key)
                            && key.peer().equals(event.peer())
                            && key.request().equals(event.request()));
        });
    }

    private static WaitKey demand(String peer, String request, long round) {
        return new WaitKey(WaitKind.DEMAND, peer, request, round);
    }

    private static boolean isDemand(WaitKey key) {
        return key.kind() == WaitKind.DEMAND || key.kind() == WaitKind.HOPELESS_DEMAND;
    }

    private void onDemand(Site site, ServerEvent.DemandReceived event, TraceEntry entry) {
        WaitKey key = demand(event.peer(), event.request(), event.round());
        producers.of(site).unmet.put(key, new int[] {event.keys(), 0});
        // A fetch that overtook its lookups is judged after them.
        long patience = requestIsLookedUp(site, key) ? WaitKind.ANSWER.limitNanos(board().limits()) : 0;
        start(site, key, -1, event.round(), entry, patience);
        Producers here = producers.of(site);
        if (roundIsLookedUp(site, key)) {
            here.overtaking.add(key);
        }
        if (here.reaped.contains(event.request())) {
            hopeless(site, key);
        } else if (event.matched() < event.keys()
                && here.finished.contains(event.request())
                && here.parked.containsValue(event.request())) {
            here.doomed.add(key);
        }
    }

    /** What is parked for a producer that has ended is all that will come; what it does not meet is to fail now. */
    @Override
    void beforeStepEnd(Site site) {
        Producers here = producers.of(site);
        for (WaitKey key : here.doomed) {
            WaitKey prompt = new WaitKey(WaitKind.HOPELESS_DEMAND, key.peer(), key.request(), key.number());
            if (here.finished.contains(key.request()) && waits(site).get(prompt) == null) {
                hopeless(site, key);
            }
        }
        here.doomed.removeIf(key -> waits(site).get(key) == null);
        judgeOvertaking(site, here);
    }

    /** What the lookups of a round have not pinned once they are answered, will not be there. */
    private void judgeOvertaking(Site site, Producers here) {
        for (WaitKey key : List.copyOf(here.overtaking)) {
            if (waits(site).get(key) == null) {
                here.overtaking.remove(key);
            } else if (!roundIsLookedUp(site, key)) {
                here.overtaking.remove(key);
                hopeless(site, key);
            }
        }
    }

    private boolean refusesReapedIds() {
        return board().run().profile().choice(Rows.REAPED_IDS) != ReapedIds.FAILED_ID;
    }

    /** Blocks of a round were matched; the wait is over when all are. */
    private void matched(Site site, WaitKey key, int blocks, int writes) {
        int @Nullable [] unmet = producers.of(site).unmet.get(key);
        if (unmet == null) {
            return;
        }
        unmet[0] -= blocks;
        unmet[1] += writes;
        if (unmet[0] <= 0) {
            end(site, key);
            end(site, new WaitKey(WaitKind.HOPELESS_DEMAND, key.peer(), key.request(), key.number()));
        }
    }

    private void met(Site site, WaitKey key) {
        producers.of(site).unmet.remove(key);
        end(site, key);
        end(site, new WaitKey(WaitKind.HOPELESS_DEMAND, key.peer(), key.request(), key.number()));
    }

    /** Nothing will meet this demand any more; unless a write of it runs or a lookup of it waits, it is to fail now. */
    private void hopeless(Site site, WaitKey key) {
        Wait wait = waits(site).get(key);
        int @Nullable [] unmet = producers.of(site).unmet.get(key);
        if (wait == null || unmet == null || unmet[1] > 0 || requestIsLookedUp(site, key)) {
            return;
        }
        WaitKey prompt = new WaitKey(WaitKind.HOPELESS_DEMAND, key.peer(), key.request(), key.number());
        waits(site)
                .start(new Wait(
                        prompt, -1, key.number(), wait.sequence, site.view().localNanos(), 0));
    }

    /** Whether a lookup of the very round waits for its answer. */
    private boolean roundIsLookedUp(Site site, WaitKey demand) {
        return anyLookup(site, demand, wait -> wait.round == demand.number());
    }

    /** Whether a lookup of the request waits for its answer. */
    private boolean requestIsLookedUp(Site site, WaitKey demand) {
        return anyLookup(site, demand, wait -> true);
    }

    private boolean anyLookup(Site site, WaitKey demand, Predicate<Wait> which) {
        for (Wait wait : waits(site).all()) {
            if (wait.key.kind() == WaitKind.ANSWER
                    && wait.key.peer().equals(demand.peer())
                    && wait.key.request().equals(demand.request())
                    && which.test(wait)) {
                return true;
            }
        }
        return false;
    }

    // ---- what is promised to peers -------------------------------------------------------------------------------

    private void listenToAnswers(Listeners listeners) {
        listeners.on(ServerEvent.AbortParked.class, (site, event, entry) -> {
            start(site, drain(event.peer(), event.request(), event.round()), -1, event.round(), entry);
        });
        listeners.on(
                ServerEvent.AbortAcknowledged.class,
                (site, event, entry) -> end(site, drain(event.peer(), event.request(), event.round())));
        listeners.on(
                ServerEvent.AbortDrainTimedOut.class,
                (site, event, entry) -> end(site, drain(event.peer(), event.request(), event.round())));
        listeners.on(ServerEvent.LookupEnqueued.class, (site, event, entry) -> {
            if (event.keys() > 0) {
                WaitKey key = new WaitKey(WaitKind.ANSWER, event.peer(), event.request(), event.lookup());
                start(site, key, -1, event.round(), entry);
            }
        });
        listeners.on(
                ServerEvent.LookupAnswered.class,
                (site, event, entry) ->
                        end(site, new WaitKey(WaitKind.ANSWER, event.peer(), event.request(), event.lookup())));
        listeners.on(
                ServerEvent.LookupDropped.class,
                (site, event, entry) ->
                        end(site, new WaitKey(WaitKind.ANSWER, event.peer(), event.request(), event.lookup())));
    }

    private static WaitKey drain(String peer, String request, long round) {
        return new WaitKey(WaitKind.DRAIN, peer, request, round);
    }

    // ---- producers' requests ---------------------------------------------------------------------------------------

    private void listenToProducers(Listeners listeners) {
        listeners.on(ManagerEvent.RequestOpened.class, (site, event, entry) -> {
            if (!event.destinationRequest().isEmpty()) {
                producers.of(site).finished.remove(event.destinationRequest());
                producers.of(site).destinationOf.put(event.engineRequest(), event.destinationRequest());
                producers.of(site).live.merge(event.destinationRequest(), 1, Integer::sum);
            }
        });
        listeners.on(ManagerEvent.RequestClosed.class, this::onClosed);
        listeners.on(
                ManagerEvent.RequestBound.class,
                (site, event, entry) -> producers.of(site).boundTo.put(event.request(), event.peer()));
        listeners.on(ManagerEvent.ParkedStoresReaped.class, (site, event, entry) -> {
            if (refusesReapedIds()) {
                producers.of(site).reaped.add(event.request());
            }
        });
        listeners.on(
                ManagerEvent.ReapedIdForgotten.class,
                (site, event, entry) -> producers.of(site).reaped.remove(event.request()));
    }

    /** A producer's request has ended; what peers demand of it and it has not stored will not come. */
    private void onClosed(Site site, ManagerEvent.RequestClosed event, TraceEntry entry) {
        Producers here = producers.of(site);
        String id = here.destinationOf.remove(event.engineRequest());
        if (id == null
                || here.live.computeIfPresent(id, (same, count) -> count == 1 ? null : Integer.valueOf(count - 1))
                        != null) {
            return;
        }
        here.finished.add(id);
        WaitKey only = null;
        for (WaitKey key : here.unmet.keySet()) {
            if (!key.request().equals(id)) {
                continue;
            }
            // An id is bound to one session; what others want under it is another matter.
            if (!key.peer().equals(here.boundTo.getOrDefault(id, key.peer()))
                    || (only != null && !only.peer().equals(key.peer()))) {
                return;
            }
            only = key;
        }
        if (only != null) {
            hopeless(site, only);
        }
    }
}

package io.kvdrill.scenarios.hosted;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TierResult;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.trace.ManagerEvent;
import io.kvdrill.core.trace.ServerEvent;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.core.transport.Registration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What can be seen of a tier's server role. Which round a write belongs to, the fetch that named its slots tells. */
final class ServerSight {
    private record Demand(String peer, Message.Fetch fetch) {
        @Nullable BlockKey keyAt(long slot) {
            for (int i = 0; i < fetch.keys().size(); i++) {
                if (fetch.blockIndexes().get(i) == slot) {
                    return fetch.keys().get(i);
                }
            }
            return null;
        }
    }

    private record Asked(String peer, Message.Lookup lookup, long number, long sinceNanos) {}

    private record Store(TransferJob job, String peer, String request, long sinceNanos) {}

    private record Running(Demand demand, long sinceNanos) {}

    private final TraceSink trace;
    /** The latest first. */
    private final Deque<Demand> demands = new ArrayDeque<>();

    private final Map<String, String> binding = new LinkedHashMap<>();
    private final Map<Long, Store> stores = new LinkedHashMap<>();
    private final Map<Long, Running> running = new LinkedHashMap<>();
    private final List<Asked> lookups = new ArrayList<>();
    private final IdentityHashMap<RequestContext, Asked> contexts = new IdentityHashMap<>();
    private final Map<Long, Long> endedNanos = new LinkedHashMap<>();
    private long lookupNumber;
    private long nowNanos;

    ServerSight(TraceSink trace) {
        this.trace = trace;
    }

    void at(long now) {
        nowNanos = now;
    }

    void submitted(TransferJob job, String request) {
        String peer = binding.getOrDefault(request, "");
        stores.put(job.id(), new Store(job, peer, request, nowNanos));
        if (peer.isEmpty()) {
            trace.emit(
                    new ManagerEvent.StoreParked(request, job.id(), job.keys().size()));
        } else {
            filed(job, peer, request, false);
        }
    }

    private void filed(TransferJob job, String peer, String request, boolean pinned) {
        trace.emit(new ServerEvent.SupplyFiled(peer, request, job.id(), 0, job.keys(), job.slots(), pinned));
    }

    void received(String peer, Message message) {
        if (message instanceof Message.Lookup lookup) {
            long number = ++lookupNumber;
            lookups.add(new Asked(peer, lookup, number, nowNanos));
            trace.emit(new ServerEvent.LookupEnqueued(
                    peer,
                    lookup.request(),
                    number,
                    lookup.round(),
                    lookup.keys().size()));
        } else if (message instanceof Message.Fetch fetch) {
            if (fetch.terminal()) {
                trace.emit(new ServerEvent.TerminalFetchReceived(peer, fetch.request(), fetch.round()));
                endSilently(peer, fetch.request(), -1, "the peer wants nothing more");
            } else {
                demands.addFirst(new Demand(peer, fetch));
                trace.emit(new ServerEvent.DemandReceived(
                        peer, fetch.request(), fetch.round(), fetch.keys().size(), 0));
            }
            bind(peer, fetch.request());
        }
    }

    private void bind(String peer, String request) {
        if (binding.put(request, peer) != null) {
            return;
        }
        List<Store> parked = stores.values().stream()
                .filter(store -> store.peer().isEmpty() && store.request().equals(request))
                .toList();
        trace.emit(new ManagerEvent.RequestBound(request, peer, parked.size()));
        for (Store store : parked) {
            stores.put(store.job().id(), new Store(store.job(), peer, request, store.sinceNanos()));
            filed(store.job(), peer, request, false);
        }
    }

    /** A message is about to leave. */
    void sending(String peer, Message message) {
        if (message instanceof Message.TransferDone done) {
            demands.removeIf(demand -> is(demand, peer, done.request(), done.round()));
            trace.emit(new ServerEvent.RoundEnded(
                    peer, done.request(), done.round(), done.success(), true, "the tier does not say"));
        } else if (message instanceof Message.AbortAck ack) {
            endSilently(peer, ack.request(), ack.round(), "aborted");
            trace.emit(new ServerEvent.AbortAcknowledged(peer, ack.request(), ack.round(), false, 0));
        } else if (message instanceof Message.LookupResponse response) {
            Asked asked = answered(peer, response);
            if (asked != null) {
                int hits = (int) response.hits().stream().filter(hit -> hit).count();
                trace.emit(new ServerEvent.LookupAnswered(
                        peer,
                        response.request(),
                        asked.number(),
                        asked.lookup().round(),
                        hits,
                        response.hits().size() - hits,
                        nowNanos - asked.sinceNanos()));
            }
        }
    }

    /** Rounds that end without a word to the peer; of any number if {@code round} is negative. */
    private void endSilently(String peer, String request, long round, String reason) {
        for (Demand demand : List.copyOf(demands)) {
            if (is(demand, peer, request, round < 0 ? demand.fetch().round() : round)) {
                demands.remove(demand);
                trace.emit(
                        new ServerEvent.RoundEnded(peer, request, demand.fetch().round(), false, false, reason));
            }
        }
    }

    private static boolean is(Demand demand, String peer, String request, long round) {
        return demand.peer().equals(peer)
                && demand.fetch().request().equals(request)
                && demand.fetch().round() == round;
    }

    private @Nullable Asked answered(String peer, Message.LookupResponse response) {
        for (Asked asked : lookups) {
            if (asked.peer().equals(peer)
                    && asked.lookup().request().equals(response.request())
                    && asked.lookup().keys().equals(response.keys())) {
                lookups.remove(asked);
                return asked;
            }
        }
        return null;
    }

    void written(Registration registration, long transfer, SlotList local, SlotList remote) {
        String peer = registration.peer();
        Demand demand = demandFor(peer, remote);
        List<BlockKey> keys = new ArrayList<>();
        List<Long> jobs = new ArrayList<>();
        for (int i = 0; i < remote.size(); i++) {
            BlockKey key = demand.keyAt(remote.get(i));
            if (key != null) {
                keys.add(key);
            }
            long job = jobOf(local.get(i), key);
            if (job >= 0 && !jobs.contains(job)) {
                jobs.add(job);
            }
        }
        running.put(transfer, new Running(demand, nowNanos));
        trace.emit(new ServerEvent.WriteStarted(
                peer,
                demand.fetch().request(),
                demand.fetch().round(),
                transfer,
                jobs,
                keys,
                local,
                remote,
                registration.generation()));
    }

    private Demand demandFor(String peer, SlotList remote) {
        for (Demand demand : demands) {
            if (demand.peer().equals(peer) && remote.size() > 0 && demand.keyAt(remote.get(0)) != null) {
                return demand;
            }
        }
        return new Demand(peer, new Message.Fetch("", List.of(), SlotList.empty(), 0));
    }

    private long jobOf(long slot, @Nullable BlockKey key) {
        long found = -1;
        if (key == null) {
            return found;
        }
        for (Store store : stores.values()) {
            TransferJob job = store.job();
            for (int i = 0; i < job.slots().size(); i++) {
                if (job.slots().get(i) == slot && job.keys().get(i).equals(key)) {
                    found = job.id();
                }
            }
        }
        return found;
    }

    void refused(Registration registration, SlotList remote) {
        Demand demand = demandFor(registration.peer(), remote);
        trace.emit(new ServerEvent.WriteRefused(
                registration.peer(),
                demand.fetch().request(),
                demand.fetch().round(),
                remote.size(),
                "the data transport refused"));
    }

    void writeEnded(long transfer, boolean success) {
        Running write = running.remove(transfer);
        if (write != null) {
            trace.emit(new ServerEvent.WriteEnded(
                    write.demand().peer(),
                    write.demand().fetch().request(),
                    write.demand().fetch().round(),
                    transfer,
                    success,
                    nowNanos - write.sinceNanos()));
        }
    }

    void cancelled(List<Long> transfers, List<Long> still) {
        for (Long transfer : transfers) {
            Running write = still.contains(transfer) ? null : running.remove(transfer);
            if (write != null) {
                trace.emit(new ServerEvent.WritesCancelled(
                        write.demand().peer(),
                        write.demand().fetch().request(),
                        write.demand().fetch().round(),
                        List.of(transfer),
                        "the tier does not say"));
            }
        }
    }

    void parentAsked(RequestContext context, BlockKey key, LookupOutcome outcome) {
        Asked asked = contexts.computeIfAbsent(context, this::askedFor);
        if (asked != null) {
            trace.emit(
                    new ServerEvent.ParentAsked(asked.peer(), asked.lookup().request(), asked.number(), key, outcome));
        }
    }

    /** The oldest lookup without a context whose peer and request the context's name holds. */
    private @Nullable Asked askedFor(RequestContext context) {
        for (Asked asked : lookups) {
            if (context.requestId().contains(asked.peer() + ":" + asked.lookup().request())
                    && !contexts.containsValue(asked)) {
                return asked;
            }
        }
        return null;
    }

    void pinned(TransferJob job, RequestContext context) {
        Asked asked = contexts.computeIfAbsent(context, this::askedFor);
        if (asked == null) {
            return;
        }
        String request = asked.lookup().request();
        stores.put(job.id(), new Store(job, asked.peer(), request, nowNanos));
        trace.emit(new ServerEvent.HitsPinned(
                asked.peer(), request, asked.number(), job.id(), asked.lookup().round(), job.keys(), job.slots()));
        filed(job, asked.peer(), request, true);
    }

    void ended(TierResult.JobFinished result, String reason) {
        Store store = result.slotsHeld() ? stores.get(result.job()) : stores.remove(result.job());
        if (store != null) {
            endedNanos.put(result.job(), nowNanos);
            trace.emit(new ServerEvent.StoreEnded(
                    store.peer(),
                    store.request(),
                    result.job(),
                    result.success(),
                    result.slotsHeld(),
                    reason,
                    nowNanos - store.sinceNanos()));
        }
    }

    void released(TierResult.SlotsReleased result) {
        Store store = stores.remove(result.job());
        if (store != null) {
            trace.emit(new ServerEvent.StoreSlotsReleased(
                    store.peer(),
                    store.request(),
                    result.job(),
                    result.proof(),
                    nowNanos - endedNanos.getOrDefault(result.job(), nowNanos)));
        }
    }
}

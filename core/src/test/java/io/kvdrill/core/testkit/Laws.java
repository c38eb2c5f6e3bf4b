package io.kvdrill.core.testkit;

import io.kvdrill.core.profile.Choices.Switch;
import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row.TimeRow;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.Payload;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.TierResult;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.tier.TierResult.JobFinished;
import io.kvdrill.core.tier.TierResult.SlotsReleased;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.trace.ManagerEvent;
import io.kvdrill.core.trace.ServerEvent;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.core.transport.Registration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The laws of a run, judged from outside: by what the transports and the engine see, and by the trace only where nobody
 * outside can see it. Breaks with {@link LawBroken} at the moment that the law does.
 */
final class Laws implements ScriptedControl.Watcher, ScriptedData.Watcher {
    static final long SECOND = 1_000_000_000L;

    private record Queued(String peer, Message message) {}

    private record LookupId(String peer, long lookup) {}

    private final LoadLaws loads;
    private final StoreLaws stores = new StoreLaws();
    private final DemandLaws demands = new DemandLaws();
    private final WaitLaws waits;
    private final PeerLaws peers;
    private final DemandWaitLaws demandWaits = new DemandWaitLaws();
    private final SupplyLaws supplies = new SupplyLaws();
    private final BindingLaws bindings = new BindingLaws();
    private final LifeLaws lives = new LifeLaws(TierBench.LOCAL);
    private final Map<LookupId, Long> lookups = new LinkedHashMap<>();
    private final Map<String, Long> reaped = new LinkedHashMap<>();
    private final List<Queued> queued = new ArrayList<>();
    private final Map<String, Long> connections = new LinkedHashMap<>();
    private final long retentionNanos = hardened(Rows.REAPED_ID_RETENTION);
    private final long lookupLimitNanos = hardened(Rows.LOOKUP_PENDING_TIMEOUT);
    private final long storeLimitNanos = hardened(Rows.STORE_TIMEOUT);
    private long nowNanos;

    Laws(boolean fencesProve, Profile profile) {
        this.loads = new LoadLaws(fencesProve);
        this.waits = new WaitLaws(profile);
        this.peers = new PeerLaws(
                profile.choice(Rows.GROUP_PEERS_BY_HOST) == Switch.ON, profile.nanos(Rows.HOST_QUARANTINE));
    }

    /** What {@code hardened} says: under its own rules nothing may take longer. */
    static long hardened(TimeRow row) {
        return Profile.of(Preset.HARDENED).nanos(row);
    }

    void at(long now) {
        nowNanos = now;
    }

    void onSubmitted(TransferJob job, Direction direction, long limitNanos) {
        if (direction == Direction.LOAD) {
            loads.onSubmitted(nowNanos, job, limitNanos);
        } else {
            stores.onSubmitted(nowNanos, job, limitNanos);
        }
    }

    void onResult(TierResult result) {
        Direction direction =
                result instanceof JobFinished job ? job.direction() : ((SlotsReleased) result).direction();
        if (direction == Direction.LOAD) {
            loads.onResult(result);
        } else {
            stores.onResult(result);
        }
    }

    /** After a sweep whose results were handed over. */
    void checkInTime() {
        loads.checkInTime(nowNanos);
        stores.checkInTime(nowNanos);
        waits.checkInTime(nowNanos);
        peers.checkSwept();
        demandWaits.checkSwept();
        supplies.checkSwept();
    }

    /** After a serve window. */
    void checkServed() {
        demandWaits.checkServed();
        lookups.forEach((id, since) -> {
            if (nowNanos - since >= lookupLimitNanos) {
                throw new LawBroken("13", "lookup " + id + " is open after " + (nowNanos - since) + " ns");
            }
        });
    }

    /** After a drain whose results were handed over. */
    void checkDrained() {
        loads.checkDrained();
        stores.checkDrained();
    }

    /** Once everything has come to rest. */
    void checkAtRest() {
        loads.checkAtRest();
        stores.checkAtRest();
        demands.checkAtRest();
        if (!lookups.isEmpty()) {
            throw new LawBroken("13", "never answered: " + lookups.keySet());
        }
    }

    // ---- control -------------------------------------------------------------------------------------------------

    @Override
    public void onSent(String peer, long connection, Message message) {
        if (message instanceof Message.Connect) {
            connections.put(peer, connection);
        }
        loads.onSent(peer, connection, message);
        if (!queued.remove(new Queued(peer, message))) {
            onAnswer(connection, message);
        }
    }

    /** Judged when the tier makes up its mind: what was true then may not be when a late acknowledgement lets it leave. */
    private void onAnswer(long connection, Message message) {
        demands.onSent(connection, message);
        if (message instanceof Message.LookupResponse response) {
            checkPinned(response);
        }
    }

    private void checkPinned(Message.LookupResponse response) {
        for (int i = 0; i < response.keys().size(); i++) {
            BlockKey key = response.keys().get(i);
            if (response.hits().get(i) && !stores.pinned(key)) {
                throw new LawBroken("16", "hit for " + key + ", which nothing pins");
            }
        }
    }

    @Override
    public void onTaken(String peer, long connection, Payload payload) {
        // Judged when it is dispatched: a batch is taken at once, and handled message by message.
    }

    private void onDispatched(String peer, Message message) {
        long connection = connections.getOrDefault(peer, -1L);
        loads.onTaken(connection, message);
        demands.onTaken(peer, connection, message);
    }

    // ---- data ----------------------------------------------------------------------------------------------------

    @Override
    public void onWrite(ScriptedData.Write write) {
        for (int i = 0; i < write.local().size(); i++) {
            BlockKey content = stores.onRead(write.transfer(), write.local().get(i));
            demands.onWrite(write.transfer(), write.peer(), write.remote().get(i), content);
        }
    }

    @Override
    public void onLanded(ScriptedData.Write write) {
        for (int i = 0; i < write.local().size(); i++) {
            stores.onLanded(write.transfer(), write.local().get(i));
            demands.onLanded(write.transfer(), write.remote().get(i), write.success());
        }
        demands.onEnded(write.transfer());
    }

    @Override
    public void onFenceStarted(Registration registration) {
        loads.onFenceStarted(registration);
    }

    @Override
    public void onFenced(Registration registration) {
        loads.onFenced(registration);
    }

    // ---- trace ---------------------------------------------------------------------------------------------------

    void onLookup(String request, LookupOutcome outcome) {
        peers.onLookup(request, outcome);
    }

    void onEvent(TraceEvent event) {
        waits.onEvent(nowNanos, event);
        peers.onEvent(nowNanos, event);
        demandWaits.onEvent(event);
        supplies.onEvent(event);
        bindings.onEvent(event);
        lives.onEvent(event);
        stores.onEvent(event);
        if (event instanceof SessionEvent.MessageQueued waits) {
            queued.add(new Queued(waits.peer(), waits.message()));
            onAnswer(connections.getOrDefault(waits.peer(), -1L), waits.message());
        } else if (event instanceof SessionEvent.MessageReceived received) {
            onDispatched(received.peer(), received.message());
        } else if (event instanceof ServerEvent.DemandReceived demand) {
            demands.onAccepted(demand.peer(), demand.request(), demand.round());
        } else if (event instanceof ServerEvent.SupplyFiled filed) {
            stores.onFiled(nowNanos, filed.job(), storeLimitNanos);
        } else if (event instanceof ServerEvent.LookupEnqueued lookup) {
            if (lookup.keys() > 0) { // an empty one is answered by nothing
                lookups.put(new LookupId(lookup.peer(), lookup.lookup()), nowNanos);
            }
        } else if (event instanceof ServerEvent.LookupAnswered lookup) {
            lookups.remove(new LookupId(lookup.peer(), lookup.lookup()));
        } else if (event instanceof ServerEvent.LookupPendingTimedOut lookup) {
            Long since = lookups.get(new LookupId(lookup.peer(), lookup.lookup()));
            if (since != null && nowNanos - since < lookupLimitNanos) {
                throw new LawBroken("I3", lookup + " after " + (nowNanos - since) + " ns");
            }
        } else if (event instanceof ServerEvent.LookupDropped lookup) {
            lookups.remove(new LookupId(lookup.peer(), lookup.lookup()));
        } else if (event instanceof SessionEvent.SessionClosed closed) {
            demands.onSessionClosed(closed.peer());
            lookups.keySet().removeIf(id -> id.peer().equals(closed.peer()));
            queued.removeIf(each -> each.peer().equals(closed.peer()));
        } else if (event instanceof ManagerEvent.ParkedStoresReaped reap) {
            reaped.put(reap.request(), nowNanos);
        } else if (event instanceof ManagerEvent.StoreParked store) {
            checkNotReaped(store.request(), "parks");
        } else if (event instanceof ManagerEvent.RequestBound bound) {
            checkNotReaped(bound.request(), "binds");
        }
    }

    private void checkNotReaped(String request, String what) {
        Long since = reaped.get(request);
        if (since != null && nowNanos - since < retentionNanos) {
            throw new LawBroken("22", "reaped id " + request + " " + what + " within its retention");
        }
    }
}

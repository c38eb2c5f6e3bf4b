package io.kvdrill.core.testkit;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row.TimeRow;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.trace.ClientEvent;
import io.kvdrill.core.trace.ManagerEvent;
import io.kvdrill.core.trace.ServerEvent;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Every wait ends at its stated time (I3): not before, and in the sweep that finds it as old as its limit. A wait that the
 * profile does not limit may last as long as {@code hardened} lets it, but for demand, which is only judged at rest. The waits of loads and stores for their results are
 * judged by {@link LoadLaws} and {@link StoreLaws}, too; here a timeout may not come early.
 */
final class WaitLaws {
    private enum Kind {
        HANDSHAKE,
        LOOKUP,
        LOAD,
        ABORT,
        DEMAND,
        DRAIN,
        PARK
    }

    private record Wait(Kind kind, String peer, String request, long number) {}

    private record Ask(String peer, String request) {}

    private record Round(String peer, String request, long round) {}

    private final Profile profile;
    private final Map<Wait, Long> due = new LinkedHashMap<>();
    private final Map<Ask, Set<BlockKey>> unanswered = new LinkedHashMap<>();
    private final Map<Round, Integer> unmet = new LinkedHashMap<>();

    WaitLaws(Profile profile) {
        this.profile = profile;
    }

    private long limit(TimeRow row) {
        long own = profile.nanos(row);
        return own == Profile.NO_LIMIT ? Profile.of(Preset.HARDENED).nanos(row) : own;
    }

    private void start(Wait wait, long nowNanos, long limitNanos) {
        due.put(wait, nowNanos + limitNanos);
    }

    /** Its timeout has come. */
    private void expire(Wait wait, long nowNanos) {
        Long at = due.remove(wait);
        if (at != null && nowNanos < at) {
            throw new LawBroken("I3", wait + " timed out " + (at - nowNanos) + " ns before its time");
        }
    }

    /** After a sweep: whatever was due has ended. */
    void checkInTime(long nowNanos) {
        due.forEach((wait, at) -> {
            if (at <= nowNanos) {
                throw new LawBroken("I3", wait + " is open " + (nowNanos - at) + " ns after its time");
            }
        });
    }

    void onEvent(long nowNanos, TraceEvent event) {
        if (event instanceof SessionEvent session) {
            onSession(nowNanos, session);
        } else if (event instanceof ClientEvent client) {
            onClient(nowNanos, client);
        } else if (event instanceof ServerEvent server) {
            onServer(nowNanos, server);
        } else if (event instanceof ManagerEvent.StoreParked parked) {
            // The oldest of an id counts for all.
            due.putIfAbsent(park(parked.request()), nowNanos + limit(Rows.UNBOUND_STORE_TIMEOUT));
        } else if (event instanceof ManagerEvent.ParkedStoresReaped reaped) {
            expire(park(reaped.request()), nowNanos);
        } else if (event instanceof ManagerEvent.RequestBound bound) {
            due.remove(park(bound.request()));
        } else if (event instanceof ManagerEvent.ParkedStoresFailed failed) {
            due.remove(park(failed.request()));
        }
    }

    private static Wait park(String request) {
        return new Wait(Kind.PARK, "", request, 0);
    }

    // ---- sessions ------------------------------------------------------------------------------------------------

    private static Wait handshake(String peer) {
        return new Wait(Kind.HANDSHAKE, peer, "", 0);
    }

    private void onSession(long nowNanos, SessionEvent event) {
        if (event instanceof SessionEvent.SessionOpened opened) {
            // A session dies when it is older than the limit, not when it is as old.
            start(handshake(opened.peer()), nowNanos, limit(Rows.HANDSHAKE_TIMEOUT) + 1);
        } else if (event instanceof SessionEvent.SessionReady ready) {
            due.remove(handshake(ready.peer()));
        } else if (event instanceof SessionEvent.SessionDied died) {
            if (died.reason().startsWith("handshake not complete")) {
                expire(handshake(died.peer()), nowNanos);
            }
            due.remove(handshake(died.peer()));
        } else if (event instanceof SessionEvent.SessionClosed closed) {
            due.keySet().removeIf(wait -> wait.peer().equals(closed.peer()));
            unanswered.keySet().removeIf(ask -> ask.peer().equals(closed.peer()));
            unmet.keySet().removeIf(round -> round.peer().equals(closed.peer()));
        } else if (event instanceof SessionEvent.MessageSent sent && sent.message() instanceof Message.Lookup lookup) {
            Ask ask = new Ask(sent.peer(), lookup.request());
            if (unanswered.containsKey(ask)) {
                due.putIfAbsent(lookup(ask), nowNanos + limit(Rows.LOOKUP_PROGRESS_TIMEOUT));
            }
        }
    }

    // ---- the consumer --------------------------------------------------------------------------------------------

    private static Wait lookup(Ask ask) {
        return new Wait(Kind.LOOKUP, ask.peer(), ask.request(), 0);
    }

    private void onClient(long nowNanos, ClientEvent event) {
        if (event instanceof ClientEvent.ProbeRegistered probe) {
            unanswered
                    .computeIfAbsent(new Ask(probe.peer(), probe.request()), first -> new LinkedHashSet<>())
                    .add(probe.key());
        } else if (event instanceof ClientEvent.ProbeResolved probe) {
            onResolved(nowNanos, new Ask(probe.peer(), probe.request()), probe.key());
        } else if (event instanceof ClientEvent.ProbesDropped dropped) {
            forget(new Ask(dropped.peer(), dropped.request()));
        } else if (event instanceof ClientEvent.LookupTimedOut lookup) {
            Ask ask = new Ask(lookup.peer(), lookup.request());
            expire(lookup(ask), nowNanos);
            unanswered.remove(ask);
        } else {
            onLoad(nowNanos, event);
        }
    }

    private void onResolved(long nowNanos, Ask ask, BlockKey key) {
        Set<BlockKey> asked = unanswered.get(ask);
        if (asked == null || !asked.remove(key)) {
            return;
        }
        if (asked.isEmpty()) {
            forget(ask);
        } else {
            start(lookup(ask), nowNanos, limit(Rows.LOOKUP_PROGRESS_TIMEOUT));
        }
    }

    private void forget(Ask ask) {
        unanswered.remove(ask);
        due.remove(lookup(ask));
    }

    private static Wait load(String peer, long job) {
        return new Wait(Kind.LOAD, peer, "", job);
    }

    private static Wait abort(String peer, long job) {
        return new Wait(Kind.ABORT, peer, "", job);
    }

    private void onLoad(long nowNanos, ClientEvent event) {
        if (event instanceof ClientEvent.LoadStarted started) {
            forget(new Ask(started.peer(), started.request()));
            TimeRow row =
                    started.mode() == ClientEvent.LoadMode.PD ? Rows.LOAD_TIMEOUT_PD : Rows.LOAD_TIMEOUT_SYMMETRIC;
            start(load(started.peer(), started.job()), nowNanos, limit(row));
        } else if (event instanceof ClientEvent.LoadTimedOut late) {
            expire(load(late.peer(), late.job()), nowNanos);
        } else if (event instanceof ClientEvent.LoadAborting aborting) {
            due.remove(load(aborting.peer(), aborting.job()));
            start(abort(aborting.peer(), aborting.job()), nowNanos, limit(Rows.ABORT_ACK_TIMEOUT));
        } else if (event instanceof ClientEvent.AbortAckTimedOut late) {
            expire(abort(late.peer(), late.job()), nowNanos);
        } else if (event instanceof ClientEvent.LoadEnded ended) {
            due.remove(load(ended.peer(), ended.job()));
            if (!ended.slotsHeld()) {
                due.remove(abort(ended.peer(), ended.job()));
            }
        } else if (event instanceof ClientEvent.LoadSlotsReleased released) {
            due.remove(abort(released.peer(), released.job()));
        } else if (event instanceof ClientEvent.LoadForgotten forgotten) {
            due.remove(load(forgotten.peer(), forgotten.job()));
            due.remove(abort(forgotten.peer(), forgotten.job()));
        }
    }

    // ---- the producer --------------------------------------------------------------------------------------------

    private static Wait demand(Round round) {
        return new Wait(Kind.DEMAND, round.peer(), round.request(), round.round());
    }

    private static Wait drain(String peer, String request, long round) {
        return new Wait(Kind.DRAIN, peer, request, round);
    }

    private void onServer(long nowNanos, ServerEvent event) {
        if (event instanceof ServerEvent.DemandReceived demand) {
            Round round = new Round(demand.peer(), demand.request(), demand.round());
            unmet.put(round, demand.keys());
            // A fetch that overtook its lookups waits for them first.
            long limit = limit(Rows.PARKED_DEMAND_TIMEOUT) + limit(Rows.LOOKUP_PENDING_TIMEOUT);
            if (profile.nanos(Rows.PARKED_DEMAND_TIMEOUT) != Profile.NO_LIMIT) {
                start(demand(round), nowNanos, limit);
            }
        } else if (event instanceof ServerEvent.WriteStarted write) {
            met(
                    new Round(write.peer(), write.request(), write.round()),
                    write.keys().size());
        } else if (event instanceof ServerEvent.WriteRefused write) {
            met(new Round(write.peer(), write.request(), write.round()), write.blocks());
        } else if (event instanceof ServerEvent.WriteEnded write && !write.success()) {
            // The round fails as soon as its other writes have ended; it waits for no more supply.
            over(new Round(write.peer(), write.request(), write.round()));
        } else if (event instanceof ServerEvent.RoundEnded ended) {
            over(new Round(ended.peer(), ended.request(), ended.round()));
        } else if (event instanceof ServerEvent.ParkedDemandTimedOut late) {
            over(new Round(late.peer(), late.request(), late.round()));
        } else if (event instanceof ServerEvent.TerminalFetchReceived terminal) {
            due.keySet()
                    .removeIf(wait -> wait.kind() == Kind.DEMAND
                            && wait.peer().equals(terminal.peer())
                            && wait.request().equals(terminal.request()));
        } else if (event instanceof ServerEvent.AbortParked parked) {
            start(drain(parked.peer(), parked.request(), parked.round()), nowNanos, limit(Rows.CANCEL_DRAIN_TIMEOUT));
        } else if (event instanceof ServerEvent.AbortAcknowledged answered) {
            due.remove(drain(answered.peer(), answered.request(), answered.round()));
        } else if (event instanceof ServerEvent.AbortDrainTimedOut late) {
            expire(drain(late.peer(), late.request(), late.round()), nowNanos);
        }
    }

    private void met(Round round, int blocks) {
        Integer left = unmet.computeIfPresent(round, (same, open) -> open - blocks);
        if (left != null && left <= 0) {
            over(round);
        }
    }

    private void over(Round round) {
        unmet.remove(round);
        due.remove(demand(round));
    }
}

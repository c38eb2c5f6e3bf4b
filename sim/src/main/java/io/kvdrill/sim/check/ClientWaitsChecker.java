package io.kvdrill.sim.check;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.trace.ClientEvent;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.sim.check.Ids.Ask;
import io.kvdrill.sim.check.Waits.Wait;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** I3 for what a consumer waits for: handshakes, lookups, loads, aborts, and its requests with them. */
final class ClientWaitsChecker extends WaitsChecker {
    private final PerSite<Map<Ask, Set<Object>>> probes = perLife(site -> new LinkedHashMap<>());

    ClientWaitsChecker() {
        super(20, 34);
    }

    @Override
    void listen(Listeners listeners) {
        endAtShutdown(listeners);
        listenToHandshakes(listeners);
        listenToLookups(listeners);
        listenToLoads(listeners);
        listenToRequests(listeners);
    }

    // ---- handshakes ----------------------------------------------------------------------------------------------

    private void listenToHandshakes(Listeners listeners) {
        listeners.on(
                SessionEvent.SessionOpened.class,
                (site, event, entry) -> start(site, handshake(event.peer()), -1, -1, entry));
        listeners.on(SessionEvent.SessionReady.class, (site, event, entry) -> end(site, handshake(event.peer())));
        listeners.on(SessionEvent.SessionDied.class, (site, event, entry) -> {
            judgePatience(site, event);
            end(site, handshake(event.peer()));
        });
        listeners.on(SessionEvent.SessionClosed.class, (site, event, entry) -> {
            probes.of(site).keySet().removeIf(ask -> ask.peer().equals(event.peer()));
            waits(site).endAll(key -> key.peer().equals(event.peer()));
        });
    }

    /** A handshake that is as old as its limit has not failed yet: an acknowledgement that comes now counts. */
    private void judgePatience(Site site, SessionEvent.SessionDied event) {
        Wait wait = waits(site).get(handshake(event.peer()));
        if (wait == null || !event.reason().startsWith("handshake not complete")) {
            return;
        }
        long age = site.view().localNanos() - wait.startNanos;
        checked(true);
        if (age < wait.limitNanos) {
            broken(site)
                    .with(event.peer())
                    .statement(34)
                    .since(wait.sequence)
                    .says("the handshake with " + event.peer() + " was given up when it was not older than its limit, "
                            + time(wait.limitNanos - 1));
        }
    }

    private static WaitKey handshake(String peer) {
        return new WaitKey(WaitKind.HANDSHAKE, peer, "", 0);
    }

    // ---- lookups, at the consumer --------------------------------------------------------------------------------

    private void listenToLookups(Listeners listeners) {
        listeners.on(
                ClientEvent.ProbeRegistered.class,
                (site, event, entry) -> probes.of(site)
                        .computeIfAbsent(new Ask(event.peer(), event.request()), first -> new LinkedHashSet<>())
                        .add(event.key()));
        listeners.on(SessionEvent.MessageSent.class, this::onSent);
        listeners.on(ClientEvent.ProbeResolved.class, this::onResolved);
        listeners.on(
                ClientEvent.ProbesDropped.class, (site, event, entry) -> forget(site, event.peer(), event.request()));
        listeners.on(
                ClientEvent.LookupTimedOut.class, (site, event, entry) -> forget(site, event.peer(), event.request()));
    }

    private static WaitKey lookup(String peer, String request) {
        return new WaitKey(WaitKind.LOOKUP, peer, request, 0);
    }

    private void onSent(Site site, SessionEvent.MessageSent event, TraceEntry entry) {
        if (event.message() instanceof Message.Lookup lookup) {
            Set<Object> asked = probes.of(site).get(new Ask(event.peer(), lookup.request()));
            WaitKey key = lookup(event.peer(), lookup.request());
            if (asked != null && waits(site).get(key) == null) {
                start(site, key, -1, lookup.round(), entry);
            }
        }
    }

    private void onResolved(Site site, ClientEvent.ProbeResolved event, TraceEntry entry) {
        Set<Object> asked = probes.of(site).get(new Ask(event.peer(), event.request()));
        if (asked == null || !asked.remove(event.key())) {
            return;
        }
        if (asked.isEmpty()) {
            forget(site, event.peer(), event.request());
        } else {
            Wait wait = waits(site).get(lookup(event.peer(), event.request()));
            if (wait != null) {
                waits(site).restart(wait, site.view().localNanos());
            }
        }
    }

    private void forget(Site site, String peer, String request) {
        probes.of(site).remove(new Ask(peer, request));
        end(site, lookup(peer, request));
    }

    // ---- loads and aborts ----------------------------------------------------------------------------------------

    private void listenToLoads(Listeners listeners) {
        listeners.on(ClientEvent.LoadStarted.class, (site, event, entry) -> {
            forget(site, event.peer(), event.request());
            start(site, load(event.mode(), event.peer(), event.job()), event.job(), event.round(), entry);
        });
        listeners.on(ClientEvent.LoadEnded.class, (site, event, entry) -> {
            end(site, load(event.mode(), event.peer(), event.job()));
            if (!event.slotsHeld()) {
                end(site, abort(event.peer(), event.job()));
            }
        });
        listeners.on(ClientEvent.LoadForgotten.class, (site, event, entry) -> {
            // Law I1 speaks of it.
            end(site, load(ClientEvent.LoadMode.PD, event.peer(), event.job()));
            end(site, load(ClientEvent.LoadMode.SYMMETRIC, event.peer(), event.job()));
            end(site, abort(event.peer(), event.job()));
        });
        listeners.on(
                ClientEvent.LoadAborting.class,
                (site, event, entry) ->
                        start(site, abort(event.peer(), event.job()), event.job(), event.round(), entry));
        listeners.on(
                ClientEvent.AbortAckTimedOut.class,
                (site, event, entry) -> end(site, abort(event.peer(), event.job())));
        listeners.on(
                ClientEvent.LoadSlotsReleased.class,
                (site, event, entry) -> end(site, abort(event.peer(), event.job())));
    }

    private static WaitKey load(ClientEvent.LoadMode mode, String peer, long job) {
        WaitKind kind = mode == ClientEvent.LoadMode.PD ? WaitKind.LOAD_PD : WaitKind.LOAD_SYMMETRIC;
        return new WaitKey(kind, peer, "", job);
    }

    private static WaitKey abort(String peer, long job) {
        return new WaitKey(WaitKind.ABORT, peer, "", job);
    }

    // ---- requests ------------------------------------------------------------------------------------------------

    private void listenToRequests(Listeners listeners) {
        listeners.on(EngineEvent.RequestDeferred.class, (site, event, entry) -> {
            WaitKey key = deferral(event.engineRequest());
            if (event.why() != LookupOutcome.RETRY) {
                end(site, key);
            } else if (waits(site).get(key) == null) {
                start(site, key, -1, -1, entry);
            }
        });
        listeners.on(
                EngineEvent.RequestScheduled.class, (site, event, entry) -> end(site, deferral(event.engineRequest())));
        listeners.on(
                EngineEvent.RequestRescheduled.class,
                (site, event, entry) -> end(site, deferral(event.engineRequest())));
        listeners.on(EngineEvent.RequestLeft.class, (site, event, entry) -> end(site, deferral(event.engineRequest())));
    }

    private static WaitKey deferral(String engineRequest) {
        return new WaitKey(WaitKind.DEFERRAL, "", engineRequest, 0);
    }
}

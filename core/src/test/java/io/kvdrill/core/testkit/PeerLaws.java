package io.kvdrill.core.testkit;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.trace.ClientEvent;
import io.kvdrill.core.trace.ManagerEvent;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * A dead peer leaves nothing behind (I5): no binding to it, no message dispatched, its registration removed once; what was
 * asked or loaded of it misses afterwards (21). A session dies of a send or a registration that fails (32, 29), and stands
 * in no successor's way when it is dead (43). With grouping, its siblings on the host go with it, and nobody else (47).
 */
final class PeerLaws {
    private record Ask(String peer, String request) {}

    private record Opened(String id, boolean consumes) {}

    private final boolean grouped;
    private final long quarantineNanos;
    private final Set<String> open = new LinkedHashSet<>();
    private final Map<String, String> bindings = new LinkedHashMap<>();
    private final Map<Ask, Set<BlockKey>> unanswered = new LinkedHashMap<>();
    private final Map<String, Opened> requests = new LinkedHashMap<>();
    private final Map<String, Integer> live = new LinkedHashMap<>();
    private final Set<String> failing = new LinkedHashSet<>();
    private final Set<String> missing = new LinkedHashSet<>();
    private final Map<String, Integer> removals = new LinkedHashMap<>();
    private final Map<String, Long> quarantined = new LinkedHashMap<>();
    /** Peers whose session must be gone after the next sweep, with the reason. */
    private final Map<String, LawBroken> doomed = new LinkedHashMap<>();

    private final Set<String> dead = new LinkedHashSet<>();

    PeerLaws(boolean grouped, long quarantineNanos) {
        this.grouped = grouped;
        this.quarantineNanos = quarantineNanos;
    }

    void onEvent(long nowNanos, TraceEvent event) {
        if (event instanceof SessionEvent session) {
            onSession(nowNanos, session);
        } else if (event instanceof ClientEvent client) {
            onClient(client);
        } else if (event instanceof ManagerEvent.RequestBound bound) {
            bindings.put(bound.request(), bound.peer());
            if (!open.contains(bound.peer())) {
                throw new LawBroken("25", bound.request() + " is bound to " + bound.peer() + ", which has no session");
            }
        } else if (event instanceof ManagerEvent.RequestUnbound unbound) {
            bindings.remove(unbound.request());
        } else if (event instanceof ManagerEvent.PeerDown down) {
            onDown(nowNanos, down.peer());
        } else if (event instanceof ManagerEvent.RequestOpened opened) {
            onOpened(opened);
        } else if (event instanceof ManagerEvent.RequestClosed closed) {
            onFinished(closed.engineRequest());
        }
    }

    private void onSession(long nowNanos, SessionEvent event) {
        onFailure(event);
        if (event instanceof SessionEvent.SessionOpened opened) {
            if (!open.add(opened.peer())) {
                throw new LawBroken("43", "a second session with " + opened.peer());
            }
            removals.remove(opened.peer());
            doomed.remove(opened.peer());
            dead.remove(opened.peer());
            checkQuarantine(nowNanos, opened);
        } else if (event instanceof SessionEvent.SessionClosed closed) {
            onClosed(closed);
        } else if (event instanceof SessionEvent.MessageReceived received && !open.contains(received.peer())) {
            throw new LawBroken(
                    "30", "a message of " + received.peer() + ", which has no session: " + received.message());
        } else if (event instanceof SessionEvent.RegistrationRemoved removed) {
            if (removals.merge(removed.peer(), 1, Integer::sum) > 1) {
                throw new LawBroken("I5", "the registration of " + removed.peer() + " is removed twice");
            }
        }
    }

    /** What ends a session, whatever the peer does then: it may not go on as if nothing had been. */
    private void onFailure(SessionEvent event) {
        if (event instanceof SessionEvent.SendFailed failed) {
            doom(failed.peer(), "32", "outlives a send that failed: " + failed.message());
        } else if (event instanceof SessionEvent.RegistrationSettled settled && !settled.ready()) {
            doom(settled.peer(), "29", "lives on, and its registration has failed: " + settled.failure());
        } else if (event instanceof SessionEvent.SessionDied died) {
            dead.add(died.peer());
        } else if (event instanceof SessionEvent.PeerRefused refused
                && dead.contains(refused.peer())
                && open.contains(refused.peer())) {
            throw new LawBroken("43", refused.peer() + " is refused for the sake of its dead session");
        }
    }

    private void doom(String peer, String law, String what) {
        if (open.contains(peer)) {
            doomed.putIfAbsent(peer, new LawBroken(law, "the session with " + peer + " " + what));
        }
    }

    private void onClosed(SessionEvent.SessionClosed closed) {
        doomed.remove(closed.peer());
        dead.remove(closed.peer());
        if (!open.remove(closed.peer())) {
            throw new LawBroken("I5", "the session with " + closed.peer() + " is closed twice");
        }
        if (closed.reason().startsWith("its host lost ")) {
            String dead = closed.reason().substring("its host lost ".length());
            if (!grouped || !host(dead).equals(host(closed.peer()))) {
                throw new LawBroken("47", closed.peer() + " is closed for " + dead);
            }
        }
        unanswered.entrySet().removeIf(asked -> {
            boolean gone = asked.getKey().peer().equals(closed.peer());
            if (gone && !asked.getValue().isEmpty()) {
                fail(asked.getKey().request());
            }
            return gone;
        });
    }

    // ---- grouping ------------------------------------------------------------------------------------------------

    private void onDown(long nowNanos, String dead) {
        if (!grouped) {
            return;
        }
        for (String peer : open) {
            if (host(peer).equals(host(dead))) {
                throw new LawBroken("47", "the session with " + peer + " outlives that with " + dead);
            }
        }
        quarantined.put(host(dead), nowNanos);
    }

    private void checkQuarantine(long nowNanos, SessionEvent.SessionOpened opened) {
        Long since = quarantined.get(host(opened.peer()));
        if (opened.opening() == SessionEvent.Opening.DIALLED && since != null && nowNanos - since < quarantineNanos) {
            throw new LawBroken("47", opened.peer() + " is dialled while its host is quarantined");
        }
    }

    private static String host(String peer) {
        int colon = peer.lastIndexOf(':');
        return colon < 0 ? peer : peer.substring(0, colon);
    }

    // ---- what was asked ------------------------------------------------------------------------------------------

    private void onClient(ClientEvent event) {
        if (event instanceof ClientEvent.ProbeRegistered probe) {
            unanswered
                    .computeIfAbsent(new Ask(probe.peer(), probe.request()), first -> new LinkedHashSet<>())
                    .add(probe.key());
        } else if (event instanceof ClientEvent.ProbeResolved probe) {
            Set<BlockKey> asked = unanswered.get(new Ask(probe.peer(), probe.request()));
            if (asked != null) {
                asked.remove(probe.key());
            }
        } else if (event instanceof ClientEvent.ProbesDropped dropped) {
            unanswered.remove(new Ask(dropped.peer(), dropped.request()));
        } else if (event instanceof ClientEvent.LoadStarted started) {
            unanswered.remove(new Ask(started.peer(), started.request()));
        } else if (event instanceof ClientEvent.LoadEnded ended && !ended.success()) {
            fail(ended.request());
        }
    }

    private void onOpened(ManagerEvent.RequestOpened opened) {
        boolean consumes = !opened.sourceRequest().isEmpty();
        // The end of a producer clears the failure of its id, too.
        String id = consumes ? opened.sourceRequest() : opened.destinationRequest();
        requests.put(opened.engineRequest(), new Opened(id, consumes));
        if (consumes) {
            live.merge(id, 1, Integer::sum);
        }
    }

    private void fail(String request) {
        if (live.getOrDefault(request, 0) > 0) {
            failing.add(request);
        }
    }

    /** A request of this id has ended: its failure is history. */
    private void onFinished(String engineRequest) {
        Opened request = requests.get(engineRequest);
        if (request == null) {
            return;
        }
        if (request.consumes()) {
            live.computeIfPresent(request.id(), (id, count) -> count == 1 ? null : Integer.valueOf(count - 1));
        }
        failing.remove(request.id());
        missing.remove(request.id());
    }

    /** The engine asked for a block under an id. */
    void onLookup(String request, LookupOutcome outcome) {
        if (missing.contains(request) && outcome != LookupOutcome.MISS) {
            throw new LawBroken("21", "request " + request + " has failed, and its lookup answers " + outcome);
        }
    }

    /** After a sweep: no binding points to a session that is gone; from now on, what has failed misses. */
    void checkSwept() {
        missing.addAll(failing);
        failing.clear();
        doomed.values().forEach(broken -> {
            throw broken;
        });
        bindings.forEach((request, peer) -> {
            if (!open.contains(peer)) {
                throw new LawBroken("25", request + " stays bound to " + peer + ", which has no session");
            }
        });
    }
}

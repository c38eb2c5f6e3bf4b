package io.kvdrill.sim.check;

import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.trace.ClientEvent;
import io.kvdrill.core.trace.ManagerEvent.IdlePeerEvicted;
import io.kvdrill.core.trace.ServerEvent;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.core.trace.SessionEvent.SessionOpened;
import io.kvdrill.core.trace.SessionEvent.SessionReady;
import io.kvdrill.sim.check.Ids.RoundId;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** I5 for evictions: only a session that nobody waits for is evicted, and only while slots are scarce. */
final class IdleEvictionChecker extends LawChecker {
    private static final class Session {
        boolean ready;
        final Set<Long> loads = new LinkedHashSet<>();
        final Set<Long> writes = new LinkedHashSet<>();
        final Set<RoundId> demands = new LinkedHashSet<>();
        final Set<Long> lookups = new LinkedHashSet<>();

        List<String> pending() {
            List<String> pending = new ArrayList<>();
            if (!ready) {
                pending.add("an unfinished handshake");
            }
            add(pending, loads, "load");
            add(pending, writes, "running write");
            add(pending, demands, "demanded round");
            add(pending, lookups, "unanswered lookup");
            return pending;
        }

        private static void add(List<String> pending, Set<?> set, String what) {
            if (!set.isEmpty()) {
                pending.add(set.size() + " " + what + (set.size() == 1 ? "" : "s"));
            }
        }
    }

    private static final class Table {
        final Map<String, Session> open = new LinkedHashMap<>();
        int evictedInStep;
    }

    private final PerSite<Table> tables = perLife(site -> new Table());

    IdleEvictionChecker() {
        super(Law.I5, 35);
    }

    @Override
    void listen(Listeners listeners) {
        listeners.on(
                SessionOpened.class,
                (site, event, entry) -> tables.of(site).open.put(event.peer(), new Session()));
        listeners.on(
                SessionClosed.class,
                (site, event, entry) -> tables.of(site).open.remove(event.peer()));
        listeners.on(SessionReady.class, (site, event, entry) -> session(site, event.peer()).ready = true);
        listeners.on(
                ClientEvent.LoadStarted.class,
                (site, event, entry) -> session(site, event.peer()).loads.add(event.job()));
        listeners.on(
                ClientEvent.LoadEnded.class,
                (site, event, entry) -> session(site, event.peer()).loads.remove(event.job()));
        listeners.on(
                ClientEvent.LoadForgotten.class,
                (site, event, entry) -> session(site, event.peer()).loads.remove(event.job()));
        listeners.on(
                ServerEvent.WriteStarted.class,
                (site, event, entry) -> session(site, event.peer()).writes.add(event.transfer()));
        listeners.on(
                ServerEvent.WriteEnded.class,
                (site, event, entry) -> session(site, event.peer()).writes.remove(event.transfer()));
        listeners.on(
                ServerEvent.WritesCancelled.class,
                (site, event, entry) -> event.transfers().forEach(session(site, event.peer()).writes::remove));
        listeners.on(
                ServerEvent.DemandReceived.class,
                (site, event, entry) -> session(site, event.peer())
                        .demands
                        .add(new RoundId(event.peer(), event.request(), event.round())));
        listeners.on(
                ServerEvent.RoundEnded.class,
                (site, event, entry) -> session(site, event.peer())
                        .demands
                        .remove(new RoundId(event.peer(), event.request(), event.round())));
        listeners.on(ServerEvent.LookupEnqueued.class, (site, event, entry) -> {
            if (event.keys() > 0) {
                session(site, event.peer()).lookups.add(event.lookup());
            }
        });
        listeners.on(
                ServerEvent.LookupAnswered.class,
                (site, event, entry) -> session(site, event.peer()).lookups.remove(event.lookup()));
        listeners.on(
                ServerEvent.LookupDropped.class,
                (site, event, entry) -> session(site, event.peer()).lookups.remove(event.lookup()));
        listeners.on(IdlePeerEvicted.class, this::onEvicted);
    }

    /** What goes on with a peer; something that is thrown away where there is no session. */
    private Session session(Site site, String peer) {
        Session session = tables.of(site).open.get(peer);
        return session == null ? new Session() : session;
    }

    private void onEvicted(Site site, IdlePeerEvicted event, TraceEntry entry) {
        checked(true);
        Table here = tables.of(site);
        Session session = here.open.get(event.peer());
        List<String> pending = session == null ? List.of() : session.pending();
        if (!pending.isEmpty()) {
            broken(site)
                    .with(event.peer())
                    .statement(35)
                    .says("the session with " + event.peer() + " was evicted as idle, with "
                            + String.join(", ", pending));
        }
        long max = board().run().profile().amount(Rows.MAX_PEERS);
        long headroom = Math.min(board().run().profile().amount(Rows.IDLE_REAP_HEADROOM), Math.max(0, max - 1));
        int sessions = here.open.size() + here.evictedInStep++;
        if (sessions < max - headroom) {
            broken(site)
                    .with(event.peer())
                    .statement(35)
                    .says("the session with " + event.peer() + " was evicted while " + (max - sessions) + " of " + max
                            + " were free");
        }
    }

    @Override
    void onStepEnd(Site site) {
        tables.of(site).evictedInStep = 0;
    }
}

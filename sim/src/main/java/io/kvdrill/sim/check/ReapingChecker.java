package io.kvdrill.sim.check;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.trace.ClientEvent;
import io.kvdrill.core.trace.ManagerEvent.RequestBound;
import io.kvdrill.core.trace.ManagerEvent.RequestUnbound;
import io.kvdrill.core.trace.ServerEvent;
import io.kvdrill.core.trace.SessionEvent.MessageReceived;
import io.kvdrill.core.trace.SessionEvent.PeerRefused;
import io.kvdrill.core.trace.SessionEvent.RegistrationRemoved;
import io.kvdrill.core.trace.SessionEvent.RegistrationStarted;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.core.trace.SessionEvent.SessionDied;
import io.kvdrill.core.trace.SessionEvent.SessionOpened;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * I5: a session is closed once, takes bindings and registration with it, and nothing new happens under it afterwards; a
 * dead one dispatches nothing, and no second one is opened beside a live one.
 */
final class ReapingChecker extends LawChecker {
    private static final class Session {
        final long number;
        final long opened;
        long died;
        long generation;

        Session(long number, long opened) {
            this.number = number;
            this.opened = opened;
        }
    }

    private static final class Closed {
        final String peer;
        final long sequence;
        final long generation;

        Closed(String peer, long sequence, long generation) {
            this.peer = peer;
            this.sequence = sequence;
            this.generation = generation;
        }
    }

    private static final class Table {
        final Map<String, Session> open = new LinkedHashMap<>();
        final Map<String, String> bindings = new LinkedHashMap<>();
        /** The generation that was removed last, by peer. */
        final Map<String, Long> removed = new LinkedHashMap<>();

        final List<Closed> closedInStep = new ArrayList<>();
        /** By peer: that it was refused for a session that seemed alive. */
        final Map<String, Long> refusedInStep = new LinkedHashMap<>();
    }

    private final PerSite<Table> tables = perLife(site -> new Table());

    ReapingChecker() {
        super(Law.I5, 25, 30, 43);
    }

    @Override
    void listen(Listeners listeners) {
        listeners.on(SessionOpened.class, this::onOpened);
        listeners.on(SessionDied.class, (site, event, entry) -> {
            Session session = tables.of(site).open.get(event.peer());
            if (session != null) {
                session.died = entry.sequence();
                diedUnnoticed(site, event, session);
            }
        });
        listeners.on(PeerRefused.class, this::onRefused);
        listeners.on(MessageReceived.class, this::onMessage);
        listeners.on(SessionClosed.class, this::onClosed);
        listeners.on(RegistrationStarted.class, (site, event, entry) -> {
            Session session = tables.of(site).open.get(event.peer());
            if (session != null) {
                session.generation = event.generation();
            }
        });
        listeners.on(RegistrationRemoved.class, this::onRemoved);
        listeners.on(
                RequestBound.class,
                (site, event, entry) -> tables.of(site).bindings.put(event.request(), event.peer()));
        listeners.on(
                RequestUnbound.class,
                (site, event, entry) -> tables.of(site).bindings.remove(event.request()));
        begins(listeners, ClientEvent.ProbeRegistered.class);
        begins(listeners, ClientEvent.LoadStarted.class);
        begins(listeners, ServerEvent.LookupEnqueued.class);
        begins(listeners, ServerEvent.SupplyFiled.class);
        begins(listeners, ServerEvent.DemandReceived.class);
        begins(listeners, ServerEvent.WriteStarted.class);
    }

    /** These events begin something with a peer: there must be a session for it. */
    private <E extends TraceEvent> void begins(Listeners listeners, Class<E> type) {
        listeners.on(type, (site, event, entry) -> {
            String peer = event instanceof ClientEvent client
                    ? client.peer()
                    : event instanceof ServerEvent server ? server.peer() : "";
            if (!tables.of(site).open.containsKey(peer)) {
                checked(true);
                broken(site)
                        .with(peer)
                        .says("something began with " + peer + ", with which " + site + " has no session: "
                                + type.getSimpleName());
            }
        });
    }

    private void onOpened(Site site, SessionOpened event, TraceEntry entry) {
        Session before = tables.of(site).open.put(event.peer(), new Session(event.session(), entry.sequence()));
        if (before != null) {
            checked(true);
            broken(site)
                    .with(event.peer())
                    .statement(43)
                    .since(before.opened)
                    .says("a second session with " + event.peer() + " was opened beside one that was not closed");
        }
    }

    private void onRefused(Site site, PeerRefused event, TraceEntry entry) {
        Table here = tables.of(site);
        Session before = here.open.get(event.peer());
        long most = board().run().profile().amount(Rows.MAX_PEERS);
        boolean room = most == Profile.NO_LIMIT || here.open.size() < most;
        checked(before != null && before.died > 0);
        if (before != null && before.died > 0 && room) {
            broken(site)
                    .with(event.peer())
                    .statement(43)
                    .since(before.died)
                    .says(event.peer() + " has connected again, and is refused for a session that had died: "
                            + event.reason());
        } else if (before != null && room) {
            here.refusedInStep.put(event.peer(), entry.sequence());
        }
    }

    /** A connection that is found lost in a sweep was lost when that sweep began, before it accepted anybody. */
    private void diedUnnoticed(Site site, SessionDied event, Session session) {
        Long refused = tables.of(site).refusedInStep.remove(event.peer());
        if (refused != null && event.reason().equals("connection lost")) {
            broken(site)
                    .with(event.peer())
                    .statement(43)
                    .since(refused)
                    .says(event.peer() + " has connected again, and was refused for session " + session.number
                            + " in the very step that found it dead");
        }
    }

    private void onMessage(Site site, MessageReceived event, TraceEntry entry) {
        Session session = tables.of(site).open.get(event.peer());
        if (session != null && session.died > 0) {
            checked(true);
            broken(site)
                    .with(event.peer())
                    .statement(30)
                    .since(session.died)
                    .says("a " + event.message().type().wireName() + " was dispatched in a session that had died");
        }
    }

    private void onClosed(Site site, SessionClosed event, TraceEntry entry) {
        Table here = tables.of(site);
        Session session = here.open.get(event.peer());
        checked(true);
        if (session == null || session.number != event.session()) {
            broken(site)
                    .with(event.peer())
                    .says("session " + event.session() + " with " + event.peer()
                            + " was closed, which is not open: it was closed before");
            return;
        }
        here.open.remove(event.peer());
        if (!event.reason().equals("shutdown")) {
            here.closedInStep.add(new Closed(event.peer(), entry.sequence(), session.generation));
        }
    }

    private void onRemoved(Site site, RegistrationRemoved event, TraceEntry entry) {
        Long before = tables.of(site).removed.put(event.peer(), event.generation());
        if (before != null && before == event.generation()) {
            broken(site)
                    .with(event.peer())
                    .says("registration " + event.generation() + " of " + event.peer() + " was removed a second time");
        }
    }

    @Override
    void onStepEnd(Site site) {
        Table here = tables.of(site);
        for (Closed closed : here.closedInStep) {
            if (closed.generation > 0 && here.removed.getOrDefault(closed.peer, 0L) < closed.generation) {
                broken(site)
                        .with(closed.peer)
                        .since(closed.sequence)
                        .says("the session with " + closed.peer + " was closed, and its registration "
                                + closed.generation + " was not removed");
            }
            if (!here.open.containsKey(closed.peer)) {
                judgeBindings(site, here, closed);
            }
        }
        here.closedInStep.clear();
        here.refusedInStep.clear();
    }

    private void judgeBindings(Site site, Table here, Closed closed) {
        here.bindings.forEach((request, peer) -> {
            if (peer.equals(closed.peer)) {
                broken(site)
                        .with(peer)
                        .statement(25)
                        .request(request)
                        .since(closed.sequence)
                        .says("request " + request + " is still bound to the session with " + peer
                                + ", which was closed");
            }
        });
    }
}

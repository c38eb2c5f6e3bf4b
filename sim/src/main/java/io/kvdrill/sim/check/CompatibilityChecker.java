package io.kvdrill.sim.check;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.trace.SessionEvent.IdentityCollision;
import io.kvdrill.core.trace.SessionEvent.MessageQueued;
import io.kvdrill.core.trace.SessionEvent.MessageReceived;
import io.kvdrill.core.trace.SessionEvent.MessageSent;
import io.kvdrill.core.trace.SessionEvent.MessageWithdrawn;
import io.kvdrill.core.trace.SessionEvent.PeerIncompatible;
import io.kvdrill.core.trace.SessionEvent.RegistrationSettled;
import io.kvdrill.core.trace.SessionEvent.RegistrationStarted;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.core.trace.SessionEvent.SessionDied;
import io.kvdrill.core.trace.SessionEvent.SessionOpened;
import io.kvdrill.core.trace.SessionEvent.SessionReady;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.PeerSpec;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** I9: the gate of the handshake. What is incompatible is named and kept out; what is let in has been let in. */
final class CompatibilityChecker extends LawChecker {
    private static final class Gate {
        boolean registered;
        boolean ready;
        String difference = "";
        long connected;
        final Deque<Message> queue = new ArrayDeque<>();
    }

    private static final class Table {
        final Map<String, Gate> gates = new LinkedHashMap<>();
        final Set<String> unnamed = new LinkedHashSet<>();
    }

    private final PerSite<Table> tables = perLife(site -> new Table());

    CompatibilityChecker() {
        super(Law.I9, 28, 29, 31);
    }

    @Override
    void listen(Listeners listeners) {
        listeners.on(
                SessionOpened.class,
                (site, event, entry) -> tables.of(site).gates.put(event.peer(), new Gate()));
        listeners.on(
                SessionClosed.class,
                (site, event, entry) -> tables.of(site).gates.remove(event.peer()));
        listeners.on(MessageReceived.class, this::onReceived);
        listeners.on(
                PeerIncompatible.class,
                (site, event, entry) -> tables.of(site).unnamed.remove(event.peer()));
        listeners.on(
                IdentityCollision.class,
                (site, event, entry) -> tables.of(site).unnamed.remove(event.peer()));
        listeners.on(
                SessionDied.class,
                (site, event, entry) -> tables.of(site).unnamed.remove(event.peer()));
        listeners.on(RegistrationStarted.class, this::onRegistration);
        listeners.on(
                RegistrationSettled.class, (site, event, entry) -> gate(site, event.peer()).registered = event.ready());
        listeners.on(SessionReady.class, this::onReady);
        listeners.on(
                MessageQueued.class,
                (site, event, entry) -> gate(site, event.peer()).queue.add(event.message()));
        listeners.on(
                MessageWithdrawn.class,
                (site, event, entry) -> gate(site, event.peer()).queue.remove(event.message()));
        listeners.on(MessageSent.class, this::onSent);
    }

    private Gate gate(Site site, String peer) {
        Gate gate = tables.of(site).gates.get(peer);
        return gate == null ? new Gate() : gate;
    }

    private void onReceived(Site site, MessageReceived event, TraceEntry entry) {
        if (event.message() instanceof Message.Connect connect) {
            Gate gate = gate(site, event.peer());
            gate.connected = entry.sequence();
            gate.difference = difference(site, connect);
            checked(!gate.difference.isEmpty());
            if (!gate.difference.isEmpty()) {
                tables.of(site).unnamed.add(event.peer());
            }
        }
    }

    private String difference(Site site, Message.Connect connect) {
        PeerSpec own = site.view().spec();
        if (connect.blockBytes() != board().blockBytes(own)) {
            return "block length " + connect.blockBytes() + " against " + board().blockBytes(own);
        } else if (!connect.hashSeed().equals(own.hashSeed())) {
            return "hash seed '" + connect.hashSeed() + "' against '" + own.hashSeed() + "'";
        } else if (!connect.fingerprint().isEmpty()
                && !own.fingerprint().isEmpty()
                && !connect.fingerprint().equals(own.fingerprint())) {
            return "fingerprint " + connect.fingerprint() + " against " + own.fingerprint();
        }
        return "";
    }

    private void onRegistration(Site site, RegistrationStarted event, TraceEntry entry) {
        Gate gate = gate(site, event.peer());
        if (!gate.difference.isEmpty()) {
            broken(site)
                    .with(event.peer())
                    .statement(31)
                    .since(gate.connected)
                    .says(event.peer() + " is being registered at " + site + " although it is incompatible: "
                            + gate.difference);
        }
    }

    private void onReady(Site site, SessionReady event, TraceEntry entry) {
        gate(site, event.peer()).ready = true;
        Site other = board().find(event.peer());
        boolean incompatible = other != null && other != site && board().incompatible(site, other);
        checked(incompatible);
        if (incompatible) {
            broken(site)
                    .with(event.peer())
                    .statement(31)
                    .says("the session of " + site + " with " + event.peer()
                            + " became ready although they are incompatible: every lookup in it misses, silently");
        }
    }

    private void onSent(Site site, MessageSent event, TraceEntry entry) {
        Message message = event.message();
        if (message instanceof Message.ConnectAck) {
            Gate gate = gate(site, event.peer());
            checked(true);
            if (!gate.registered) {
                broken(site)
                        .with(event.peer())
                        .statement(29)
                        .since(gate.connected)
                        .says(site + " acknowledged " + event.peer() + ", which is not registered there");
            }
        } else if (message instanceof Message.RequestMessage) {
            onRoleMessage(site, event.peer(), message);
        }
    }

    private void onRoleMessage(Site site, String peer, Message message) {
        Gate gate = gate(site, peer);
        boolean waited = !gate.queue.isEmpty();
        checked(waited);
        if (!gate.ready) {
            broken(site)
                    .with(peer)
                    .statement(28)
                    .says("a " + message.type().wireName() + " left for " + peer
                            + " before it had acknowledged the connect");
        }
        if (waited && !gate.queue.remove().equals(message)) {
            broken(site)
                    .with(peer)
                    .statement(28)
                    .says("a " + message.type().wireName() + " left for " + peer
                            + " before others that were queued earlier");
        }
    }

    @Override
    void onStepEnd(Site site) {
        Set<String> unnamed = tables.of(site).unnamed;
        for (String peer : unnamed) {
            Gate gate = gate(site, peer);
            broken(site)
                    .with(peer)
                    .statement(31)
                    .since(gate.connected)
                    .says(peer + " is incompatible with " + site + " (" + gate.difference
                            + "), and nothing in the trace says so");
        }
        unnamed.clear();
    }
}

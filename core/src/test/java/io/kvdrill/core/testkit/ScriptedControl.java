package io.kvdrill.core.testkit;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.Payload;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.core.transport.DialRefusedException;
import io.kvdrill.core.transport.SendFailedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A control transport whose other ends are a script. It does what {@link ControlTransport} promises, and no more. */
public final class ScriptedControl implements ControlTransport {

    /** Told what passes through. */
    public interface Watcher {
        /** The tier sent a message on a connection. */
        void onSent(String peer, long connection, Message message);

        /** The tier took a message off a connection. */
        void onTaken(String peer, long connection, Payload payload);
    }

    /** Takes what a poll tells, and does nothing about it. */
    public static final class Deaf implements Listener {
        @Override
        public void onAccepted(Connection connection) {}

        @Override
        public void onReceived(Connection connection) {}

        @Override
        public void onLost(Connection connection) {}
    }

    /** A message that the tier sent. */
    public record Sent(String peer, long connection, Message message) {}

    private record Arrival(String peer, Payload payload) {}

    private final List<Watcher> watchers = new ArrayList<>();
    private final Map<String, Link> registered = new LinkedHashMap<>();
    private final List<Link> links = new ArrayList<>();
    private final List<Arrival> arrivals = new ArrayList<>();
    private final Set<String> losses = new LinkedHashSet<>();
    private final Set<String> refusingDials = new LinkedHashSet<>();
    private final Set<String> failingSends = new LinkedHashSet<>();
    private final List<Sent> sent = new ArrayList<>();
    private long receives;
    private boolean hushed;
    private boolean closed;

    /** Lets somebody watch. */
    public void watch(Watcher watcher) {
        watchers.add(watcher);
    }

    // ---- the script ----------------------------------------------------------------------------------------------

    /** A peer sends something; the next poll brings it. */
    public void arrive(String peer, Payload payload) {
        arrivals.add(new Arrival(peer, payload));
    }

    /** The connection to a peer is lost; the next poll tells. */
    public void lose(String peer) {
        losses.add(peer);
    }

    /** Whether dials to a peer are refused from now on. */
    public void refuseDials(String peer, boolean on) {
        set(refusingDials, peer, on);
    }

    /** Whether sends to a peer fail from now on. */
    public void failSends(String peer, boolean on) {
        set(failingSends, peer, on);
    }

    private static void set(Set<String> peers, String peer, boolean on) {
        if (on) {
            peers.add(peer);
        } else {
            peers.remove(peer);
        }
    }

    /** Everything sent since the last call. */
    public List<Sent> takeSent() {
        List<Sent> taken = List.copyOf(sent);
        sent.clear();
        return taken;
    }

    /** From now on, polls tell nothing, cost nothing, and leave what arrives where it is. */
    public void hush() {
        hushed = true;
    }

    /** How often a connection was asked for messages so far. */
    public long receives() {
        return receives;
    }

    /** How often each connection was closed, in the order in which they were opened. */
    public List<Integer> closes() {
        return links.stream().map(link -> link.closes).toList();
    }

    /** Whether there is a connection to this peer that is alive. */
    public boolean connected(String peer) {
        Link link = registered.get(peer);
        return link != null && link.alive();
    }

    /** Whether the next poll has nothing to tell. */
    public boolean quiet() {
        return arrivals.isEmpty() && losses.isEmpty();
    }

    /** Whether the transport was closed. */
    public boolean closed() {
        return closed;
    }

    // ---- the transport -------------------------------------------------------------------------------------------

    @Override
    public Connection dial(String peer) {
        if (connected(peer)) {
            throw new IllegalStateException("a live connection to " + peer + " is registered");
        }
        if (refusingDials.contains(peer)) {
            throw new DialRefusedException("the script refuses dials to " + peer);
        }
        return open(peer);
    }

    private Link open(String peer) {
        Link link = new Link(peer, links.size());
        links.add(link);
        registered.put(peer, link);
        return link;
    }

    @Override
    public void poll(Listener listener) {
        if (hushed) {
            return;
        }
        registered.values().removeIf(link -> !link.alive());
        List<Arrival> strangers = new ArrayList<>();
        Set<Link> fed = new LinkedHashSet<>();
        for (Arrival arrival : arrivals) {
            Link link = registered.get(arrival.peer());
            if (link == null) {
                strangers.add(arrival);
            } else {
                link.inbox.add(arrival.payload());
                fed.add(link);
            }
        }
        arrivals.clear();
        List<Link> lost = new ArrayList<>();
        for (String peer : losses) {
            Link link = registered.remove(peer);
            if (link != null) {
                link.markDead();
                lost.add(link);
            }
        }
        losses.clear();
        Set<Link> opened = new LinkedHashSet<>();
        for (Arrival arrival : strangers) {
            Link link = registered.get(arrival.peer());
            if (link == null) {
                link = open(arrival.peer());
                opened.add(link);
            }
            link.inbox.add(arrival.payload());
        }
        opened.forEach(listener::onAccepted);
        fed.forEach(listener::onReceived);
        lost.forEach(listener::onLost);
    }

    @Override
    public void close() {
        closed = true;
        registered.values().forEach(Link::markDead);
    }

    private final class Link implements Connection {
        private final String peer;
        private final long number;
        private final List<Payload> inbox = new ArrayList<>();
        private boolean dead;
        private int closes;

        Link(String peer, long number) {
            this.peer = peer;
            this.number = number;
        }

        @Override
        public String peer() {
            return peer;
        }

        @Override
        public boolean alive() {
            return !dead && closes == 0;
        }

        @Override
        public void send(Message message) {
            if (!alive()) {
                throw new SendFailedException("the connection to " + peer + " is not alive");
            }
            if (failingSends.contains(peer)) {
                throw new SendFailedException("the script fails sends to " + peer);
            }
            sent.add(new Sent(peer, number, message));
            watchers.forEach(watcher -> watcher.onSent(peer, number, message));
        }

        @Override
        public List<Payload> receive() {
            receives++;
            List<Payload> taken = List.copyOf(inbox);
            inbox.clear();
            for (Payload payload : taken) {
                watchers.forEach(watcher -> watcher.onTaken(peer, number, payload));
            }
            return taken;
        }

        @Override
        public void markDead() {
            dead = true;
        }

        @Override
        public void close() {
            closes++;
        }
    }
}

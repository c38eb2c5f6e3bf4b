package io.kvdrill.scenarios.conform.tier;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.protocol.Payload;
import io.kvdrill.core.protocol.RawPayload;
import io.kvdrill.core.protocol.WireValue;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.core.transport.DialRefusedException;
import io.kvdrill.core.transport.SendFailedException;
import io.kvdrill.scenarios.conform.vector.Effect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The control transport of FORMAT.md section 5.1. */
final class ScriptedControl implements ControlTransport {
    private record Received(String peer, RawPayload payload) {}

    private final Script script;
    private final Map<String, Link> registered = new LinkedHashMap<>();
    private final List<Received> queue = new ArrayList<>();
    private final List<String> losses = new ArrayList<>();
    private boolean closed;

    ScriptedControl(Script script) {
        this.script = script;
    }

    void receive(String peer, WireValue message) {
        queue.add(new Received(peer, new RawPayload(message, frameBytes(message))));
    }

    /** The size of a message's frame; 0 for what no frame can hold, integers of more than 64 bits above all. */
    private static int frameBytes(WireValue message) {
        try {
            return MessageCodec.encode(message).length;
        } catch (IllegalArgumentException e) {
            return 0;
        }
    }

    void lose(String peer) {
        losses.add(peer);
    }

    @Override
    public Connection dial(String peer) {
        Link known = registered.get(peer);
        if (known != null && known.alive) {
            throw new IllegalStateException("a live connection to " + peer + " is registered");
        }
        registered.remove(peer);
        if (script.refuseConnect.contains(peer)) {
            throw new DialRefusedException("the script refuses to connect to " + peer);
        }
        script.effect(new Effect.Dial(peer));
        return register(peer);
    }

    private Link register(String peer) {
        Link link = new Link(peer);
        registered.put(peer, link);
        return link;
    }

    @Override
    public void poll(Listener listener) {
        dropDead();
        List<Received> waiting = new ArrayList<>();
        Set<Link> received = new LinkedHashSet<>();
        for (Received each : queue) {
            Link link = registered.get(each.peer());
            if (link == null) {
                waiting.add(each);
            } else {
                link.inbox.add(each.payload());
                received.add(link);
            }
        }
        queue.clear();
        List<Link> lost = new ArrayList<>();
        for (String peer : losses) {
            Link link = registered.get(peer);
            if (link != null && link.alive) {
                link.alive = false;
                lost.add(link);
            }
        }
        losses.clear();
        dropDead();
        Set<Link> accepted = new LinkedHashSet<>();
        for (Received each : waiting) {
            Link link = registered.get(each.peer());
            if (link == null) {
                link = register(each.peer());
            }
            link.inbox.add(each.payload());
            accepted.add(link);
        }
        received.forEach(listener::onReceived);
        lost.forEach(listener::onLost);
        accepted.forEach(listener::onAccepted);
    }

    private void dropDead() {
        registered.values().removeIf(link -> !link.alive);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            script.effect(new Effect.CloseControl());
        }
    }

    /** One connection. */
    private final class Link implements Connection {
        private final String peer;
        private final List<Payload> inbox = new ArrayList<>();
        private boolean alive = true;
        private boolean closed;
        private boolean dismissed;

        Link(String peer) {
            this.peer = peer;
        }

        @Override
        public String peer() {
            return peer;
        }

        @Override
        public boolean alive() {
            return alive;
        }

        @Override
        public void send(Message message) {
            if (!alive) {
                throw new SendFailedException("the connection to " + peer + " is dead");
            }
            if (script.failSends.contains(peer)) {
                throw new SendFailedException("the script fails sends to " + peer);
            }
            if (dismissed) {
                script.broken("after our disconnect, nothing is sent on that connection; but to " + peer + " went "
                        + message);
            }
            dismissed = message instanceof Message.Disconnect;
            script.effect(new Effect.Send(peer, MessageCodec.toWire(message)));
        }

        @Override
        public List<Payload> receive() {
            List<Payload> taken = List.copyOf(inbox);
            inbox.clear();
            return taken;
        }

        @Override
        public void markDead() {
            alive = false;
        }

        @Override
        public void close() {
            alive = false;
            if (!closed) {
                closed = true;
                script.effect(new Effect.Close(peer));
            }
        }
    }
}

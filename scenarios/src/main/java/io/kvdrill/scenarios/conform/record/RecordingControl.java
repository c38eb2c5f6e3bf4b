package io.kvdrill.scenarios.conform.record;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.protocol.Payload;
import io.kvdrill.core.protocol.RawPayload;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.core.transport.DialRefusedException;
import io.kvdrill.core.transport.SendFailedException;
import io.kvdrill.scenarios.conform.vector.Effect;
import io.kvdrill.scenarios.conform.vector.Op;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A control transport that writes down what it is asked and what it reports. */
final class RecordingControl implements ControlTransport {
    private final ControlTransport inner;
    private final Script script;
    private final Map<Connection, Recorded> known = new LinkedHashMap<>();
    private final Set<Recorded> unread = new LinkedHashSet<>();
    private boolean closed;

    RecordingControl(ControlTransport inner, Script script) {
        this.inner = inner;
        this.script = script;
    }

    @Override
    public Connection dial(String peer) {
        Connection connection;
        try {
            connection = inner.dial(peer);
        } catch (DialRefusedException e) {
            script.went(Op.REFUSE_CONNECT, peer, true);
            throw e;
        }
        script.went(Op.REFUSE_CONNECT, peer, false);
        script.effect(new Effect.Dial(peer));
        return recorded(connection);
    }

    @Override
    public void poll(Listener listener) {
        inner.poll(new Listener() {
            @Override
            public void onAccepted(Connection connection) {
                Recorded accepted = found(connection);
                listener.onAccepted(accepted);
            }

            @Override
            public void onReceived(Connection connection) {
                Recorded receiving = found(connection);
                listener.onReceived(receiving);
            }

            @Override
            public void onLost(Connection connection) {
                script.lost(connection.peer());
                listener.onLost(recorded(connection));
            }
        });
    }

    private Recorded found(Connection connection) {
        Recorded recorded = recorded(connection);
        script.arrived(recorded.peer());
        unread.add(recorded);
        return recorded;
    }

    private Recorded recorded(Connection connection) {
        return known.computeIfAbsent(connection, Recorded::new);
    }

    /** Writes down what has arrived and was not looked at: another tier might. */
    void readTheRest() {
        unread.forEach(Recorded::readAhead);
        unread.clear();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            script.effect(new Effect.CloseControl());
        }
        inner.close();
    }

    /** One connection. */
    private final class Recorded implements Connection {
        private final Connection connection;
        private final List<Payload> ahead = new ArrayList<>();
        private boolean released;

        Recorded(Connection connection) {
            this.connection = connection;
        }

        @Override
        public String peer() {
            return connection.peer();
        }

        @Override
        public boolean alive() {
            return connection.alive();
        }

        @Override
        public void send(Message message) {
            boolean alive = connection.alive();
            try {
                connection.send(message);
            } catch (SendFailedException e) {
                if (alive) {
                    script.went(Op.FAIL_SENDS, peer(), true);
                }
                throw e;
            }
            script.went(Op.FAIL_SENDS, peer(), false);
            script.effect(new Effect.Send(peer(), MessageCodec.toWire(message)));
        }

        @Override
        public List<Payload> receive() {
            unread.remove(this);
            List<Payload> received = new ArrayList<>(ahead);
            ahead.clear();
            received.addAll(take());
            return received;
        }

        void readAhead() {
            ahead.addAll(take());
        }

        private List<Payload> take() {
            List<Payload> taken = connection.receive();
            for (Payload payload : taken) {
                script.received(
                        peer(),
                        payload instanceof Message message
                                ? MessageCodec.toWire(message)
                                : ((RawPayload) payload).value());
            }
            return taken;
        }

        @Override
        public void markDead() {
            connection.markDead();
        }

        @Override
        public void close() {
            connection.close();
            if (!released) {
                released = true;
                script.effect(new Effect.Close(peer()));
            }
        }
    }
}

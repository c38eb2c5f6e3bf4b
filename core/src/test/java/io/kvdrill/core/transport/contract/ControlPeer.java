package io.kvdrill.core.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.protocol.Payload;
import io.kvdrill.core.protocol.RawPayload;
import io.kvdrill.core.protocol.WireValue;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.ControlTransport;
import java.util.ArrayList;
import java.util.List;

/** A peer of a test: polls its transport and keeps what it is told. */
final class ControlPeer implements ControlTransport.Listener {
    final ControlTransport transport;
    final List<Connection> accepted = new ArrayList<>();
    final List<Connection> lost = new ArrayList<>();
    /** What the connections that were named gave, in order. */
    final List<WireValue> received = new ArrayList<>();
    /** What the running poll has reported, to see that nothing is reported twice. */
    private final List<String> reported = new ArrayList<>();

    ControlPeer(ControlTransport transport) {
        this.transport = transport;
    }

    void poll() {
        reported.clear();
        transport.poll(this);
    }

    @Override
    public void onAccepted(Connection connection) {
        once("accepted", connection);
        accepted.add(connection);
        take(connection);
    }

    @Override
    public void onReceived(Connection connection) {
        once("received", connection);
        take(connection);
    }

    @Override
    public void onLost(Connection connection) {
        once("lost", connection);
        assertThat(connection.alive()).as("a lost connection is not alive").isFalse();
        lost.add(connection);
        take(connection);
    }

    private void take(Connection connection) {
        for (Payload payload : connection.receive()) {
            received.add(valueOf(payload));
        }
        assertThat(connection.receive()).as("what is left after a receive").isEmpty();
    }

    private void once(String what, Connection connection) {
        String report = what + " " + System.identityHashCode(connection);
        assertThat(reported).as("reports of one poll").doesNotContain(report);
        reported.add(report);
    }

    static WireValue valueOf(Payload payload) {
        return payload instanceof Message message ? MessageCodec.toWire(message) : ((RawPayload) payload).value();
    }

    /** A message that is told from every other by its number. */
    static Message numbered(long number) {
        return new Message.AbortFetch("request", number);
    }

    static List<WireValue> numbers(long from, long to) {
        List<WireValue> values = new ArrayList<>();
        for (long number = from; number < to; number++) {
            values.add(MessageCodec.toWire(numbered(number)));
        }
        return values;
    }
}

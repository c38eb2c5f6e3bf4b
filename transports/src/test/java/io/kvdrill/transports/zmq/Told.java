package io.kvdrill.transports.zmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.protocol.Payload;
import io.kvdrill.core.protocol.RawPayload;
import io.kvdrill.core.protocol.WireValue;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.ControlTransport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Polls transports, and keeps what they say. */
final class Told implements ControlTransport.Listener, ControlObserver {
    private static final int PATIENCE = 6_000;
    private static final long PASS_NANOS = 5_000_000;

    final List<Connection> accepted = new ArrayList<>();
    final List<Connection> lost = new ArrayList<>();
    final List<WireValue> received = new ArrayList<>();
    final List<String> refused = new ArrayList<>();
    final List<String> dropped = new ArrayList<>();
    final List<String> up = new ArrayList<>();
    final List<String> losses = new ArrayList<>();
    final List<String> broken = new ArrayList<>();

    /** Polls until the condition holds. */
    void until(BooleanSupplier condition, ControlTransport... transports) {
        for (int i = 0; i < PATIENCE && !condition.getAsBoolean(); i++) {
            pass(transports);
        }
        assertThat(condition.getAsBoolean()).as("what was waited for has come").isTrue();
    }

    void pass(ControlTransport... transports) {
        LockSupport.parkNanos(PASS_NANOS);
        for (ControlTransport transport : transports) {
            transport.poll(this);
        }
    }

    @Override
    public void onAccepted(Connection connection) {
        accepted.add(connection);
        take(connection);
    }

    @Override
    public void onReceived(Connection connection) {
        take(connection);
    }

    @Override
    public void onLost(Connection connection) {
        lost.add(connection);
        take(connection);
    }

    private void take(Connection connection) {
        for (Payload payload : connection.receive()) {
            received.add(((RawPayload) payload).value());
        }
    }

    @Override
    public void onIdentityRefused(String identity, String reason) {
        refused.add(identity + ": " + reason);
    }

    @Override
    public void onFrameDropped(String identity, String reason) {
        dropped.add(identity + ": " + reason);
    }

    @Override
    public void onLinkUp(String peer) {
        up.add(peer);
    }

    @Override
    public void onLinkLost(String peer, String reason) {
        losses.add(peer + ": " + reason);
    }

    @Override
    public void onBroken(String reason) {
        broken.add(reason);
    }
}

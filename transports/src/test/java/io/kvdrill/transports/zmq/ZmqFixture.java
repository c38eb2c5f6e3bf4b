package io.kvdrill.transports.zmq;

import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.core.transport.contract.ControlCapability;
import io.kvdrill.core.transport.contract.ControlTransportFixture;
import io.kvdrill.transports.zmq.ZmqConfig.Heartbeat;
import io.kvdrill.transports.zmq.ZmqConfig.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** Control transports on the loopback interface, with quick heartbeats. Peers reach each other through relays. */
final class ZmqFixture implements ControlTransportFixture {
    static final Heartbeat QUICK = new Heartbeat(Duration.ofMillis(80), Duration.ofMillis(400), Duration.ofMillis(400));
    static final Limits SMALL = new Limits(1 << 20, 1_000, 1_000, 64, Duration.ofSeconds(10));

    private static final long PASS_NANOS = 5_000_000;

    private final Map<Integer, Integer> ports = new LinkedHashMap<>();
    private final Map<Integer, Relay> relays = new LinkedHashMap<>();
    private final Map<Integer, ZmqControlTransport> transports = new LinkedHashMap<>();
    private final List<RawDealer> clients = new ArrayList<>();

    @Override
    public Set<ControlCapability> capabilities() {
        return EnumSet.complementOf(
                EnumSet.of(ControlCapability.IGNORES_SECOND_CONNECTION, ControlCapability.BAD_IDENTITIES_ESCAPE));
    }

    @Override
    public String id(int peer) {
        return "127.0.0.1:" + ports.computeIfAbsent(peer, any -> Relay.freePort());
    }

    @Override
    public ControlTransport open(int peer) {
        id(peer);
        int port = Objects.requireNonNull(ports.get(peer));
        ZmqControlTransport transport = ZmqControlTransport.open(
                new ZmqConfig("127.0.0.1", port, "", Relay.freePort(), AllowedHosts.loopback(), QUICK, SMALL));
        relays.put(peer, new Relay(port, transport.boundPort()));
        transports.put(peer, transport);
        return transport;
    }

    @Override
    public void kill(int peer) {
        Relay relay = relays.remove(peer);
        if (relay != null) {
            relay.close();
        }
        ZmqControlTransport transport = transports.remove(peer);
        if (transport != null) {
            transport.close();
        }
    }

    @Override
    public void silence(int peer, int other) {
        Objects.requireNonNull(relays.get(peer)).freeze();
        Objects.requireNonNull(relays.get(other)).freeze();
    }

    @Override
    public RawClient rawClient(byte[] identity, int peer) {
        RawDealer client = new RawDealer(identity, Objects.requireNonNull(ports.get(peer)));
        clients.add(client);
        return client;
    }

    @Override
    public int maxMessageBytes() {
        return SMALL.maxMessageBytes();
    }

    @Override
    public int queueLength() {
        return SMALL.sendQueueMessages();
    }

    @Override
    public void pass() {
        LockSupport.parkNanos(PASS_NANOS);
    }

    @Override
    public int patience() {
        return 1_000;
    }

    @Override
    public int patienceForSilence() {
        return 1_000;
    }

    @Override
    public void close() {
        clients.forEach(RawDealer::close);
        transports.values().forEach(ZmqControlTransport::close);
        relays.values().forEach(Relay::close);
    }
}

package io.kvdrill.sim.network;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.core.transport.contract.ControlCapability;
import io.kvdrill.core.transport.contract.ControlTransportFixture;
import io.kvdrill.sim.kernel.HostThread;
import io.kvdrill.sim.kernel.Incarnation;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.kernel.RandomStreams;
import io.kvdrill.sim.world.ControlLink;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** A simulated control network for the contract kit. */
final class SimControlFixture implements ControlTransportFixture {
    private static final long STEP_NANOS = 20_000_000L;

    private final Kernel kernel = new Kernel();
    private final SimControlNetwork network = new SimControlNetwork(kernel, new RandomStreams(1), ControlLink.DEFAULT);
    private final Map<Integer, SimControlTransport> transports = new LinkedHashMap<>();
    private final Profile profile;
    private final Set<ControlCapability> capabilities;
    private int lives;

    SimControlFixture(Profile profile, Set<ControlCapability> capabilities) {
        this.profile = profile;
        this.capabilities = capabilities;
    }

    @Override
    public Set<ControlCapability> capabilities() {
        return capabilities;
    }

    @Override
    public String id(int peer) {
        return "10.0.0." + peer + ":5710";
    }

    @Override
    public ControlTransport open(int peer) {
        Incarnation incarnation = new Incarnation(id(peer), ++lives);
        HostThread host = new HostThread(kernel, id(peer), TraceSink.none());
        SimControlTransport transport =
                network.open(ControlEndpoint.of(incarnation, host, TraceSink.none(), new Rules(profile)));
        transports.put(peer, transport);
        return transport;
    }

    @Override
    public void kill(int peer) {
        SimControlTransport transport = transports.remove(peer);
        if (transport != null) {
            transport.endpoint().host().kill();
            transport.kill(false);
        }
    }

    @Override
    public void silence(int peer, int other) {
        network.faults().partition(id(peer), id(other), false);
    }

    @Override
    public RawClient rawClient(byte[] identity, int peer) {
        io.kvdrill.sim.network.RawClient client = network.faults().client(identity, id(peer));
        return new RawClient() {
            @Override
            public void send(byte[]... parts) {
                client.send(parts);
            }

            @Override
            public void close() {
                client.close();
            }
        };
    }

    @Override
    public int maxMessageBytes() {
        return (int) profile.amount(Rows.MAX_MESSAGE_SIZE);
    }

    @Override
    public int queueLength() {
        return ControlLink.DEFAULT.highWaterMark();
    }

    @Override
    public void pass() {
        kernel.runUntil(kernel.nowNanos() + STEP_NANOS);
    }

    @Override
    public int patience() {
        return 20;
    }

    @Override
    public int patienceForSilence() {
        return 650; // 13 s
    }

    @Override
    public void close() {
        transports.values().forEach(SimControlTransport::close);
    }
}

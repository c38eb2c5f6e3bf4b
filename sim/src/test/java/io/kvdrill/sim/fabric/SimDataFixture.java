package io.kvdrill.sim.fabric;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.contract.DataAbility;
import io.kvdrill.core.transport.contract.DataTransportFixture;
import io.kvdrill.sim.kernel.HostThread;
import io.kvdrill.sim.kernel.Incarnation;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.kernel.RandomStreams;
import io.kvdrill.sim.world.DataLink;
import io.kvdrill.sim.world.DataPlane;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** A simulated fabric for the contract kit. */
final class SimDataFixture implements DataTransportFixture {
    private static final long STEP_NANOS = 20_000_000L;

    private final Kernel kernel = new Kernel();
    private final SimFabric fabric = new SimFabric(kernel, new RandomStreams(1), DataLink.DEFAULT);
    private final Map<Integer, SimDataTransport> transports = new LinkedHashMap<>();
    private final DataPlane plane;
    private int lives;

    SimDataFixture(DataPlane plane) {
        this.plane = plane;
    }

    @Override
    public Set<DataAbility> abilities() {
        return EnumSet.allOf(DataAbility.class);
    }

    @Override
    public String id(int peer) {
        return "10.0.0." + peer + ":5710";
    }

    @Override
    public DataTransport open(int peer) {
        HostThread host = new HostThread(kernel, id(peer), TraceSink.none());
        SimDataTransport transport = fabric.open(DataEndpoint.of(
                new Incarnation(id(peer), ++lives),
                host,
                TraceSink.none(),
                new Rules(Profile.of(Preset.HARDENED)),
                plane,
                slots(),
                1 << 20));
        transports.put(peer, transport);
        return transport;
    }

    @Override
    public int slots() {
        return 16;
    }

    @Override
    public void fill(int peer, int slot, long content) {
        memory(peer)
                .put(
                        slot,
                        BlockKey.of(
                                ByteBuffer.allocate(Long.BYTES).putLong(content).array()));
    }

    @Override
    public long content(int peer, int slot) {
        BlockKey key = memory(peer).tag(slot).key();
        return key.size() == 0 ? 0 : ByteBuffer.wrap(key.toArray()).getLong();
    }

    @Override
    public Runnable holdWrites(int peer) {
        Lasting hold = fabric.faults().onWrite(new WriteFilter(id(peer), null), 0, new WriteFate.Stall(0));
        return hold::end;
    }

    @Override
    public void kill(int peer) {
        SimDataTransport transport = transports.remove(peer);
        if (transport != null) {
            transport.endpoint().host().kill();
            transport.kill();
        }
    }

    @Override
    public void pass() {
        kernel.runUntil(kernel.nowNanos() + STEP_NANOS);
    }

    @Override
    public int patience() {
        return 50;
    }

    @Override
    public void close() {
        transports.values().forEach(SimDataTransport::close);
    }

    private BlockMemory memory(int peer) {
        SimDataTransport transport = transports.get(peer);
        if (transport == null) {
            throw new IllegalArgumentException("peer " + peer + " is not open");
        }
        return transport.memory();
    }
}

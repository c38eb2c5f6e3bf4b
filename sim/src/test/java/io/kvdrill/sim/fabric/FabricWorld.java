package io.kvdrill.sim.fabric;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.DataTransport.RegistrationMode;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.sim.kernel.HostThread;
import io.kvdrill.sim.kernel.Incarnation;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.kernel.RandomStreams;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.trace.TraceRecorder;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import io.kvdrill.sim.world.DataLink;
import io.kvdrill.sim.world.DataPlane;
import io.kvdrill.sim.world.Latency;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** A data fabric with a trace, and peers that note what they are told. */
final class FabricWorld {
    static final long US = 1_000L;
    static final long MS = 1_000_000L;
    static final long SECOND = 1_000 * MS;
    static final String A = "a:1";
    static final String B = "b:1";
    static final String C = "c:1";
    static final long BLOCK = 1_000_000;
    static final int SLOTS = 64;
    static final long LATENCY = 2 * US;
    /** 1 GB/s, so that a block takes a millisecond. */
    static final DataLink LINK = new DataLink(1_000_000_000L, Latency.fixed(LATENCY), 0);

    /** Fences both ways in 1 ms, cancels stop nothing, deaths show after half a second; registering costs 1 ms. */
    static final DataPlane PLANE = new DataPlane(MS, 0, false, true, true, MS, 500 * MS, true, 0);

    final Kernel kernel = new Kernel();
    final TraceRecorder trace = new TraceRecorder(kernel, Keep.ENTRIES);
    final SimFabric fabric;
    final FabricFaults faults;
    private final Map<String, Integer> lives = new LinkedHashMap<>();

    FabricWorld() {
        this(LINK, 1);
    }

    FabricWorld(DataLink link, long seed) {
        fabric = new SimFabric(kernel, new RandomStreams(seed), link);
        faults = fabric.faults();
    }

    /** One life of a peer. */
    static final class Peer implements DataTransport.Listener {
        final SimDataTransport transport;
        final HostThread host;
        final List<String> ended = new ArrayList<>();
        final List<Registration> settled = new ArrayList<>();
        final List<Registration> fenced = new ArrayList<>();

        Peer(SimDataTransport transport, HostThread host) {
            this.transport = transport;
            this.host = host;
        }

        Registration register(Peer other) {
            return transport.register(other.transport.peer(), other.transport.region(), RegistrationMode.INLINE);
        }

        Registration registerInBackground(Peer other) {
            return transport.register(other.transport.peer(), other.transport.region(), RegistrationMode.BACKGROUND);
        }

        long write(Registration to, SlotList local, SlotList remote) {
            return transport.write(to, local, remote);
        }

        Peer poll() {
            transport.poll(this);
            return this;
        }

        BlockMemory memory() {
            return transport.memory();
        }

        /** The keys of the first slots, spelled by their numbers; 0 for none. */
        List<Integer> contents(int slots) {
            List<Integer> contents = new ArrayList<>();
            for (int slot = 0; slot < slots; slot++) {
                BlockKey content = memory().tag(slot).key();
                contents.add(content.size() == 0 ? 0 : (int) content.toArray()[0]);
            }
            return contents;
        }

        @Override
        public void onCompletions(Registration registration) {
            transport.collect(registration, (transfer, success) -> ended.add(transfer + (success ? " ok" : " failed")));
        }

        @Override
        public void onRegistrationSettled(Registration registration) {
            settled.add(registration);
        }

        @Override
        public void onFenced(Registration registration) {
            fenced.add(registration);
        }
    }

    Peer open(String peer) {
        return open(peer, PLANE, 0, Profile.of(Preset.HARDENED), false);
    }

    Peer open(String peer, DataPlane plane) {
        return open(peer, plane, 0, Profile.of(Preset.HARDENED), false);
    }

    Peer open(String peer, DataPlane plane, long nic, Profile profile, boolean removeStops) {
        TraceSink sink = trace.sinkOf(peer);
        HostThread host = new HostThread(kernel, peer, sink);
        Incarnation incarnation = new Incarnation(peer, lives.merge(peer, 1, Integer::sum));
        Peer opened = new Peer(
                fabric.open(DataEndpoint.of(incarnation, host, sink, new Rules(profile), plane, SLOTS, BLOCK)
                        .withNic(nic)
                        .withRemoveStopsTransfers(removeStops)),
                host);
        for (int slot = 0; slot < SLOTS; slot++) {
            opened.memory().clear(slot);
        }
        return opened;
    }

    /** A key that its number tells from others. */
    static BlockKey key(int number) {
        return BlockKey.of(new byte[] {(byte) number});
    }

    /** Fills the first slots with the keys 1, 2, 3 and so on. */
    static void fill(Peer peer, int slots) {
        for (int slot = 0; slot < slots; slot++) {
            peer.memory().put(slot, key(slot + 1));
        }
    }

    /** The slots from 0 on. */
    static SlotList slots(int count) {
        return SlotList.of(LongStream.range(0, count).toArray());
    }

    void run(long nanos) {
        kernel.runUntil(kernel.nowNanos() + nanos);
    }

    <E extends TraceEvent> List<E> events(Class<E> type) {
        return trace.entries().stream()
                .map(TraceEntry::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    List<Long> timesOf(Class<? extends TraceEvent> type) {
        return trace.entries().stream()
                .filter(entry -> type.isInstance(entry.event()))
                .map(TraceEntry::worldNanos)
                .toList();
    }
}

package io.kvdrill.scenarios.node;

import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.sim.engine.EngineConfig;
import io.kvdrill.sim.engine.SlotMemory;
import io.kvdrill.sim.kernel.HostThread;
import io.kvdrill.sim.kernel.Incarnation;
import io.kvdrill.sim.run.PeerTransports;
import io.kvdrill.sim.run.TransportFactory;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.transports.TransportUnavailableException;
import io.kvdrill.transports.nixl.NixlConfig;
import io.kvdrill.transports.nixl.NixlDataTransport;
import io.kvdrill.transports.shm.ShmConfig;
import io.kvdrill.transports.shm.ShmDataTransport;
import io.kvdrill.transports.zmq.ZmqConfig;
import io.kvdrill.transports.zmq.ZmqControlTransport;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Real transports: ZeroMQ for control, shared memory or NIXL for data. */
public final class NodeTransports implements TransportFactory {
    private final NodeSettings settings;
    private final Set<String> held = ConcurrentHashMap.newKeySet();
    private String region = "";
    private @Nullable PeerTransports opened;

    NodeTransports(NodeSettings settings) {
        this.settings = settings;
    }

    /** How peers name this life of the memory, in their traces; empty before it is opened. */
    String region() {
        return region;
    }

    /**
     * Opens both.
     *
     * @throws TransportUnavailableException if one of them cannot be, saying why
     */
    @Override
    public PeerTransports open(
            PeerSpec peer, Incarnation incarnation, HostThread thread, TraceSink trace, Rules rules) {
        ControlTransport control = openControl(peer, trace);
        try {
            EngineConfig engine = EngineConfig.of(peer, settings.model());
            OpenedData data = openData(engine.slots(), engine.blockBytes());
            region = TracedData.lifeOf(data.transport().region().agentMetadata());
            BlockContent content = new BlockContent(data.blocks());
            PeerTransports both =
                    new Opened(control, new TracedData(data.transport(), content, settings.process(), trace), content);
            opened = both;
            return both;
        } catch (TransportUnavailableException unavailable) {
            control.close();
            throw unavailable;
        }
    }

    /**
     * The two transports of a node, without its tier.
     *
     * @param control for control messages
     * @param data for blocks
     */
    public record Bare(ControlTransport control, DataTransport data) {}

    /**
     * Opens the transports of a node that has no engine, and says nothing of what they do.
     *
     * @throws TransportUnavailableException if one of them cannot be opened, saying why
     */
    public static Bare bare(NodeSettings settings) {
        NodeTransports transports = new NodeTransports(settings);
        ControlTransport control = transports.openControl(settings.peer(), event -> {});
        try {
            EngineConfig engine = EngineConfig.of(settings.peer(), settings.model());
            return new Bare(
                    control,
                    transports.openData(engine.slots(), engine.blockBytes()).transport());
        } catch (TransportUnavailableException unavailable) {
            control.close();
            throw unavailable;
        }
    }

    private ControlTransport openControl(PeerSpec peer, TraceSink trace) {
        ZmqConfig config = ZmqConfig.of(peer.host(), peer.port() + peer.rank(), settings.profile())
                .withAllowed(settings.allowed())
                .withBind(settings.bindHost(), settings.bindPort());
        return ZmqControlTransport.open(config, new TracedControl(trace));
    }

    private record OpenedData(DataTransport transport, Blocks blocks) {}

    private OpenedData openData(long slots, long blockBytes) {
        Path library = settings.data().nixlLibrary();
        if (library == null) {
            ShmDataTransport shm = ShmDataTransport.open(ShmConfig.of(slots, blockBytes), held::contains);
            return new OpenedData(shm, new ShmBlocks(shm.blocks()));
        }
        DataPlane plane = settings.data();
        NixlDataTransport nixl =
                NixlDataTransport.open(new NixlConfig(library, plane.backend(), plane.parameters(), slots, blockBytes));
        return new OpenedData(nixl, new NixlBlocks(nixl));
    }

    /** Lets writes to a peer stand still, or go on; only shared memory can. From any thread. */
    void hold(String peer, boolean hold) {
        if (hold) {
            held.add(peer);
        } else {
            held.remove(peer);
        }
    }

    /** Closes what is open. */
    void close() {
        PeerTransports both = opened;
        if (both != null) {
            both.kill(false);
        }
    }

    private record Opened(ControlTransport control, DataTransport data, SlotMemory memory) implements PeerTransports {
        @Override
        public void kill(boolean silently) {
            control.close();
            data.close();
        }

        @Override
        public void killControl() {
            control.close();
        }

        @Override
        public void killData() {
            data.close();
        }

        @Override
        public Runnable stop() {
            throw new UnsupportedOperationException("a real process stands still when it is told to from outside");
        }
    }
}

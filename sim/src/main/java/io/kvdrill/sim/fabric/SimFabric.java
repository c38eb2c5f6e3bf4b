package io.kvdrill.sim.fabric;

import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.kernel.Paths;
import io.kvdrill.sim.kernel.RandomStreams;
import io.kvdrill.sim.world.DataLink;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The data plane of a world. Gives every incarnation of a peer its {@link SimDataTransport}, with its own {@link
 * BlockMemory}, and carries writes between them.
 *
 * <p>A write waits for the link's latency and for its descriptors; then its blocks land in order, in chunks; its
 * completion takes the latency back. While it runs it has an equal share of its link, of its source's and of its
 * destination's network card, whichever is least.
 */
public final class SimFabric {
    /** A write lands in at most this many steps, block by block if it has no more blocks. */
    public static final int DEFAULT_CHUNKS = 32;

    private record Pair(String from, String to) {}

    private final Kernel kernel;
    private final RandomStreams streams;
    private final DataLink defaultLink;
    private final Map<Pair, DataLink> links = new LinkedHashMap<>();
    private final Map<Bytes, SimDataTransport> agents = new LinkedHashMap<>();
    private final Paths paths = new Paths();
    private final Bandwidth bandwidth;
    private final FabricFaults faults = new FabricFaults(this);
    private int chunks = DEFAULT_CHUNKS;
    private long transfers;
    private long registrations;
    private long contents;
    private long agentNumbers;
    private long nextAddress = 0x7F00_0000_0000L;

    /** A fabric whose links are all like {@code defaultLink}. */
    public SimFabric(Kernel kernel, RandomStreams streams, DataLink defaultLink) {
        this.kernel = kernel;
        this.streams = streams;
        this.defaultLink = defaultLink;
        this.bandwidth = new Bandwidth(this);
    }

    /** Sets what writes from one peer to another meet; writes that run keep what they have. */
    public void link(String from, String to, DataLink link) {
        links.put(new Pair(from, to), link);
    }

    /**
     * Sets in how many steps a write lands at most.
     *
     * @throws IllegalArgumentException if {@code most} is not positive
     */
    public void chunks(int most) {
        if (most <= 0) {
            throw new IllegalArgumentException("a write lands in at least one step, not in " + most);
        }
        chunks = most;
    }

    /** Gives a life of a peer its memory and its transport. */
    public SimDataTransport open(DataEndpoint endpoint) {
        long number = ++agentNumbers;
        Bytes agent =
                Bytes.of(("kvdrill-agent-" + number + "/" + endpoint.incarnation()).getBytes(StandardCharsets.UTF_8));
        MemoryRegion region = new MemoryRegion(agent, nextAddress, endpoint.slots(), endpoint.blockBytes());
        nextAddress += 1L << 40;
        SimDataTransport transport = new SimDataTransport(this, endpoint, region);
        agents.put(agent, transport);
        return transport;
    }

    /** What can go wrong here, to be made to. */
    public FabricFaults faults() {
        return faults;
    }

    // ---- for the parts -------------------------------------------------------------------------------------------

    Kernel kernel() {
        return kernel;
    }

    Paths paths() {
        return paths;
    }

    Bandwidth bandwidth() {
        return bandwidth;
    }

    @Nullable SimDataTransport agent(Bytes metadata) {
        return agents.get(metadata);
    }

    DataLink linkBetween(String from, String to) {
        return links.isEmpty() ? defaultLink : links.getOrDefault(new Pair(from, to), defaultLink);
    }

    long latencyNanos(String from, String to) {
        return streams.delayNanos(from, "data_to:", to, linkBetween(from, to).latency());
    }

    /** RDMA needs both directions: bytes one way, their acknowledgement the other. */
    boolean reaches(SimDataTransport from, SimDataTransport to) {
        return !to.gone() && !from.gone() && paths.open(from.peer(), to.peer()) && paths.open(to.peer(), from.peer());
    }

    int chunks() {
        return chunks;
    }

    long nextTransfer() {
        return ++transfers;
    }

    long nextRegistration() {
        return ++registrations;
    }

    long lastRegistration() {
        return registrations;
    }

    long nextContent() {
        return ++contents;
    }

    void pathsChanged() {
        for (SimDataTransport transport : List.copyOf(agents.values())) {
            transport.pathsChanged();
        }
    }
}

package io.kvdrill.transports.nixl;

import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.transport.CancelMode;
import io.kvdrill.core.transport.DataCapabilities;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.core.transport.Registration.State;
import io.kvdrill.transports.TransportUnavailableException;
import io.kvdrill.transports.nixl.NixlRegistration.Ended;
import io.kvdrill.transports.nixl.NixlRegistration.PeerBlocks;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Writes over NIXL. It can stop nothing that is posted, knows progress by pieces of 16 MiB, and cannot fence: a cancelled write goes on,
 * and its request is kept until NIXL is done with it. A dead peer shows as writes that fail; a peer that is stopped or cut
 * off does not show at all, as its writes stay in flight.
 *
 * <p>Not thread-safe: one thread opens it, makes every call, and closes it; see the package for the threads behind it.
 */
public final class NixlDataTransport implements DataTransport {
    private static final DataCapabilities CAPABILITIES = new DataCapabilities(false, false, false, true, 0);

    /** Less than a second on a link of 200 Mbit/s, and many times what a request costs on a fast one. */
    private static final long PIECE_BYTES = 16 << 20;

    private record Outcome(
            NixlRegistration registration, @Nullable PeerBlocks blocks, String failure) {}

    private final NixlConfig config;
    private final long address;
    private final long agent;
    private final long ownBlocks;
    private final MemoryRegion region;
    private final LoadedPeers peers;
    private final Requests requests;
    private final Queue<Outcome> outcomes = new ConcurrentLinkedQueue<>();
    /** The last registration of each peer that is pending or ready. */
    private final Map<String, NixlRegistration> newest = new LinkedHashMap<>();

    private final Set<NixlRegistration> holding = new LinkedHashSet<>();
    /** Writes whose end is owed, by id. */
    private final Map<Long, NixlWrite> owed = new LinkedHashMap<>();

    private final Set<NixlRegistration> toCollect = new LinkedHashSet<>();
    private long lastGeneration;
    private long lastTransfer;
    private boolean closed;

    private NixlDataTransport(NixlConfig config, long library, long pieceBytes) {
        this.config = config;
        long bytes = config.blocks() * config.blockBytes();
        this.address = NixlNative.allocate(bytes);
        List<String> parameters = new ArrayList<>();
        config.parameters().forEach((name, value) -> parameters.addAll(List.of(name, value)));
        this.agent = NixlNative.openAgent(
                library,
                UUID.randomUUID().toString(),
                config.backend(),
                parameters.toArray(String[]::new),
                address,
                bytes);
        this.ownBlocks = NixlNative.prepareBlocks(agent, "", address, config.blocks(), config.blockBytes());
        this.region =
                new MemoryRegion(Bytes.of(NixlNative.metadata(agent)), address, config.blocks(), config.blockBytes());
        this.peers = new LoadedPeers(agent);
        this.requests = new Requests(agent, ownBlocks, config.blockBytes(), pieceBytes, peers);
    }

    /**
     * Loads NIXL, makes an agent with a fresh name, and registers our region with it. Takes up to a second.
     *
     * @throws TransportUnavailableException if the library is not there or too old, or NIXL refuses
     */
    public static NixlDataTransport open(NixlConfig config) {
        return open(config, PIECE_BYTES);
    }

    static NixlDataTransport open(NixlConfig config, long pieceBytes) {
        try {
            NixlNative.loadShim();
            return new NixlDataTransport(
                    config, NixlNative.load(config.capi().toAbsolutePath().toString()), pieceBytes);
        } catch (IllegalStateException failure) {
            throw new TransportUnavailableException(
                    "NIXL cannot be used: " + config.capi() + ": " + failure.getMessage(), failure);
        }
    }

    /** The bytes of one of our blocks. The view must not be used once the transport is closed. */
    public ByteBuffer block(long slot) {
        if (slot < 0 || slot >= config.blocks()) {
            throw new IndexOutOfBoundsException("slot " + slot + " of " + config.blocks());
        }
        return NixlNative.view(address + slot * config.blockBytes(), config.blockBytes())
                .order(ByteOrder.nativeOrder());
    }

    @Override
    public DataCapabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public MemoryRegion region() {
        return region;
    }

    // ---- registrations -------------------------------------------------------------------------------------------

    @Override
    public Registration register(String peer, MemoryRegion remote, RegistrationMode mode) {
        NixlRegistration registration = new NixlRegistration(this, peer, ++lastGeneration);
        if (closed) {
            registration.end(State.FAILED, "the data transport is closed");
            return registration;
        }
        newest.put(peer, registration);
        if (mode == RegistrationMode.INLINE) {
            settle(prepare(registration, remote));
        } else {
            Thread thread = new Thread(() -> outcomes.add(prepare(registration, remote)), "kvdrill-nixl-register");
            thread.setDaemon(true);
            thread.start();
        }
        return registration;
    }

    private Outcome prepare(NixlRegistration registration, MemoryRegion remote) {
        try {
            if (remote.blockBytes() != config.blockBytes()
                    || remote.blockCount() < 1
                    || remote.blockCount() > Integer.MAX_VALUE) {
                return new Outcome(
                        registration,
                        null,
                        "blocks of " + remote.blockBytes() + " bytes, " + Long.toUnsignedString(remote.blockCount())
                                + " of them; ours have " + config.blockBytes());
            }
            String name = peers.load(remote.agentMetadata().toArray());
            return new Outcome(registration, prepare(name, remote), "");
        } catch (IllegalStateException refused) {
            return new Outcome(registration, null, String.valueOf(refused.getMessage()));
        }
    }

    private PeerBlocks prepare(String name, MemoryRegion remote) {
        try {
            long blocks = NixlNative.prepareBlocks(
                    agent, name, remote.baseAddress(), remote.blockCount(), remote.blockBytes());
            return new PeerBlocks(name, blocks, remote.blockCount());
        } catch (IllegalStateException refused) {
            peers.release(name);
            throw refused;
        }
    }

    private void settle(Outcome outcome) {
        NixlRegistration registration = outcome.registration();
        PeerBlocks blocks = outcome.blocks();
        if (!registration.equals(newest.get(registration.peer()))) {
            registration.end(State.SUPERSEDED, null);
        } else if (blocks == null) {
            newest.remove(registration.peer());
            registration.end(State.REJECTED, outcome.failure());
        } else {
            registration.ready(blocks);
            holding.add(registration);
            return;
        }
        if (blocks != null) {
            requests.release(blocks);
        }
    }

    @Override
    public void remove(Registration removed) {
        if (removed instanceof NixlRegistration registration
                && registration.transport.equals(this)
                && (registration.state() == State.READY || registration.state() == State.PENDING)) {
            lastGeneration++;
            newest.remove(registration.peer(), registration);
            if (registration.state() == State.READY) {
                registration.end(State.REMOVED, null);
                releaseIfUnused(registration);
            }
        }
    }

    private void releaseIfUnused(NixlRegistration registration) {
        PeerBlocks unused = registration.takeUnused();
        if (unused != null) {
            holding.remove(registration);
            requests.release(unused);
        }
    }

    /** Whether NIXL has the metadata of an agent. */
    boolean hasLoaded(String agentName) {
        return NixlNative.checkPeer(agent, agentName) == 0;
    }

    /** How many peers' metadata is loaded for a registration. */
    int loadedPeers() {
        return peers.count();
    }

    /** How many peers' metadata NIXL is loading now. */
    int loadingPeers() {
        return peers.loading();
    }

    // ---- writes --------------------------------------------------------------------------------------------------

    @Override
    public long write(Registration target, SlotList local, SlotList remote) {
        if (closed || !(target instanceof NixlRegistration registration) || !registration.transport.equals(this)) {
            return REFUSED;
        }
        PeerBlocks peer = registration.blocks();
        if (registration.state() != State.READY || peer == null || local.isEmpty() || local.size() != remote.size()) {
            return REFUSED;
        }
        if (!within(local, config.blocks()) || !within(remote, peer.count())) {
            return REFUSED;
        }
        long transfer = ++lastTransfer;
        NixlWrite write = new NixlWrite(transfer, registration, peer, local, remote);
        owed.put(transfer, write);
        registration.started();
        requests.start(write);
        return transfer;
    }

    private static boolean within(SlotList slots, long blocks) {
        for (int i = 0; i < slots.size(); i++) {
            if (Long.compareUnsigned(slots.get(i), blocks) >= 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public List<Long> cancel(Collection<Long> transfers, CancelMode mode) {
        takeOver();
        List<Long> still = new ArrayList<>();
        for (Long transfer : transfers) {
            NixlWrite write = owed.get(transfer);
            if (write == null) {
                continue;
            }
            write.cancel();
            boolean ended = write.registration.ended.removeIf(one -> one.transfer() == transfer);
            if (ended || mode == CancelMode.IMMEDIATE) {
                owed.remove(transfer);
            } else {
                still.add(transfer);
            }
        }
        return still;
    }

    @Override
    public long bytesWritten(long transfer) {
        NixlWrite write = owed.get(transfer);
        return write == null ? -1 : write.bytesWritten();
    }

    /** How many blocks of a write have been posted so far; -1 for one whose end is not owed. */
    int blocksPosted(long transfer) {
        NixlWrite write = owed.get(transfer);
        return write == null ? -1 : write.blocksPosted();
    }

    @Override
    public void fence(Registration registration) {
        // NIXL cannot stop what was posted, nor keep a peer out.
    }

    // ---- what happened -------------------------------------------------------------------------------------------

    @Override
    public void poll(Listener listener) {
        if (closed) {
            return;
        }
        takeOver();
        for (Outcome outcome = outcomes.poll(); outcome != null; outcome = outcomes.poll()) {
            settle(outcome);
            listener.onRegistrationSettled(outcome.registration());
        }
        toCollect.removeIf(registration -> registration.ended.isEmpty());
        List.copyOf(toCollect).forEach(listener::onCompletions);
    }

    private void takeOver() {
        for (NixlWrite one = requests.takeOver(); one != null; one = requests.takeOver()) {
            NixlRegistration registration = one.registration;
            registration.finished();
            if (owed.containsKey(one.transfer)) {
                registration.ended.add(new Ended(one.transfer, one.succeeded()));
                toCollect.add(registration);
            }
            releaseIfUnused(registration);
        }
    }

    @Override
    public void collect(Registration of, Completions completions) {
        takeOver();
        if (of instanceof NixlRegistration registration && registration.transport.equals(this)) {
            List<Ended> taken = List.copyOf(registration.ended);
            registration.ended.clear();
            for (Ended one : taken) {
                owed.remove(one.transfer());
                completions.onCompletion(one.transfer(), one.success());
            }
        }
    }

    @Override
    public void collectAll(Completions completions) {
        takeOver();
        List.copyOf(toCollect).forEach(registration -> collect(registration, completions));
    }

    /** Ends the agent, which is what stops writes in flight. Where NIXL does not let go, the agent stays until the end. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        boolean pending = newest.values().stream().anyMatch(registration -> registration.state() == State.PENDING);
        for (NixlRegistration registration : holding) {
            PeerBlocks blocks = registration.blocks();
            if (blocks != null) {
                requests.release(blocks);
            }
        }
        if (requests.close() && !pending) {
            NixlNative.releaseBlocks(agent, ownBlocks);
            NixlNative.closeAgent(agent);
        }
    }
}

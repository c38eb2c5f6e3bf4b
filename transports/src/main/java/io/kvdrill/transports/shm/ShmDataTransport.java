package io.kvdrill.transports.shm;

import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.transport.CancelMode;
import io.kvdrill.core.transport.DataCapabilities;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.core.transport.Registration.State;
import io.kvdrill.transports.TransportUnavailableException;
import io.kvdrill.transports.shm.Lanes.Revocation;
import io.kvdrill.transports.shm.Registrar.Outcome;
import io.kvdrill.transports.shm.ShmRegistration.Ended;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

/**
 * Writes between processes of one host through files in shared memory.
 *
 * <p>Both modes of {@link #cancel} stop the bytes: they wait for at most one chunk of 1 MiB that is being copied, and for
 * nothing else. A fence of ours is complete at the next poll; one against a peer when the peer is between two chunks, or
 * its process is known to be over; a peer that is stopped in the middle of a chunk keeps it waiting until it goes on. A
 * dead peer is not noticed: writes into its memory go on well.
 *
 * <p>Not thread-safe: one thread opens it, makes every call, and closes it. Two threads of its own copy and open files.
 */
public final class ShmDataTransport implements DataTransport {
    private static final DataCapabilities CAPABILITIES = new DataCapabilities(true, true, true, true, 0);

    private final ProcessLife self = ProcessLife.current();
    private final Random random = new SecureRandom();
    private final ShmRegion region;
    private final Lanes lanes;
    private final Copier copier;
    private final Registrar registrar;
    /** The last registration of each peer that is pending or ready. */
    private final Map<String, ShmRegistration> newest = new LinkedHashMap<>();

    private final Map<Long, ShmTransfer> transfers = new LinkedHashMap<>();
    private final Set<ShmRegistration> toCollect = new LinkedHashSet<>();
    private final Map<ShmRegistration, Revocation> fencing = new LinkedHashMap<>();
    /** Registrations that hold a peer's region. */
    private final Set<ShmRegistration> holding = new LinkedHashSet<>();

    private long lastGeneration;
    private long lastTransfer;
    private boolean closed;

    private ShmDataTransport(ShmConfig config, WriteHold hold) {
        this.region = ShmRegion.create(config, self, randomNumber());
        this.lanes = new Lanes(region.file());
        this.copier = new Copier(hold);
        this.registrar = new Registrar(
                remote -> PeerRegion.open(config.directory(), remote, self, region.life(), randomNumber()));
    }

    /**
     * Makes our region, after removing those that dead processes left behind.
     *
     * @throws TransportUnavailableException if there is no room, or the directory cannot be used
     */
    public static ShmDataTransport open(ShmConfig config) {
        return open(config, WriteHold.NONE);
    }

    /** As {@link #open(ShmConfig)}, with writes that can be held. */
    public static ShmDataTransport open(ShmConfig config, WriteHold hold) {
        try {
            makeDirectory(config.directory());
            Leftovers.sweep(config.directory(), ProcessLife.current());
        } catch (IOException failure) {
            throw new TransportUnavailableException(
                    "cannot use the directory " + config.directory() + ": " + failure, failure);
        }
        return new ShmDataTransport(config, hold);
    }

    /**
     * Removes the regions of dead processes, as each transport does when it is opened; answers how many they were.
     *
     * @throws UncheckedIOException if the directory cannot be read
     */
    public static int removeLeftovers(Path directory) {
        try {
            return Files.isDirectory(directory) ? Leftovers.sweep(directory, ProcessLife.current()) : 0;
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot look for leftovers in " + directory + ": " + failure, failure);
        }
    }

    private static void makeDirectory(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        if (!Files.isWritable(directory)) {
            throw new IOException("we may not write there");
        }
    }

    /** The blocks that peers write to, and that we write from. */
    public ShmRegion blocks() {
        return region;
    }

    @Override
    public DataCapabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public MemoryRegion region() {
        return region.announced();
    }

    private long randomNumber() {
        long number = random.nextLong();
        return number == 0 ? 1 : number;
    }

    // ---- registrations -------------------------------------------------------------------------------------------

    @Override
    public Registration register(String peer, MemoryRegion remote, RegistrationMode mode) {
        ShmRegistration registration = new ShmRegistration(this, peer, ++lastGeneration, lifeOf(remote));
        newest.put(peer, registration);
        if (closed) {
            registration.end(State.FAILED, "the data transport is closed");
        } else if (mode == RegistrationMode.INLINE) {
            settle(registrar.open(registration, remote));
        } else {
            registrar.openLater(registration, remote);
        }
        return registration;
    }

    private static long lifeOf(MemoryRegion remote) {
        try {
            return RegionMetadata.decode(remote.agentMetadata()).life();
        } catch (IllegalArgumentException unreadable) {
            return 0;
        }
    }

    private void settle(Outcome outcome) {
        ShmRegistration registration = outcome.registration();
        PeerRegion opened = outcome.region();
        boolean current = registration.equals(newest.get(registration.peer()));
        if (!current) {
            registration.end(State.SUPERSEDED, null);
        } else if (opened == null) {
            newest.remove(registration.peer());
            registration.end(State.REJECTED, outcome.failure());
        } else {
            registration.ready(opened);
            holding.add(registration);
            return;
        }
        if (opened != null) {
            copier.release(opened);
        }
    }

    @Override
    public void remove(Registration removed) {
        if (removed instanceof ShmRegistration registration
                && registration.belongsTo(this)
                && (registration.state() == State.READY || registration.state() == State.PENDING)) {
            lastGeneration++;
            newest.remove(registration.peer(), registration);
            if (registration.state() == State.READY) {
                registration.end(State.REMOVED, null);
                releaseIfUnused(registration);
            }
        }
    }

    private void releaseIfUnused(ShmRegistration registration) {
        PeerRegion unused = registration.takeUnused();
        if (unused != null) {
            holding.remove(registration);
            copier.release(unused);
        }
    }

    // ---- writes --------------------------------------------------------------------------------------------------

    @Override
    public long write(Registration target, SlotList local, SlotList remote) {
        if (closed || !(target instanceof ShmRegistration registration) || !registration.belongsTo(this)) {
            return REFUSED;
        }
        PeerRegion peer = registration.region();
        if (registration.state() != State.READY
                || registration.fenced
                || peer == null
                || local.size() != remote.size()) {
            return REFUSED;
        }
        if (!within(local, region.blocks()) || !within(remote, peer.layout().blocks())) {
            return REFUSED;
        }
        if (peer.layout().blockBytes() != region.blockBytes()) {
            return REFUSED;
        }
        ShmTransfer transfer = new ShmTransfer(++lastTransfer, registration, peer, region.file(), local, remote);
        transfers.put(transfer.id, transfer);
        registration.started();
        copier.start(transfer);
        return transfer.id;
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
    public long bytesWritten(long id) {
        ShmTransfer transfer = transfers.get(id);
        return transfer == null ? -1 : transfer.bytesWritten();
    }

    @Override
    public List<Long> cancel(Collection<Long> ids, CancelMode mode) {
        takeEnded();
        for (Long id : ids) {
            ShmTransfer transfer = transfers.remove(id);
            if (transfer != null) {
                transfer.stop();
                transfer.registration.ended.removeIf(one -> one.transfer().id == transfer.id);
            }
        }
        return List.of();
    }

    // ---- what happened -------------------------------------------------------------------------------------------

    @Override
    public void poll(Listener listener) {
        if (closed) {
            return;
        }
        takeEnded();
        for (Outcome outcome = registrar.takeOutcome(); outcome != null; outcome = registrar.takeOutcome()) {
            settle(outcome);
            listener.onRegistrationSettled(outcome.registration());
        }
        toCollect.removeIf(registration -> registration.ended.isEmpty());
        List.copyOf(toCollect).forEach(listener::onCompletions);
        for (Map.Entry<ShmRegistration, Revocation> fence : List.copyOf(fencing.entrySet())) {
            if (fence.getValue().complete(self)) {
                fencing.remove(fence.getKey());
                listener.onFenced(fence.getKey());
            }
        }
    }

    /** Ends of transfers that nobody waits for any more only free what they used. */
    private void takeEnded() {
        for (Ended one = copier.takeEnded(); one != null; one = copier.takeEnded()) {
            ShmRegistration registration = one.transfer().registration;
            registration.finished();
            if (transfers.containsKey(one.transfer().id) && !one.transfer().reported()) {
                report(one);
            }
            releaseIfUnused(registration);
        }
    }

    private void report(Ended one) {
        one.transfer().markReported();
        one.transfer().registration.ended.add(one);
        toCollect.add(one.transfer().registration);
    }

    @Override
    public void collect(Registration of, Completions completions) {
        takeEnded();
        if (of instanceof ShmRegistration registration && registration.belongsTo(this)) {
            List<Ended> taken = List.copyOf(registration.ended);
            registration.ended.clear();
            taken.forEach(one -> hand(one, completions));
        }
    }

    @Override
    public void collectAll(Completions completions) {
        takeEnded();
        List.copyOf(toCollect).forEach(registration -> collect(registration, completions));
    }

    private void hand(Ended one, Completions completions) {
        transfers.remove(one.transfer().id);
        completions.onCompletion(one.transfer().id, one.success());
    }

    // ---- the end -------------------------------------------------------------------------------------------------

    @Override
    public void fence(Registration cut) {
        if (closed
                || !(cut instanceof ShmRegistration registration)
                || !registration.belongsTo(this)
                || registration.fenced
                || registration.life == 0) {
            return;
        }
        registration.fenced = true;
        takeEnded();
        for (ShmTransfer transfer : transfers.values()) {
            if (transfer.registration.equals(registration) && !transfer.reported()) {
                transfer.stop();
                report(new Ended(transfer, false));
            }
        }
        fencing.put(registration, lanes.revoke(registration.life));
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        transfers.values().forEach(ShmTransfer::stop);
        transfers.clear();
        registrar.close();
        copier.close(holding.stream()
                .map(ShmRegistration::region)
                .filter(Objects::nonNull)
                .toList());
        holding.clear();
        region.close();
    }
}

package io.kvdrill.sim.fabric;

import io.kvdrill.core.profile.Choices.WaitCancel;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.core.transport.CancelMode;
import io.kvdrill.core.transport.DataCapabilities;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.core.transport.WriteFailedException;
import io.kvdrill.sim.world.DataPlane;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The data transport of one incarnation of a peer. Follows the profile row {@code wait_cancel}; everything else that
 * differs between data planes stands in its {@link DataPlane}.
 */
public final class SimDataTransport implements DataTransport {
    private final SimFabric fabric;
    private final DataEndpoint endpoint;
    private final MemoryRegion region;
    private final BlockMemory memory;
    private final DataCapabilities capabilities;
    private final Registrar registrar;

    /** Accepted writes that were neither collected nor given up. */
    private final Map<Long, Transfer> inFlight = new LinkedHashMap<>();
    /** Writes of ours whose bytes may land, or whose end is not known, given up or not. */
    private final Set<Transfer> outgoing = new LinkedHashSet<>();
    /** Writes of others whose bytes may land here. */
    private final Set<Transfer> incoming = new LinkedHashSet<>();

    private final Fences fences;

    private final Set<SimRegistration> settled = new LinkedHashSet<>();
    private final Set<SimRegistration> withCompletions = new LinkedHashSet<>();
    private final Set<SimRegistration> fencesEnded = new LinkedHashSet<>();
    private long completions;
    private boolean closed;
    private boolean dead;
    private boolean planeDown;

    SimDataTransport(SimFabric fabric, DataEndpoint endpoint, MemoryRegion region) {
        this.fabric = fabric;
        this.endpoint = endpoint;
        this.region = region;
        this.memory = new BlockMemory(fabric, endpoint.incarnation(), endpoint.slots());
        DataPlane plane = endpoint.plane();
        this.capabilities = new DataCapabilities(
                plane.cancelStopsBytes(),
                plane.fencesOutbound(),
                plane.fencesInbound(),
                plane.knowsProgress(),
                plane.declaredBytesPerSecond());
        this.registrar = new Registrar(this);
        this.fences = new Fences(this);
    }

    @Override
    public DataCapabilities capabilities() {
        return capabilities;
    }

    @Override
    public MemoryRegion region() {
        return region;
    }

    @Override
    public Registration register(String peer, MemoryRegion remote, RegistrationMode mode) {
        return registrar.register(peer, remote, mode);
    }

    @Override
    public void remove(Registration registration) {
        SimRegistration ours = ours(registration);
        registrar.remove(ours);
        if (endpoint.removeStopsTransfers()) {
            endpoint.host().leave(() -> failAll(ours, "the registration was removed"));
        }
    }

    @Override
    public long write(Registration registration, SlotList local, SlotList remote) {
        if (local.size() != remote.size()) {
            throw new IllegalArgumentException(
                    local.size() + " local slots cannot be written into " + remote.size() + " remote ones");
        }
        SimRegistration ours = ours(registration);
        SimDataTransport target = ours.target();
        if (closed || dead || target == null || ours.state() != Registration.State.READY || ours.fencing()) {
            return refuse(ours, "the registration is " + word(ours.state()) + (ours.fencing() ? ", fenced" : ""));
        }
        WritePlan plan = fabric.faults().planWrite(peer(), ours.peer(), local.size());
        if (plan.refused) {
            return refuse(ours, "refused by a fault");
        }
        if (plan.thrown != null) {
            refuse(ours, plan.thrown);
            throw new WriteFailedException(plan.thrown);
        }
        if (!memory.holds(local) || !target.memory.holds(remote)) {
            refuse(ours, "no such slot");
            throw new WriteFailedException("a write to " + ours.peer() + " names a slot that is not there: local "
                    + local + " of " + memory.slots() + ", remote " + remote + " of " + target.memory.slots());
        }
        Transfer transfer = new Transfer(ours, target, local, remote, plan);
        plan.holdWith(transfer);
        inFlight.put(transfer.id, transfer);
        endpoint.host().leave(transfer::post);
        return transfer.id;
    }

    @Override
    public void poll(Listener listener) {
        boolean nothing = settled.isEmpty() && withCompletions.isEmpty() && fencesEnded.isEmpty();
        if (closed || nothing) {
            return;
        }
        List<SimRegistration> newlySettled = take(settled);
        List<SimRegistration> newlyCompleted = take(withCompletions);
        List<SimRegistration> newlyFenced = take(fencesEnded);
        newlySettled.forEach(SimRegistration::settle);
        newlySettled.forEach(listener::onRegistrationSettled);
        newlyCompleted.forEach(listener::onCompletions);
        newlyFenced.forEach(listener::onFenced);
    }

    @Override
    public void collect(Registration registration, Completions listener) {
        SimRegistration ours = ours(registration);
        withCompletions.remove(ours);
        ours.drainTo(listener);
    }

    @Override
    public void collectAll(Completions listener) {
        // Completions of several registrations come in the order in which they ended.
        List<SimRegistration> waiting = new ArrayList<>(withCompletions);
        for (Transfer transfer : inFlight.values()) {
            if (transfer.over() && !waiting.contains(transfer.registration)) {
                waiting.add(transfer.registration);
            }
        }
        withCompletions.clear();
        while (true) {
            SimRegistration oldest = null;
            for (SimRegistration registration : waiting) {
                long order = registration.oldestCompletion();
                if (order >= 0 && (oldest == null || order < oldest.oldestCompletion())) {
                    oldest = registration;
                }
            }
            if (oldest == null) {
                return;
            }
            oldest.drainOldestTo(listener);
        }
    }

    @Override
    public List<Long> cancel(Collection<Long> transfers, CancelMode mode) {
        List<Long> stillInFlight = new ArrayList<>();
        for (Long id : transfers) {
            Transfer transfer = inFlight.get(id);
            if (transfer == null) {
                continue;
            }
            if (mode == CancelMode.IMMEDIATE || mayBeForgotten(transfer)) {
                inFlight.remove(id);
                transfer.registration.forget(transfer);
                endpoint.host().leave(transfer::forget);
            } else {
                stillInFlight.add(id);
            }
        }
        return stillInFlight;
    }

    @Override
    public long bytesWritten(long transfer) {
        Transfer known = inFlight.get(transfer);
        return known == null || !capabilities.knowsProgress() ? -1 : known.bytesLanded();
    }

    @Override
    public long blocksLanded(SlotList slots) {
        return memory.landings(slots);
    }

    @Override
    public void fence(Registration registration) {
        SimRegistration ours = ours(registration);
        if (ours.fencing() || closed || !(capabilities.fencesOutbound() || capabilities.fencesInbound())) {
            return;
        }
        ours.startFencing();
        endpoint.host().leave(() -> fences.begin(ours));
    }

    /** Ends the transport: nothing that it wrote or was written lands any more. Waits for the registrations under way. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        long busyNanos = registrar.busyNanos();
        if (busyNanos == Long.MAX_VALUE) {
            endpoint.host().block("closing the data transport: a registration does not end");
        } else {
            endpoint.host().stall("closing the data transport: registrations are running", busyNanos);
        }
        endpoint.host().leave(() -> {
            planeDown = true;
            endEverything("the writer closed its data transport");
        });
    }

    // ---- what happens to the process -----------------------------------------------------------------------------

    /** The process dies: its writes stop, and those of others into its memory will fail. */
    public void kill() {
        if (!dead) {
            dead = true;
            endEverything("the writer died");
        }
    }

    /** The data plane dies and the process lives: its own writes will fail, too. */
    public void killPlane() {
        if (!planeDown) {
            planeDown = true;
            pathsChanged();
        }
    }

    /** The memory; remains readable when its owner is dead. */
    public BlockMemory memory() {
        return memory;
    }

    /** Whose transport it is. */
    public DataEndpoint endpoint() {
        return endpoint;
    }

    private void endEverything(String reason) {
        for (Transfer transfer : List.copyOf(outgoing)) {
            transfer.stop(reason);
        }
        pathsChanged();
    }

    // ---- for the parts -------------------------------------------------------------------------------------------

    private boolean mayBeForgotten(Transfer transfer) {
        return transfer.over()
                || capabilities.cancelStopsBytes()
                || endpoint.rules().is(Rows.WAIT_CANCEL, WaitCancel.RELEASES_RUNNING);
    }

    private long refuse(SimRegistration registration, String reason) {
        trace().emit(new FabricEvent.WriteRefused(registration.peer(), reason));
        return REFUSED;
    }

    private SimRegistration ours(Registration registration) {
        if (registration instanceof SimRegistration ours && ours.transport() == this) {
            return ours;
        }
        throw new IllegalArgumentException("the registration of " + registration.peer() + " is another transport's");
    }

    private static List<SimRegistration> take(Set<SimRegistration> waiting) {
        if (waiting.isEmpty()) {
            return List.of();
        }
        List<SimRegistration> taken = List.copyOf(waiting);
        waiting.clear();
        return taken;
    }

    /** A constant's name in lower case. */
    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    void pathsChanged() {
        Set<Transfer> concerned = new LinkedHashSet<>(outgoing);
        concerned.addAll(incoming);
        concerned.forEach(Transfer::pathsChanged);
    }

    /** Ends every write of ours that goes by a registration. */
    void failAll(SimRegistration registration, String reason) {
        Set<Transfer> concerned = new LinkedHashSet<>(outgoing);
        concerned.addAll(inFlight.values());
        for (Transfer transfer : concerned) {
            if (transfer.registration == registration) {
                transfer.fail(reason);
            }
        }
    }

    void hasFenced(SimRegistration registration) {
        fencesEnded.add(registration);
    }

    void hasSettled(SimRegistration registration) {
        settled.add(registration);
    }

    void hasCompletions(SimRegistration registration) {
        withCompletions.add(registration);
    }

    void collected(Transfer transfer) {
        inFlight.remove(transfer.id);
    }

    long nextCompletion() {
        return completions++;
    }

    void because(long entry, Runnable action) {
        fabric.kernel().causality().because(entry, action);
    }

    Fences fences() {
        return fences;
    }

    boolean closed() {
        return closed;
    }

    /** Whether nothing can be written from or to it. */
    boolean gone() {
        return dead || planeDown;
    }

    boolean dead() {
        return dead;
    }

    SimFabric fabric() {
        return fabric;
    }

    String peer() {
        return endpoint.peer();
    }

    long blockBytes() {
        return endpoint.blockBytes();
    }

    TraceSink trace() {
        return endpoint.trace();
    }

    Set<Transfer> outgoing() {
        return outgoing;
    }

    Set<Transfer> incoming() {
        return incoming;
    }
}

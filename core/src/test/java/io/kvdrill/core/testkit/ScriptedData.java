package io.kvdrill.core.testkit;

import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.transport.CancelMode;
import io.kvdrill.core.transport.DataCapabilities;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.core.transport.WriteFailedException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A data transport in which a script decides when writes, registrations and fences end, and how. */
public final class ScriptedData implements DataTransport {
    /** Length of a block, here and at the peers. */
    public static final long BLOCK_BYTES = 4096;

    /** Told what the tier starts, and what ends. */
    public interface Watcher {
        /** A write has started. */
        void onWrite(Write write);

        /** No byte of the write lands from now on. */
        void onLanded(Write write);

        /** A fence was asked for. */
        void onFenceStarted(Registration registration);

        /** A fence is complete. */
        void onFenced(Registration registration);
    }

    /** A write and how far it has come. Cancelling does not stop its bytes. */
    public static final class Write {
        private final long transfer;
        private final Reg registration;
        private final SlotList local;
        private final SlotList remote;
        private boolean landed;
        private boolean success;
        private boolean forgotten;
        private long bytes;

        private Write(long transfer, Reg registration, SlotList local, SlotList remote) {
            this.transfer = transfer;
            this.registration = registration;
            this.local = local;
            this.remote = remote;
        }

        /** So many of its bytes have been written so far. */
        public void progress(long soFar) {
            bytes = soFar;
        }

        /** Its id. */
        public long transfer() {
            return transfer;
        }

        /** What it goes by: one incarnation of its peer. */
        public Registration registration() {
            return registration;
        }

        /** Whom it goes to. */
        public String peer() {
            return registration.peer;
        }

        /** The slots that it reads. */
        public SlotList local() {
            return local;
        }

        /** The peer's slots. */
        public SlotList remote() {
            return remote;
        }

        /** Whether it is over, whoever knows of it. */
        public boolean landed() {
            return landed;
        }

        /** Whether it ended well. */
        public boolean success() {
            return success;
        }
    }

    private final DataCapabilities capabilities;
    private final List<Watcher> watchers = new ArrayList<>();
    private final Map<String, Registration.State> settling = new LinkedHashMap<>();
    private final Set<String> refusingWrites = new LinkedHashSet<>();
    private final Set<String> throwing = new LinkedHashSet<>();
    private final Set<Reg> pending = new LinkedHashSet<>();
    private final Set<Reg> settled = new LinkedHashSet<>();
    private final Set<Reg> fencing = new LinkedHashSet<>();
    private final Map<Long, Write> writes = new LinkedHashMap<>();
    private final List<Write> ended = new ArrayList<>();
    private final Set<Reg> news = new LinkedHashSet<>();
    private final List<Reg> registrations = new ArrayList<>();
    private boolean fencesHeld;
    private boolean hushed;
    private boolean closed;
    private long landed;

    /** A transport of these capabilities. */
    public ScriptedData(DataCapabilities capabilities) {
        this.capabilities = capabilities;
    }

    /** Lets somebody watch. */
    public void watch(Watcher watcher) {
        watchers.add(watcher);
    }

    // ---- the script ----------------------------------------------------------------------------------------------

    /** From now on, polls tell nothing, cost nothing, and leave what ends where it is. */
    public void hush() {
        hushed = true;
    }

    /**
     * How background registrations of a peer end from now on: READY, REJECTED or FAILED at the next poll; PENDING to keep
     * them waiting.
     */
    public void settleAs(String peer, Registration.State state) {
        settling.put(peer, state);
    }

    /** Whether writes to a peer are refused from now on. */
    public void refuseWrites(String peer, boolean on) {
        set(refusingWrites, peer, on);
    }

    /** Whether writes to a peer throw from now on. */
    public void throwOnWrite(String peer, boolean on) {
        set(throwing, peer, on);
    }

    /** Whether fences wait. */
    public void holdFences(boolean on) {
        fencesHeld = on;
    }

    private static void set(Set<String> peers, String peer, boolean on) {
        if (on) {
            peers.add(peer);
        } else {
            peers.remove(peer);
        }
    }

    /** The writes that may still land. */
    public List<Write> inFlight() {
        return writes.values().stream().filter(write -> !write.landed).toList();
    }

    /** Every write so far. */
    public List<Write> writes() {
        return List.copyOf(writes.values());
    }

    /** A write ends; the next poll tells, unless it was cancelled. */
    public void end(Write write, boolean success) {
        if (write.landed) {
            return;
        }
        write.landed = true;
        write.success = success;
        watchers.forEach(watcher -> watcher.onLanded(write));
        if (!write.forgotten) {
            ended.add(write);
            news.add(write.registration);
        }
    }

    /** The registrations of a peer, oldest first. */
    public List<Registration> registrations(String peer) {
        return registrations.stream()
                .filter(registration -> registration.peer.equals(peer))
                .map(Registration.class::cast)
                .toList();
    }

    /** What a registration says of its peer's memory. */
    public static MemoryRegion regionOf(Registration registration) {
        return ((Reg) registration).region;
    }

    /** Whether the next poll has nothing to tell. */
    public boolean quiet() {
        return settled.isEmpty()
                && news.isEmpty()
                && (fencesHeld || fencing.isEmpty())
                && pending.stream().allMatch(each -> settling.get(each.peer) == Registration.State.PENDING);
    }

    /** Whether the transport was closed. */
    public boolean closed() {
        return closed;
    }

    // ---- the transport -------------------------------------------------------------------------------------------

    @Override
    public DataCapabilities capabilities() {
        return capabilities;
    }

    @Override
    public MemoryRegion region() {
        return new MemoryRegion(Bytes.ofHex("6d657461"), 1L << 46, 1024, BLOCK_BYTES);
    }

    @Override
    public Registration register(String peer, MemoryRegion remote, RegistrationMode mode) {
        for (Reg earlier : List.copyOf(pending)) {
            if (earlier.peer.equals(peer)) {
                pending.remove(earlier);
                earlier.state = Registration.State.SUPERSEDED;
                settled.add(earlier);
            }
        }
        Reg registration = new Reg(peer, remote, registrations.size() + 1);
        registrations.add(registration);
        if (mode == RegistrationMode.INLINE) {
            registration.state = settling.getOrDefault(peer, Registration.State.READY);
        } else {
            pending.add(registration);
        }
        return registration;
    }

    @Override
    public void remove(Registration removed) {
        if (removed instanceof Reg registration) {
            if (pending.remove(registration)) {
                registration.state = Registration.State.SUPERSEDED;
            } else if (registration.state == Registration.State.READY) {
                registration.state = Registration.State.REMOVED;
            }
        }
    }

    @Override
    public long write(Registration target, SlotList local, SlotList remote) {
        if (throwing.contains(target.peer())) {
            throw new WriteFailedException("the script throws on writes to " + target.peer());
        }
        if (!(target instanceof Reg registration)
                || registration.state != Registration.State.READY
                || refusingWrites.contains(registration.peer)) {
            return REFUSED;
        }
        Write write = new Write(writes.size(), registration, local, remote);
        writes.put(write.transfer, write);
        watchers.forEach(watcher -> watcher.onWrite(write));
        return write.transfer;
    }

    @Override
    public void poll(Listener listener) {
        if (hushed) {
            return;
        }
        for (Reg registration : List.copyOf(pending)) {
            Registration.State outcome = settling.getOrDefault(registration.peer, Registration.State.READY);
            if (outcome != Registration.State.PENDING) {
                pending.remove(registration);
                registration.state = outcome;
                settled.add(registration);
            }
        }
        List<Reg> fenced = fencesHeld ? List.of() : List.copyOf(fencing);
        fencing.removeAll(fenced);
        if (capabilities.fencesOutbound()) {
            for (Reg registration : fenced) {
                inFlight().stream()
                        .filter(write -> write.registration == registration)
                        .forEach(write -> end(write, false));
            }
        }
        List<Reg> told = List.copyOf(settled);
        settled.clear();
        told.forEach(listener::onRegistrationSettled);
        List<Reg> completed = List.copyOf(news);
        news.clear();
        completed.forEach(listener::onCompletions);
        for (Reg registration : fenced) {
            watchers.forEach(watcher -> watcher.onFenced(registration));
            listener.onFenced(registration);
        }
    }

    @Override
    public void collect(Registration registration, Completions completions) {
        for (Write write : List.copyOf(ended)) {
            if (write.registration == registration) {
                ended.remove(write);
                completions.onCompletion(write.transfer, write.success);
            }
        }
    }

    @Override
    public void collectAll(Completions completions) {
        registrations.forEach(registration -> collect(registration, completions));
    }

    @Override
    public List<Long> cancel(Collection<Long> transfers, CancelMode mode) {
        List<Long> still = new ArrayList<>();
        for (Long transfer : transfers) {
            Write write = writes.get(transfer);
            if (write == null || write.forgotten) {
                continue;
            }
            if (mode == CancelMode.WAIT && !write.landed) {
                still.add(transfer);
            } else {
                write.forgotten = true;
                ended.remove(write);
            }
        }
        return still;
    }

    @Override
    public long bytesWritten(long transfer) {
        Write write = writes.get(transfer);
        return capabilities.knowsProgress() && write != null ? write.bytes : -1;
    }

    /** From now on, so many blocks have landed in whichever slots are asked about. */
    public void landed(long blocks) {
        landed = blocks;
    }

    @Override
    public long blocksLanded(SlotList slots) {
        return landed;
    }

    @Override
    public void fence(Registration fenced) {
        if (fenced instanceof Reg registration && (capabilities.fencesInbound() || capabilities.fencesOutbound())) {
            watchers.forEach(watcher -> watcher.onFenceStarted(registration));
            fencing.add(registration);
        }
    }

    @Override
    public void close() {
        closed = true;
    }

    private static final class Reg implements Registration {
        private final String peer;
        private final MemoryRegion region;
        private final long generation;
        private State state = State.PENDING;

        Reg(String peer, MemoryRegion region, long generation) {
            this.peer = peer;
            this.region = region;
            this.generation = generation;
        }

        @Override
        public String peer() {
            return peer;
        }

        @Override
        public long generation() {
            return generation;
        }

        @Override
        public State state() {
            return state;
        }

        @Override
        public @Nullable String failure() {
            return state == State.REJECTED || state == State.FAILED ? "the script says " + state : null;
        }

        @Override
        public String toString() {
            return peer + "#" + generation;
        }
    }
}

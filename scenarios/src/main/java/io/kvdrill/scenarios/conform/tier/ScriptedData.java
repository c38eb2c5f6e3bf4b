package io.kvdrill.scenarios.conform.tier;

import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.transport.CancelMode;
import io.kvdrill.core.transport.DataCapabilities;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.core.transport.WriteFailedException;
import io.kvdrill.scenarios.conform.vector.Effect;
import io.kvdrill.scenarios.conform.vector.EffectReader;
import io.kvdrill.scenarios.conform.vector.VectorConfig;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The data transport of FORMAT.md section 5.2, with what our interface asks beyond it: a registration in the background
 * settles at the next poll, and a fence is complete at the next poll, with the writes of its registration failed.
 */
final class ScriptedData implements DataTransport {

    private static final class InFlight {
        final ScriptedRegistration registration;
        boolean stuck;
        boolean completed;

        InFlight(ScriptedRegistration registration) {
            this.registration = registration;
        }
    }

    private record Completion(long transfer, boolean success) {}

    private final Script script;
    private final VectorConfig config;
    private final Map<String, ScriptedRegistration> current = new LinkedHashMap<>();
    private final Map<String, Long> generations = new HashMap<>();
    private final Map<Long, InFlight> flight = new LinkedHashMap<>();
    private final Map<Long, ScriptedRegistration> writers = new HashMap<>();
    private final Map<ScriptedRegistration, List<Completion>> completions = new LinkedHashMap<>();
    private final Set<ScriptedRegistration> news = new LinkedHashSet<>();
    private final Set<ScriptedRegistration> settling = new LinkedHashSet<>();
    private final Set<ScriptedRegistration> fencing = new LinkedHashSet<>();
    private long nextTransfer = 1000; // unlike any label
    private boolean closed;

    ScriptedData(Script script, VectorConfig config) {
        this.script = script;
        this.config = config;
    }

    void complete(long transfer, boolean success, boolean force) {
        InFlight write = flight.get(transfer);
        ScriptedRegistration registration = writers.get(transfer);
        if (registration == null || (write == null && !force) || (write != null && write.completed && !force)) {
            return;
        }
        if (write != null) {
            write.completed = true;
        }
        completions.computeIfAbsent(registration, each -> new ArrayList<>()).add(new Completion(transfer, success));
        news.add(registration);
    }

    void stick(long transfer, boolean on) {
        InFlight write = flight.get(transfer);
        if (write != null) {
            write.stuck = on;
        }
    }

    /** Whether a registration will settle at the next poll. */
    boolean registering() {
        return !settling.isEmpty();
    }

    @Override
    public DataCapabilities capabilities() {
        return new DataCapabilities(false, true, true, false, 0);
    }

    @Override
    public MemoryRegion region() {
        return new MemoryRegion(config.agentMetadata(), config.baseAddress(), config.blockCount(), config.blockBytes());
    }

    @Override
    public Registration register(String peer, MemoryRegion remote, RegistrationMode mode) {
        ScriptedRegistration earlier = current.get(peer);
        if (earlier != null && earlier.state == Registration.State.PENDING) {
            earlier.state = Registration.State.SUPERSEDED;
            settling.remove(earlier);
        }
        String failure = script.failRegistration.get(peer);
        script.effect(new Effect.AddPeer(peer, regionOf(peer, remote), failure));
        ScriptedRegistration registration = new ScriptedRegistration(peer, nextGeneration(peer), failure);
        if (failure == null) {
            current.put(peer, registration);
        }
        if (mode == RegistrationMode.INLINE) {
            registration.settle();
        } else {
            settling.add(registration);
        }
        return registration;
    }

    private long nextGeneration(String peer) {
        return generations.merge(peer, 1L, Long::sum);
    }

    private Effect.@Nullable Region regionOf(String peer, MemoryRegion remote) {
        Effect.Region region = new Effect.Region(
                remote.agentMetadata().hex(),
                unsigned(remote.baseAddress()),
                unsigned(remote.blockCount()),
                unsigned(remote.blockBytes()));
        return region.equals(EffectReader.standardRegion(peer, config)) ? null : region;
    }

    /** Takes the peer out only with its current registration: an older one has already been replaced. */
    @Override
    public void remove(Registration registration) {
        if (!(registration instanceof ScriptedRegistration removed)) {
            return; // it never was one
        }
        nextGeneration(removed.peer);
        settling.remove(removed);
        ScriptedRegistration known = current.get(removed.peer);
        if (known == null || known.equals(removed)) {
            script.effect(new Effect.RemovePeer(removed.peer));
            current.remove(removed.peer);
        }
        if (removed.state == Registration.State.READY) {
            removed.state = Registration.State.REMOVED;
        } else if (removed.state == Registration.State.PENDING) {
            removed.state = Registration.State.SUPERSEDED;
        }
    }

    @Override
    public long write(Registration registration, SlotList local, SlotList remote) {
        String peer = registration.peer();
        List<Effect.Blocks> blocks = new ArrayList<>();
        for (int i = 0; i < local.size(); i++) {
            blocks.add(new Effect.Blocks(unsigned(remote.get(i)), unsigned(local.get(i))));
        }
        if (script.throwOnWrite.contains(peer)) {
            script.effect(new Effect.Write(peer, null, blocks, Effect.WriteOutcome.THREW));
            throw new WriteFailedException("the script throws on a write to " + peer);
        }
        if (!(registration instanceof ScriptedRegistration target)
                || target.state != Registration.State.READY
                || script.refuseWrites.contains(peer)) {
            script.effect(new Effect.Write(peer, null, blocks, Effect.WriteOutcome.REFUSED));
            return REFUSED;
        }
        long transfer = nextTransfer++;
        flight.put(transfer, new InFlight(target));
        writers.put(transfer, target);
        script.effect(new Effect.Write(peer, Long.toString(transfer), blocks, Effect.WriteOutcome.ACCEPTED));
        return transfer;
    }

    @Override
    public void poll(Listener listener) {
        for (ScriptedRegistration registration : List.copyOf(settling)) {
            settling.remove(registration);
            registration.settle();
            listener.onRegistrationSettled(registration);
        }
        List<ScriptedRegistration> fenced = List.copyOf(fencing);
        fencing.clear();
        for (ScriptedRegistration registration : fenced) {
            failAll(registration);
        }
        List<ScriptedRegistration> told = List.copyOf(news);
        news.clear();
        for (ScriptedRegistration registration : told) {
            if (completions.containsKey(registration)) {
                listener.onCompletions(registration);
            }
        }
        fenced.forEach(listener::onFenced);
    }

    private void failAll(ScriptedRegistration registration) {
        for (Map.Entry<Long, InFlight> entry : flight.entrySet()) {
            if (entry.getValue().registration.equals(registration) && !entry.getValue().completed) {
                complete(entry.getKey(), false, false);
            }
        }
    }

    @Override
    public void collect(Registration registration, Completions listener) {
        List<Completion> ended = registration instanceof ScriptedRegistration known ? completions.remove(known) : null;
        if (ended != null) {
            for (Completion completion : ended) {
                flight.remove(completion.transfer());
                listener.onCompletion(completion.transfer(), completion.success());
            }
        }
    }

    @Override
    public void collectAll(Completions listener) {
        for (ScriptedRegistration registration : List.copyOf(completions.keySet())) {
            collect(registration, listener);
        }
    }

    @Override
    public List<Long> cancel(Collection<Long> transfers, CancelMode mode) {
        Set<String> named = new TreeSet<>();
        List<Long> stillInFlight = new ArrayList<>();
        for (Long transfer : transfers) {
            InFlight write = flight.get(transfer);
            if (write == null) {
                continue;
            }
            named.add(transfer.toString());
            boolean stays = mode == CancelMode.WAIT && (write.stuck || (config.waitCancelKeeps() && !write.completed));
            if (stays) {
                stillInFlight.add(transfer);
            } else {
                forget(transfer, write.registration);
            }
        }
        if (!named.isEmpty()) {
            script.effect(new Effect.Cancel(mode == CancelMode.IMMEDIATE, new TreeSet<>(named)));
        }
        return stillInFlight;
    }

    private void forget(long transfer, ScriptedRegistration registration) {
        flight.remove(transfer);
        List<Completion> waiting = completions.get(registration);
        if (waiting != null) {
            waiting.removeIf(completion -> completion.transfer() == transfer);
            if (waiting.isEmpty()) {
                completions.remove(registration);
            }
        }
    }

    @Override
    public long bytesWritten(long transfer) {
        return -1;
    }

    @Override
    public void fence(Registration registration) {
        if (registration instanceof ScriptedRegistration known) {
            fencing.add(known);
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            script.effect(new Effect.CloseData());
        }
    }

    private static BigInteger unsigned(long value) {
        return new BigInteger(Long.toUnsignedString(value));
    }

    /** One registration. */
    private static final class ScriptedRegistration implements Registration {
        private final String peer;
        private final long generation;
        private final @Nullable String failure;
        private State state = State.PENDING;

        ScriptedRegistration(String peer, long generation, @Nullable String failure) {
            this.peer = peer;
            this.generation = generation;
            this.failure = failure;
        }

        void settle() {
            if (failure == null) {
                state = State.READY;
            } else {
                state = Objects.equals(failure, "rejected") ? State.REJECTED : State.FAILED;
            }
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
            return failure == null ? null : "the script fails it: " + failure;
        }
    }
}

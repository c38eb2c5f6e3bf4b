package io.kvdrill.scenarios.conform.record;

import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.transport.CancelMode;
import io.kvdrill.core.transport.DataCapabilities;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.core.transport.WriteFailedException;
import io.kvdrill.scenarios.conform.vector.Effect;
import io.kvdrill.scenarios.conform.vector.EffectReader;
import io.kvdrill.scenarios.conform.vector.Op;
import io.kvdrill.scenarios.conform.vector.VectorConfig;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A data transport that writes down what it is asked and what it reports. It can do what the doubles of FORMAT.md can and
 * no more: registering takes no time (one in the background settles at the next poll), nobody knows the progress of a
 * write, and a fence ends the vector.
 */
final class RecordingData implements DataTransport {
    /** As of the doubles that vectors are replayed on. */
    private static final DataCapabilities CAPABILITIES = new DataCapabilities(false, true, true, false, 0);

    private record Ended(long transfer, boolean success) {}

    private final DataTransport inner;
    private final Script script;
    private final VectorConfig config;
    private final Map<Registration, Recorded> known = new LinkedHashMap<>();
    private final Map<String, Recorded> current = new LinkedHashMap<>();
    private final Set<Recorded> settling = new LinkedHashSet<>();
    private final Set<Long> flight = new LinkedHashSet<>();
    private final Set<Recorded> uncollected = new LinkedHashSet<>();
    private boolean closed;

    RecordingData(DataTransport inner, Script script, VectorConfig config) {
        this.inner = inner;
        this.script = script;
        this.config = config;
    }

    @Override
    public DataCapabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public MemoryRegion region() {
        return inner.region();
    }

    /** Whether a registration will settle at the next poll. */
    boolean registering() {
        return !settling.isEmpty();
    }

    @Override
    public Registration register(String peer, MemoryRegion remote, RegistrationMode mode) {
        Recorded earlier = current.get(peer);
        if (earlier != null && settling.remove(earlier)) {
            earlier.superseded = true;
        }
        Recorded registration = new Recorded(inner.register(peer, remote, RegistrationMode.INLINE));
        known.put(registration.registration, registration);
        String failure = switch (registration.registration.state()) {
            case READY -> null;
            case REJECTED -> "rejected";
            default -> "internal";
        };
        script.registered(peer, failure);
        script.effect(new Effect.AddPeer(peer, regionOf(peer, remote), failure));
        if (failure == null) {
            current.put(peer, registration);
        }
        if (mode == RegistrationMode.BACKGROUND) {
            settling.add(registration);
        }
        return registration;
    }

    private Effect.@Nullable Region regionOf(String peer, MemoryRegion remote) {
        Effect.Region region = new Effect.Region(
                remote.agentMetadata().hex(),
                unsigned(remote.baseAddress()),
                unsigned(remote.blockCount()),
                unsigned(remote.blockBytes()));
        return region.equals(EffectReader.standardRegion(peer, config)) ? null : region;
    }

    @Override
    public void remove(Registration registration) {
        if (!(registration instanceof Recorded removed)) {
            return; // it never was one
        }
        if (settling.remove(removed)) {
            removed.superseded = true;
        }
        Recorded latest = current.get(removed.peer());
        if (latest == null || latest.equals(removed)) {
            script.effect(new Effect.RemovePeer(removed.peer()));
            current.remove(removed.peer());
        }
        inner.remove(removed.registration);
    }

    @Override
    public long write(Registration registration, SlotList local, SlotList remote) {
        String peer = registration.peer();
        List<Effect.Blocks> blocks = new ArrayList<>();
        for (int i = 0; i < local.size(); i++) {
            blocks.add(new Effect.Blocks(unsigned(remote.get(i)), unsigned(local.get(i))));
        }
        boolean ready = registration instanceof Recorded && registration.state() == Registration.State.READY;
        long transfer = REFUSED;
        if (ready) {
            try {
                transfer = inner.write(((Recorded) registration).registration, local, remote);
            } catch (WriteFailedException e) {
                script.went(Op.THROW_ON_WRITE, peer, true);
                script.effect(new Effect.Write(peer, null, blocks, Effect.WriteOutcome.THREW));
                throw e;
            }
        }
        script.went(Op.THROW_ON_WRITE, peer, false);
        if (transfer == REFUSED) {
            if (ready) {
                script.went(Op.REFUSE_WRITES, peer, true);
            }
            script.effect(new Effect.Write(peer, null, blocks, Effect.WriteOutcome.REFUSED));
            return REFUSED;
        }
        script.went(Op.REFUSE_WRITES, peer, false);
        flight.add(transfer);
        script.effect(new Effect.Write(peer, Long.toString(transfer), blocks, Effect.WriteOutcome.ACCEPTED));
        return transfer;
    }

    @Override
    public void poll(Listener listener) {
        List<Recorded> settled = List.copyOf(settling);
        settling.clear();
        settled.forEach(listener::onRegistrationSettled);
        inner.poll(new Listener() {
            @Override
            public void onCompletions(Registration registration) {
                Recorded recorded = known.get(registration);
                if (recorded != null) {
                    uncollected.add(recorded);
                    listener.onCompletions(recorded);
                }
            }

            @Override
            public void onRegistrationSettled(Registration registration) {
                // All are made inline: they have settled before.
            }

            @Override
            public void onFenced(Registration registration) {
                Recorded recorded = known.get(registration);
                if (recorded != null) {
                    listener.onFenced(recorded);
                }
            }
        });
    }

    @Override
    public void collect(Registration registration, Completions completions) {
        if (registration instanceof Recorded recorded) {
            uncollected.remove(recorded);
            recorded.hand(completions);
            inner.collect(recorded.registration, (transfer, success) -> {
                ended(transfer, success);
                completions.onCompletion(transfer, success);
            });
        }
    }

    @Override
    public void collectAll(Completions completions) {
        uncollected.clear();
        known.values().forEach(recorded -> recorded.hand(completions));
        inner.collectAll((transfer, success) -> {
            ended(transfer, success);
            completions.onCompletion(transfer, success);
        });
    }

    private void ended(long transfer, boolean success) {
        script.completed(transfer, success, !flight.remove(transfer));
    }

    /** Writes down what has ended and was not collected: another tier might. */
    void collectTheRest() {
        for (Recorded recorded : uncollected) {
            inner.collect(recorded.registration, (transfer, success) -> {
                script.completed(transfer, success, !flight.contains(transfer));
                recorded.kept.add(new Ended(transfer, success));
            });
        }
        uncollected.clear();
    }

    @Override
    public List<Long> cancel(Collection<Long> transfers, CancelMode mode) {
        TreeSet<String> named = new TreeSet<>();
        for (Long transfer : transfers) {
            if (flight.contains(transfer)) {
                named.add(transfer.toString());
                known.values().forEach(recorded -> recorded.kept.removeIf(ended -> ended.transfer() == transfer));
            }
        }
        List<Long> still = inner.cancel(transfers, mode);
        for (String id : named) {
            long transfer = Long.parseLong(id);
            boolean stays = still.contains(transfer);
            if (mode == CancelMode.WAIT) {
                script.withdrawable(transfer, stays);
            }
            if (!stays) {
                flight.remove(transfer);
            }
        }
        if (!named.isEmpty()) {
            script.effect(new Effect.Cancel(mode == CancelMode.IMMEDIATE, named));
        }
        return still;
    }

    @Override
    public long bytesWritten(long transfer) {
        return -1;
    }

    @Override
    public void fence(Registration registration) {
        script.cannot("a fence");
        if (registration instanceof Recorded recorded) {
            inner.fence(recorded.registration);
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            script.effect(new Effect.CloseData());
        }
        inner.close();
    }

    private static BigInteger unsigned(long value) {
        return new BigInteger(Long.toUnsignedString(value));
    }

    /** One registration. */
    private final class Recorded implements Registration {
        private final Registration registration;
        private final List<Ended> kept = new ArrayList<>();
        private boolean superseded;

        Recorded(Registration registration) {
            this.registration = registration;
        }

        void hand(Completions completions) {
            List<Ended> handed = List.copyOf(kept);
            kept.clear();
            for (Ended each : handed) {
                flight.remove(each.transfer());
                completions.onCompletion(each.transfer(), each.success());
            }
        }

        @Override
        public String peer() {
            return registration.peer();
        }

        @Override
        public long generation() {
            return registration.generation();
        }

        @Override
        public State state() {
            if (superseded) {
                return State.SUPERSEDED;
            }
            return settling.contains(this) ? State.PENDING : registration.state();
        }

        @Override
        public @Nullable String failure() {
            return superseded ? null : registration.failure();
        }
    }
}

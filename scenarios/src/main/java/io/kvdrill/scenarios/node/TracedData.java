package io.kvdrill.scenarios.node;

import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.core.transport.CancelMode;
import io.kvdrill.core.transport.DataCapabilities;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.core.transport.WriteFailedException;
import io.kvdrill.sim.fabric.FabricEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;

/**
 * A data transport that says what it does, in the words of the simulated fabric. What lands where nobody looks is said when
 * its writer finds out. Transfers get numbers that no other process of the run uses; lives of peers are named by
 * their metadata.
 */
final class TracedData implements DataTransport {
    /** So many transfers one process may make before its numbers run into another's. */
    private static final int NUMBERS = 32;

    private record Written(String peer, int blocks) {}

    private final DataTransport real;
    private final BlockContent content;
    private final TraceSink trace;
    private final long firstNumber;
    private final Map<Long, Written> inFlight = new LinkedHashMap<>();
    private final Map<Registration, String> lives = new WeakHashMap<>();

    /**
     * Tells of a transport.
     *
     * @param process a number that no other process of the run has
     */
    TracedData(DataTransport real, BlockContent content, long process, TraceSink trace) {
        this.real = real;
        this.content = content;
        this.firstNumber = process << NUMBERS;
        this.trace = trace;
    }

    /** How a life is named that announced this metadata. */
    static String lifeOf(Bytes metadata) {
        return "region " + metadata.hex();
    }

    @Override
    public DataCapabilities capabilities() {
        return real.capabilities();
    }

    @Override
    public MemoryRegion region() {
        return real.region();
    }

    @Override
    public Registration register(String peer, MemoryRegion remote, RegistrationMode mode) {
        Registration registration = real.register(peer, remote, mode);
        String life = lifeOf(remote.agentMetadata());
        lives.put(registration, life);
        trace.emit(new FabricEvent.RegistrationBegan(peer, registration.generation(), life, 0));
        if (registration.state() != Registration.State.PENDING) {
            settled(registration);
        }
        return registration;
    }

    private void settled(Registration registration) {
        trace.emit(new FabricEvent.RegistrationEnded(
                registration.peer(),
                registration.generation(),
                registration.state().name().toLowerCase(Locale.ROOT),
                Objects.requireNonNullElse(registration.failure(), "")));
    }

    @Override
    public void remove(Registration registration) {
        real.remove(registration);
    }

    @Override
    public long write(Registration registration, SlotList local, SlotList remote) {
        long number;
        try {
            number = real.write(registration, local, remote);
        } catch (WriteFailedException failed) {
            trace.emit(new FabricEvent.WriteRefused(registration.peer(), String.valueOf(failed.getMessage())));
            throw failed;
        }
        if (number == REFUSED) {
            trace.emit(new FabricEvent.WriteRefused(registration.peer(), "the transport refused it"));
            return REFUSED;
        }
        long transfer = firstNumber + number;
        inFlight.put(transfer, new Written(registration.peer(), local.size()));
        trace.emit(new FabricEvent.WritePosted(
                registration.peer(), transfer, registration.generation(), local, remote, content.keys(local)));
        return transfer;
    }

    @Override
    public void poll(Listener listener) {
        real.poll(new Listener() {
            @Override
            public void onCompletions(Registration registration) {
                listener.onCompletions(registration);
            }

            @Override
            public void onRegistrationSettled(Registration registration) {
                settled(registration);
                listener.onRegistrationSettled(registration);
            }

            @Override
            public void onFenced(Registration registration) {
                DataCapabilities can = real.capabilities();
                trace.emit(new FabricEvent.FenceEnded(
                        registration.peer(),
                        registration.generation(),
                        lives.getOrDefault(registration, ""),
                        can.fencesOutbound(),
                        can.fencesInbound()));
                listener.onFenced(registration);
            }
        });
    }

    @Override
    public void collect(Registration registration, Completions completions) {
        real.collect(registration, (number, success) -> ended(number, success, completions));
    }

    @Override
    public void collectAll(Completions completions) {
        real.collectAll((number, success) -> ended(number, success, completions));
    }

    private void ended(long number, boolean success, Completions completions) {
        long transfer = firstNumber + number;
        Written written = inFlight.remove(transfer);
        if (written != null) {
            if (success) {
                trace.emit(new FabricEvent.TransferLanded(written.peer(), transfer, written.blocks()));
            }
            trace.emit(new FabricEvent.TransferEnded(
                    written.peer(), transfer, success, success ? "" : "the transport reports a failure"));
        }
        completions.onCompletion(transfer, success);
    }

    @Override
    public List<Long> cancel(Collection<Long> transfers, CancelMode mode) {
        List<Long> numbers = new ArrayList<>();
        transfers.forEach(transfer -> numbers.add(transfer - firstNumber));
        List<Long> still = new ArrayList<>();
        real.cancel(numbers, mode).forEach(number -> still.add(firstNumber + number));
        for (Long transfer : transfers) {
            if (!still.contains(transfer)) {
                Written written = inFlight.remove(transfer);
                if (written != null) {
                    trace.emit(new FabricEvent.TransferForgotten(
                            written.peer(), transfer, !real.capabilities().cancelStopsBytes()));
                }
            }
        }
        return still;
    }

    @Override
    public long bytesWritten(long transfer) {
        return real.bytesWritten(transfer - firstNumber);
    }

    @Override
    public void fence(Registration registration) {
        trace.emit(new FabricEvent.FenceBegan(
                registration.peer(), registration.generation(), lives.getOrDefault(registration, "")));
        real.fence(registration);
    }

    @Override
    public void close() {
        real.close();
    }
}

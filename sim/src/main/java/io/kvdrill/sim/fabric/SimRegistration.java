package io.kvdrill.sim.fabric;

import io.kvdrill.core.transport.DataTransport.Completions;
import io.kvdrill.core.transport.Registration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A peer's memory, as registered with one transport. */
final class SimRegistration implements Registration {
    private record Completed(Transfer transfer, boolean success, long order) {}

    private final SimDataTransport transport;
    private final String peer;
    private final long generation;
    private final long number;
    /** Whose memory it is; null where the data plane does not know it. */
    private final @Nullable SimDataTransport target;

    private final List<Completed> completed = new ArrayList<>();
    private State state = State.PENDING;
    private @Nullable String failure;
    /** What the next poll makes the state. */
    private @Nullable State outcome;

    private boolean fencing;

    SimRegistration(SimDataTransport transport, String peer, long generation, @Nullable SimDataTransport target) {
        this.transport = transport;
        this.peer = peer;
        this.generation = generation;
        this.number = transport.fabric().nextRegistration();
        this.target = target;
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
        return failure;
    }

    /** Its place among all registrations of the run. */
    long number() {
        return number;
    }

    SimDataTransport transport() {
        return transport;
    }

    @Nullable SimDataTransport target() {
        return target;
    }

    String life() {
        return target == null ? "" : target.endpoint().incarnation().toString();
    }

    /** Takes effect inside a call of the transport. */
    void become(State newState, @Nullable String reason) {
        state = newState;
        failure = reason;
        outcome = null;
    }

    /** What the data plane has made of it; the next poll lets it take effect. */
    void decide(State decided, @Nullable String reason) {
        outcome = decided;
        failure = reason;
    }

    /** Lets a decision take effect. */
    void settle() {
        if (state == State.PENDING && outcome != null) {
            state = outcome;
        }
        if (state == State.SUPERSEDED) {
            failure = null;
        }
    }

    boolean fencing() {
        return fencing;
    }

    void startFencing() {
        fencing = true;
    }

    void completed(Transfer transfer, boolean success) {
        completed.add(new Completed(transfer, success, transport.nextCompletion()));
        transport.hasCompletions(this);
    }

    /** Drops what was completed and not collected. */
    boolean forget(Transfer transfer) {
        return completed.removeIf(one -> one.transfer() == transfer);
    }

    /** Reports what has ended. */
    void drainTo(Completions completions) {
        List<Completed> taken = List.copyOf(completed);
        completed.clear();
        for (Completed one : taken) {
            transport.collected(one.transfer());
            transport.because(
                    one.transfer().lastEntry(), () -> completions.onCompletion(one.transfer().id, one.success()));
        }
    }

    /** The order of the oldest thing to collect, or -1. */
    long oldestCompletion() {
        return completed.isEmpty() ? -1 : completed.get(0).order();
    }

    /** Reports the oldest thing that has ended. */
    void drainOldestTo(Completions completions) {
        Completed one = completed.remove(0);
        transport.collected(one.transfer());
        transport.because(one.transfer().lastEntry(), () -> completions.onCompletion(one.transfer().id, one.success()));
    }
}

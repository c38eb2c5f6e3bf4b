package io.kvdrill.transports.shm;

import io.kvdrill.core.transport.Registration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A peer's region, as registered. Everything but {@link #region} belongs to the tier's thread. */
final class ShmRegistration implements Registration {

    /** How a write ended. */
    record Ended(ShmTransfer transfer, boolean success) {}

    private final ShmDataTransport transport;
    private final String peer;
    private final long generation;
    /** Number of the peer's life, 0 where its metadata cannot be read. */
    final long life;

    final List<Ended> ended = new ArrayList<>();
    private State state = State.PENDING;
    private @Nullable String failure;
    private @Nullable PeerRegion region;
    private int inFlight;
    boolean fenced;

    ShmRegistration(ShmDataTransport transport, String peer, long generation, long life) {
        this.transport = transport;
        this.peer = peer;
        this.generation = generation;
        this.life = life;
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

    boolean belongsTo(ShmDataTransport other) {
        return transport.equals(other);
    }

    void ready(PeerRegion opened) {
        state = State.READY;
        region = opened;
    }

    void end(State newState, @Nullable String reason) {
        state = newState;
        failure = reason;
    }

    @Nullable PeerRegion region() {
        return region;
    }

    void started() {
        inFlight++;
    }

    void finished() {
        inFlight--;
    }

    /** The region, once it is of no more use; null if it is, or was taken before. */
    @Nullable PeerRegion takeUnused() {
        if (inFlight > 0 || state == State.READY || state == State.PENDING) {
            return null;
        }
        PeerRegion unused = region;
        region = null;
        return unused;
    }
}

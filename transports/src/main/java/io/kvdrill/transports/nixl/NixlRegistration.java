package io.kvdrill.transports.nixl;

import io.kvdrill.core.transport.Registration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A peer's region, as registered with our agent. Belongs to the tier's thread. */
final class NixlRegistration implements Registration {

    /**
     * A peer's blocks, prepared.
     *
     * @param agentName the peer's agent
     * @param handle of the list of its blocks
     * @param count how many blocks
     */
    record PeerBlocks(String agentName, long handle, long count) {}

    /** How a write ended. */
    record Ended(long transfer, boolean success) {}

    final NixlDataTransport transport;
    final List<Ended> ended = new ArrayList<>();
    private final String peer;
    private final long generation;
    private State state = State.PENDING;
    private @Nullable String failure;
    private @Nullable PeerBlocks blocks;
    private int inFlight;

    NixlRegistration(NixlDataTransport transport, String peer, long generation) {
        this.transport = transport;
        this.peer = peer;
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
        return failure;
    }

    void ready(PeerBlocks prepared) {
        state = State.READY;
        blocks = prepared;
    }

    void end(State newState, @Nullable String reason) {
        state = newState;
        failure = reason;
    }

    @Nullable PeerBlocks blocks() {
        return blocks;
    }

    void started() {
        inFlight++;
    }

    void finished() {
        inFlight--;
    }

    /** The blocks, once they are of no more use; null if they are, or were taken before. */
    @Nullable PeerBlocks takeUnused() {
        if (inFlight > 0 || state == State.READY || state == State.PENDING) {
            return null;
        }
        PeerBlocks unused = blocks;
        blocks = null;
        return unused;
    }
}

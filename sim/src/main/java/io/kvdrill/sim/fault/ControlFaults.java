package io.kvdrill.sim.fault;

import io.kvdrill.sim.network.MessageFate;
import io.kvdrill.sim.network.MessageFilter;
import org.jspecify.annotations.Nullable;

/** Makes things go wrong on the control network. Peers are given by their ids; null stands for any. */
public interface ControlFaults {

    /** Nothing passes from one peer to another, nor, unless {@code oneWay}, back; until the answer is run. */
    Runnable partition(String from, @Nullable String to, boolean oneWay);

    /** Resets the connections between two peers; both are told. */
    void reset(String between, String and);

    /** Drops the connections between two peers; nobody is told. */
    void dropSilently(String between, String and);

    /**
     * Messages that are sent from now on, and match, meet a fate; until the answer is run.
     *
     * @param nth which of them, from 1; 0 for all
     */
    Runnable onMessage(MessageFilter filter, long nth, MessageFate fate);

    /** A frame arrives at a peer, under an identity. */
    void inject(byte[] identity, String to, byte[] frame);

    /** The world heals: what was to arrive under an identity, and found nobody so far, does not arrive any more. */
    default void heal() {}
}

package io.kvdrill.sim.fault;

import io.kvdrill.sim.world.Fault;
import org.jspecify.annotations.Nullable;

/** Makes things go wrong in the data planes. Peers are given by their ids; null stands for any. */
public interface DataFaults {

    /** Something that lasts. */
    interface Lasting {
        /** Ends it; ending it again does nothing. */
        void end();
    }

    /** Nothing is written from one peer to another, nor, unless {@code oneWay}, back. Running writes stand still. */
    Lasting partition(String from, @Nullable String to, boolean oneWay);

    /** Registrations of {@code of} at {@code at} that start from now on meet a fate. */
    Lasting onRegistration(String at, @Nullable String of, Fault.RegistrationFate fate, long extraNanos);

    /**
     * Writes that start from now on meet a fate.
     *
     * @param nth which of them, from 1; 0 for all
     * @param nanos how long a slow write takes, and how much later a late completion comes
     */
    Lasting onWrite(@Nullable String from, @Nullable String to, long nth, Fault.WriteFate fate, long nanos);
}

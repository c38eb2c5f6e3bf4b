package io.kvdrill.core.transport;

import io.kvdrill.core.protocol.SlotList;
import java.util.Collection;
import java.util.List;

/**
 * One-sided writes from our block region into those of registered peers (protocol.md section 7).
 *
 * <p><b>Promised:</b> transfer ids never repeat; each accepted write is reported once by {@link #collect} of its
 * registration, unless it was cancelled or never ends; calls return without waiting for bytes. <b>Not promised:</b> that
 * a write ends, that cancelling it stops its bytes, that a completion reported failed moved no byte, that a dead peer is
 * noticed. {@link #capabilities} says which of these an implementation does promise. Not thread-safe.
 */
public interface DataTransport {

    /** An inline or a background registration (profiles.md, {@code peer_registration}). */
    enum RegistrationMode {
        /** Settled when {@link #register} returns; the caller's thread pays for it. */
        INLINE,
        /** Started by {@link #register}, settled during a later {@link #poll}. */
        BACKGROUND
    }

    /** Told by {@link #poll} whom to ask. */
    interface Listener {
        /** {@link #collect} of this registration has something. */
        void onCompletions(Registration registration);

        /** The registration is no longer {@link Registration.State#PENDING}. */
        void onRegistrationSettled(Registration registration);

        /** {@link #fence} of this registration is complete. */
        void onFenced(Registration registration);
    }

    /** Receives completions. */
    interface Completions {
        /** The write has ended: every byte is in place, or it failed and no further byte will land. */
        void onCompletion(long transfer, boolean success);
    }

    /** What this transport can do; constant. */
    DataCapabilities capabilities();

    /** Our own region, as announced to peers. */
    MemoryRegion region();

    /**
     * Makes a peer's region a target for writes. An earlier registration of the peer that is still pending is
     * superseded.
     *
     * @return the registration; rejected or failed ones, too
     */
    Registration register(String peer, MemoryRegion remote, RegistrationMode mode);

    /** Ends a registration. Transfers in flight go on and are still reported. Ending it again does nothing. */
    void remove(Registration registration);

    /**
     * Starts writing local blocks into a peer's blocks. A registration that is not {@link Registration.State#READY} is
     * refused.
     *
     * @param local slots of our region
     * @param remote slots of the peer's region, as many
     * @return the transfer's id, or {@link #REFUSED} if nothing was started
     * @throws WriteFailedException if the data plane threw; nothing was started
     */
    long write(Registration registration, SlotList local, SlotList remote);

    /** Returned by {@link #write} where nothing was started; no transfer has this id. */
    long REFUSED = -1;

    /** Names the registrations that have something to collect, have settled or are fenced since the last poll. */
    void poll(Listener listener);

    /** Reports and forgets what has ended among the transfers of this registration only, in the order in which it ended. */
    void collect(Registration registration, Completions completions);

    /** As {@link #collect}, for all registrations. For shutdown. */
    void collectAll(Completions completions);

    /**
     * Gives transfers up. Ids that are not in flight are ignored.
     *
     * @return those that are still in flight, in the order given; empty for {@link CancelMode#IMMEDIATE}
     */
    List<Long> cancel(Collection<Long> transfers, CancelMode mode);

    /** Bytes of this transfer that have landed so far, or -1 where the transport cannot tell. */
    long bytesWritten(long transfer);

    /**
     * How many blocks peers have written into these slots of our region so far, each time counted; a number that only
     * grows. -1 where the transport cannot tell.
     */
    default long blocksLanded(SlotList slots) {
        return -1;
    }

    /**
     * Cuts one incarnation of a peer off, in the directions that {@link #capabilities} names: once {@link
     * Listener#onFenced} has reported it, no byte of any transfer of this registration lands, and our own transfers of it
     * were reported failed. In a direction that cannot be fenced this call changes nothing; where neither can, nothing is
     * ever reported.
     */
    void fence(Registration registration);

    /** Ends the transport. Later calls do nothing. */
    void close();
}

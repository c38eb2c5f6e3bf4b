package io.kvdrill.core.transport.contract;

import io.kvdrill.core.transport.ControlTransport;
import java.util.Set;

/** A little network of control transports of one kind, for one test. */
public interface ControlTransportFixture extends AutoCloseable {

    /** A socket of nobody's. */
    interface RawClient {
        /** Sends one message of these parts. */
        void send(byte[]... parts);

        /** Hangs up. */
        void close();
    }

    /** What these transports can do beyond the promises. */
    Set<ControlCapability> capabilities();

    /** The id of the peer of this number, from 0: where its transport listens, and what it calls itself. */
    String id(int peer);

    /** Opens a peer's transport, for the first time or after its {@link #kill}. */
    ControlTransport open(int peer);

    /** Ends a peer's transport as the death of its process would. */
    void kill(int peer);

    /** Lets nothing pass between two peers any more, without telling them. Needs {@code REPORTS_SILENCE}. */
    void silence(int peer, int other);

    /** Connects a socket of nobody's to a peer. Needs {@code RAW_CLIENTS}. */
    RawClient rawClient(byte[] identity, int peer);

    /** The largest frame that is accepted. Asked where {@code BOUNDS_MESSAGE_SIZE} is declared. */
    int maxMessageBytes();

    /** How many messages, at least, a queue that nobody empties takes. */
    int queueLength();

    /** Lets a little time pass, as between two steps of an engine. */
    void pass();

    /** How many times {@link #pass} has to be called, at most, for what is under way to arrive. */
    int patience();

    /** How many times, at most, for a silence to be noticed. */
    int patienceForSilence();

    @Override
    void close();
}

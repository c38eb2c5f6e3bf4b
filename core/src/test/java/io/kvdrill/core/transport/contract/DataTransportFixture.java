package io.kvdrill.core.transport.contract;

import io.kvdrill.core.transport.DataTransport;
import java.util.Set;

/** A few data transports of one kind, each with its memory, for one test. */
public interface DataTransportFixture extends AutoCloseable {

    /** What this fixture can do. */
    Set<DataAbility> abilities();

    /** The id of the peer of this number, from 0. */
    String id(int peer);

    /** Opens a peer's transport with a region of {@link #slots} blocks, all without content. */
    DataTransport open(int peer);

    /** Blocks in each region; at least 8. */
    int slots();

    /** Fills a block of a peer's region with a content, told from others by a number that is not 0. */
    void fill(int peer, int slot, long content);

    /** The content of a block of a peer's region; 0 where it has none, -1 where it is mixed up. */
    long content(int peer, int slot);

    /** Makes the writes that a peer starts from now on stand still until the answer is run. Needs {@code HOLDS_WRITES}. */
    Runnable holdWrites(int peer);

    /** Ends a peer's transport as the death of its process would. Needs {@code RESTARTS}. */
    void kill(int peer);

    /** Lets a little time pass, as between two steps of an engine. */
    void pass();

    /** How many times {@link #pass} has to be called, at most, for what is under way to end. */
    int patience();

    @Override
    void close();
}

package io.kvdrill.scenarios.node;

import java.nio.ByteBuffer;

/**
 * A node's own blocks. Peers write to them at any time, so a block's content means something only where {@link #verify} says
 * so: a block has a seal, a checksum over what its owner sealed, which is copied along with it.
 */
interface Blocks {
    /** How many there are. */
    long count();

    /** Bytes of each that may be used; a seal that lies within a block is not among them. */
    long usableBytes();

    /** The bytes of a block. After changing them call {@link #seal}. */
    ByteBuffer block(long slot);

    /** Seals a block whose content is complete. */
    void seal(long slot);

    /** Takes the seal off a block that is about to be changed. */
    void unseal(long slot);

    /** Whether a block is sealed and holds what was sealed, whoever wrote it. */
    boolean verify(long slot);
}

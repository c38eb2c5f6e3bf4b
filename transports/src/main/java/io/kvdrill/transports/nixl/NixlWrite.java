package io.kvdrill.transports.nixl;

import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.transports.nixl.NixlRegistration.PeerBlocks;

/**
 * A write, in one piece or several. Belongs to the thread that posts it; others may ask how far it is.
 *
 * <p>NIXL does not tell how much of a request has been written. A large write therefore is several requests, each of which
 * counts when it has ended: so a slow link is told from one that stands still.
 */
final class NixlWrite {
    final long transfer;
    final NixlRegistration registration;
    final PeerBlocks target;
    final SlotList local;
    final SlotList remote;
    private volatile long bytesWritten;
    private int open;
    private boolean failed;

    NixlWrite(long transfer, NixlRegistration registration, PeerBlocks target, SlotList local, SlotList remote) {
        this.transfer = transfer;
        this.registration = registration;
        this.target = target;
        this.local = local;
        this.remote = remote;
    }

    /** How many bytes have been written for certain. */
    long bytesWritten() {
        return bytesWritten;
    }

    void posted() {
        open++;
    }

    /** A piece that had been posted has ended. */
    void ended(boolean success, long bytes) {
        open--;
        settled(success, bytes);
    }

    /** A piece has ended as it was posted. */
    @SuppressWarnings("NonAtomicOperationOnVolatileField") // one thread writes
    void settled(boolean success, long bytes) {
        failed |= !success;
        bytesWritten += success ? bytes : 0;
    }

    /** Whether no piece is under way. */
    boolean over() {
        return open == 0;
    }

    boolean failed() {
        return failed;
    }
}

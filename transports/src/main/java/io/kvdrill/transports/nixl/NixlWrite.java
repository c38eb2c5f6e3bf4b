package io.kvdrill.transports.nixl;

import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.transports.nixl.NixlRegistration.PeerBlocks;

/**
 * A write, in one piece or several. Belongs to the thread that posts it; others may ask how far it is.
 *
 * <p>NIXL does not tell how much of a request has been written. A large write therefore is several requests, each of which
 * counts when it has ended: so a slow link is told from one that stands still. Two are under way at a time, for UCX gives
 * all that it has a share of the link: of many, none would end before all do.
 */
final class NixlWrite {
    private static final int MOST_UNDER_WAY = 2;

    final long transfer;
    final NixlRegistration registration;
    final PeerBlocks target;
    final SlotList local;
    final SlotList remote;
    private volatile long bytesWritten;
    private volatile boolean cancelled;
    private volatile int blocksPosted;
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

    /** No more of it is to be posted; what has been goes on. Any thread. */
    void cancel() {
        cancelled = true;
    }

    /** Whether another piece may be posted now. */
    boolean wantsPiece() {
        return open < MOST_UNDER_WAY && !endsEarly() && blocksPosted < local.size();
    }

    /** The first block of the next piece. Any thread. */
    int blocksPosted() {
        return blocksPosted;
    }

    /** A piece up to this block, exclusive, is under way. */
    void posted(int toBlock) {
        blocksPosted = toBlock;
        open++;
    }

    private boolean endsEarly() {
        return failed || cancelled;
    }

    /** A piece that had been posted has ended. */
    void ended(boolean success, long bytes) {
        open--;
        settled(success, bytes);
    }

    /** A piece up to this block, exclusive, has ended as it was posted. */
    void settled(int toBlock, boolean success, long bytes) {
        blocksPosted = toBlock;
        settled(success, bytes);
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    private void settled(boolean success, long bytes) {
        failed |= !success;
        bytesWritten += success ? bytes : 0;
    }

    /** Whether no piece is under way, nor will be. */
    boolean over() {
        return open == 0 && (endsEarly() || blocksPosted == local.size());
    }

    /** Whether all of it has been written; asked once it is over. */
    boolean succeeded() {
        return !failed && blocksPosted == local.size();
    }
}

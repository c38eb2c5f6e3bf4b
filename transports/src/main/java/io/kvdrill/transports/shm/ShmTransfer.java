package io.kvdrill.transports.shm;

import io.kvdrill.core.protocol.SlotList;
import java.io.IOException;

/**
 * One write. The copier moves it a chunk at a time; between two chunks it can be stopped, so that once {@link #stop}
 * returns no byte of it lands.
 */
final class ShmTransfer {
    /** What is copied between two looks at whether to go on. */
    private static final int CHUNK_BYTES = 1 << 20;

    /** How far it is after a chunk. */
    enum Progress {
        MORE,
        DONE,
        FAILED
    }

    final long id;
    final ShmRegistration registration;
    private final PeerRegion target;
    private final BlockFile source;
    private final SlotList local;
    private final SlotList remote;

    /** Whether its end is known to the tier's thread; used by that thread only. */
    private boolean reported;

    private int index;
    private int offset;
    private boolean stopped;
    private volatile long bytesWritten;

    ShmTransfer(
            long id,
            ShmRegistration registration,
            PeerRegion target,
            BlockFile source,
            SlotList local,
            SlotList remote) {
        this.id = id;
        this.registration = registration;
        this.target = target;
        this.source = source;
        this.local = local;
        this.remote = remote;
    }

    /** Copies a chunk, on the copier's thread. */
    synchronized Progress advance() {
        if (stopped) {
            return Progress.FAILED;
        }
        if (index == local.size()) {
            return Progress.DONE;
        }
        long blockBytes = source.layout().blockBytes();
        int bytes = (int) Math.min(CHUNK_BYTES, blockBytes - offset);
        try {
            if (!target.whole() || !target.copy(source, local.get(index), remote.get(index), offset, bytes)) {
                return Progress.FAILED;
            }
        } catch (IOException | InternalError fault) {
            // The file was cut under the copy.
            return Progress.FAILED;
        }
        bytesWritten = bytesWritten + bytes;
        offset += bytes;
        if (offset == blockBytes) {
            offset = 0;
            index++;
        }
        return index == local.size() ? Progress.DONE : Progress.MORE;
    }

    /** Lets no further byte land. Waits for the chunk that is being copied. */
    synchronized void stop() {
        stopped = true;
    }

    boolean reported() {
        return reported;
    }

    void markReported() {
        reported = true;
    }

    long bytesWritten() {
        return bytesWritten;
    }
}

package io.kvdrill.core.session;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.protocol.BlockKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A store job filed with a session: pinned slots that a peer may fetch, or is being sent. */
final class StoreJob {
    final long id;
    final String request;
    final List<BlockKey> keys;
    final long filedNanos;

    @Nullable SessionDeadline deadline;

    private int supplies;
    private int readers;
    private boolean reported;
    private boolean held;
    private long reportedNanos;

    StoreJob(long id, String request, List<BlockKey> keys, long filedNanos) {
        this.id = id;
        this.request = request;
        this.keys = keys;
        this.filedNanos = filedNanos;
    }

    /** One more key of it can be matched. */
    void supply() {
        supplies++;
    }

    /** One key fewer can be. */
    void unsupply() {
        supplies--;
    }

    /** One more write reads its slots. */
    void read() {
        readers++;
    }

    /** One write fewer does. */
    void unread() {
        readers--;
    }

    /** Whether any of its keys can still be matched. */
    boolean supplied() {
        return supplies > 0;
    }

    /** Whether a write reads its slots. */
    boolean beingRead() {
        return readers > 0;
    }

    /** Whether its result is out. */
    boolean reported() {
        return reported;
    }

    void report(long nowNanos, boolean slotsHeld) {
        reported = true;
        held = slotsHeld;
        reportedNanos = nowNanos;
    }

    /** Whether its result is out and its slots are still held. */
    boolean held() {
        return held;
    }

    void release() {
        held = false;
    }

    long heldNanos(long nowNanos) {
        return nowNanos - reportedNanos;
    }

    void digest(Digest digest, long nowNanos) {
        digest.add(id)
                .add(request)
                .add((long) supplies)
                .add((long) readers)
                .add(reported)
                .add(held);
        digest.add(deadline != null && deadline.armed() ? deadline.dueNanos() - nowNanos : -1);
    }
}

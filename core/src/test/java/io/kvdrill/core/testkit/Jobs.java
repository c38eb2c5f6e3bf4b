package io.kvdrill.core.testkit;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.tier.TierResult;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.tier.TierResult.JobFinished;
import io.kvdrill.core.tier.TierResult.ReleaseProof;
import io.kvdrill.core.tier.TierResult.SlotsReleased;
import io.kvdrill.core.tier.TransferJob;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Keys, jobs and their results. Job n has the slots from 100 n on, so that no two jobs share one. */
public final class Jobs {
    private long last;

    /** The key of a block that the test calls by a short name. */
    public static BlockKey key(String name) {
        return BlockKey.of(name.getBytes(StandardCharsets.UTF_8), 0);
    }

    /** Keys by name. */
    public static List<BlockKey> keys(String... names) {
        return Arrays.stream(names).map(Jobs::key).toList();
    }

    /** The next job. */
    public TransferJob of(String... names) {
        return of(keys(names));
    }

    /** The next job. */
    public TransferJob of(List<BlockKey> keys) {
        last++;
        return RecordingParent.job(last, keys, 100 * last);
    }

    /** The id of the last job that was made. */
    public long last() {
        return last;
    }

    /** The load is there. */
    public static TierResult loaded(TransferJob job) {
        return new JobFinished(job.id(), Direction.LOAD, true, false);
    }

    /** The load failed, and its slots are free. */
    public static TierResult loadFailed(TransferJob job) {
        return new JobFinished(job.id(), Direction.LOAD, false, false);
    }

    /** The load failed, and its slots are held. */
    public static TierResult loadFailedHeld(TransferJob job) {
        return new JobFinished(job.id(), Direction.LOAD, false, true);
    }

    /** The slots of the load are free at last. */
    public static TierResult loadReleased(TransferJob job, ReleaseProof proof) {
        return new SlotsReleased(job.id(), Direction.LOAD, proof);
    }

    /** The store went well. */
    public static TierResult stored(TransferJob job) {
        return new JobFinished(job.id(), Direction.STORE, true, false);
    }

    /** The store failed, and its slots are free. */
    public static TierResult storeFailed(TransferJob job) {
        return new JobFinished(job.id(), Direction.STORE, false, false);
    }

    /** The store has a result, and its slots are held. */
    public static TierResult storeHeld(TransferJob job, boolean success) {
        return new JobFinished(job.id(), Direction.STORE, success, true);
    }

    /** The slots of the store are free at last. */
    public static TierResult storeReleased(TransferJob job) {
        return new SlotsReleased(job.id(), Direction.STORE, ReleaseProof.TRANSFERS_TERMINAL);
    }
}

package io.kvdrill.sim.engine;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TierResult;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.tier.TransferJob;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The jobs that tiers owe something for: a result, or the release of slots that they hold. As vLLM's tiering manager
 * does, it asserts that each result is for a job that waits for one: a second result, or one for an unknown job, is the
 * end of the process.
 */
final class JobTable {

    /** A job, and since when its slots are held after its end. */
    static final class Job {
        private final TransferJob transfer;
        private final Direction direction;
        private final RequestContext context;
        private final long openedNanos;
        private boolean finished;
        private long heldSinceNanos;

        Job(TransferJob transfer, Direction direction, RequestContext context, long openedNanos) {
            this.transfer = transfer;
            this.direction = direction;
            this.context = context;
            this.openedNanos = openedNanos;
        }

        long openedNanos() {
            return openedNanos;
        }

        TransferJob transfer() {
            return transfer;
        }

        Direction direction() {
            return direction;
        }

        RequestContext context() {
            return context;
        }

        long heldSinceNanos() {
            return heldSinceNanos;
        }

        void holdSince(long nanos) {
            heldSinceNanos = nanos;
        }
    }

    private final Map<Long, Job> jobs = new LinkedHashMap<>();
    private long lastId;

    TransferJob open(Direction direction, RequestContext context, List<BlockKey> keys, SlotList slots, long nowNanos) {
        TransferJob transfer = new TransferJob(++lastId, keys, slots);
        jobs.put(transfer.id(), new Job(transfer, direction, context, nowNanos));
        return transfer;
    }

    Job finish(TierResult.JobFinished result) {
        Job job = jobs.get(result.job());
        if (job == null || job.finished || job.direction != result.direction()) {
            throw new EngineAssertion("a result for " + name(result.direction(), result.job()) + ", which is "
                    + (job == null ? "unknown" : job.finished ? "finished already" : "no such job"));
        }
        job.finished = true;
        if (!result.slotsHeld()) {
            jobs.remove(result.job());
        }
        return job;
    }

    Job release(TierResult.SlotsReleased result) {
        Job job = jobs.get(result.job());
        if (job == null || !job.finished || job.direction != result.direction()) {
            throw new EngineAssertion(
                    "slots were released of " + name(result.direction(), result.job()) + ", which holds none");
        }
        jobs.remove(result.job());
        return job;
    }

    /** How many jobs have no result yet. */
    int withoutResult() {
        return (int) jobs.values().stream().filter(job -> !job.finished).count();
    }

    /** Jobs that a tier owes a result, or the release of their slots. */
    List<JobView> open() {
        List<JobView> open = new ArrayList<>();
        for (Job job : jobs.values()) {
            open.add(new JobView(
                    job.transfer.id(), job.direction, job.context.requestId(), job.transfer.slots(), job.finished));
        }
        return open;
    }

    private static String name(Direction direction, long job) {
        return (direction == Direction.LOAD ? "load " : "store ") + job;
    }
}

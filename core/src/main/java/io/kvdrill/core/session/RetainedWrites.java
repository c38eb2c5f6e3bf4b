package io.kvdrill.core.session;

import io.kvdrill.core.session.StoreJobs.Delivery;
import io.kvdrill.core.tier.TierResult.ReleaseProof;
import io.kvdrill.core.trace.ServerEvent.WriteEnded;
import io.kvdrill.core.transport.Registration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes that outlive their session (vLLM pull request 64250): watched until they end, so that the slots they read are not
 * released before.
 */
public final class RetainedWrites {
    private final String peer;
    private final TierContext context;
    private final StoreJobs jobs;
    private final Map<Long, RunningWrite> running;

    RetainedWrites(String peer, TierContext context, StoreJobs jobs, Map<Long, RunningWrite> running) {
        this.peer = peer;
        this.context = context;
        this.jobs = jobs;
        this.running = new LinkedHashMap<>(running);
    }

    /** The transfers that have not ended. */
    public List<Long> transfers() {
        return new ArrayList<>(running.keySet());
    }

    /** Takes the completions of one of the registrations; answers the results that they lead to. */
    public List<Settled> collect(long nowNanos, Registration registration) {
        context.data().collect(registration, (transfer, success) -> onCompletion(nowNanos, transfer, success));
        return jobs.drain();
    }

    private void onCompletion(long nowNanos, long transfer, boolean success) {
        RunningWrite write = running.remove(transfer);
        if (write == null) {
            return;
        }
        context.trace()
                .emit(new WriteEnded(
                        peer, write.request.id, write.round.number, transfer, success, nowNanos - write.startedNanos));
        for (StoreJob job : write.jobs) {
            job.unread();
            if (!job.beingRead()) {
                jobs.settle(nowNanos, job, success, "write ended after its session", Delivery.NOW);
                jobs.releaseIfUnread(nowNanos, job, ReleaseProof.TRANSFERS_TERMINAL);
            }
        }
    }

    /** Whether nothing runs any more. */
    public boolean isEmpty() {
        return running.isEmpty();
    }
}

package io.kvdrill.core.manager;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.tier.TierResult;
import io.kvdrill.core.tier.TierResult.JobFinished;
import io.kvdrill.core.tier.TierResult.SlotsReleased;
import io.kvdrill.core.trace.ManagerEvent.JobReported;
import io.kvdrill.core.trace.ManagerEvent.SlotsReported;
import io.kvdrill.core.trace.TraceSink;
import java.util.ArrayList;
import java.util.List;

/** Jobs that have a result, and slots that are free again, until the engine collects them. */
final class FinishedJobs {
    private final TraceSink trace;
    private final List<TierResult> results = new ArrayList<>();

    FinishedJobs(TraceSink trace) {
        this.trace = trace;
    }

    void report(TierResult result) {
        if (result instanceof JobFinished job) {
            trace.emit(new JobReported(job.job(), job.direction(), job.success(), job.slotsHeld()));
        } else if (result instanceof SlotsReleased released) {
            trace.emit(new SlotsReported(released.job(), released.direction()));
        }
        results.add(result);
    }

    boolean isEmpty() {
        return results.isEmpty();
    }

    /** What was reported since the last call, in order. */
    List<TierResult> take() {
        if (results.isEmpty()) {
            return List.of();
        }
        List<TierResult> taken = List.copyOf(results);
        results.clear();
        return taken;
    }

    void digest(Digest digest) {
        for (TierResult result : results) {
            digest.add(result.toString());
        }
    }
}

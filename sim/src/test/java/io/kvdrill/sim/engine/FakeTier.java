package io.kvdrill.sim.engine;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.ParentTier;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.core.tier.StorePolicy;
import io.kvdrill.core.tier.TierResult;
import io.kvdrill.core.tier.TransferJob;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A tier that writes down what it is asked and answers what a test told it to. */
final class FakeTier implements SecondaryTier {
    final List<String> calls = new ArrayList<>();
    final List<TransferJob> stores = new ArrayList<>();
    final List<TransferJob> loads = new ArrayList<>();
    final List<TierResult> results = new ArrayList<>();
    final Map<BlockKey, LookupOutcome> answers = new LinkedHashMap<>();
    StorePolicy policy = StorePolicy.BLOCK_LEVEL;
    Consumer<ParentTier> whenServing = parent -> {};
    boolean storesSucceedAtOnce = true;
    long deadlineNanos = NO_DEADLINE;

    @Override
    public StorePolicy onNewRequest(long nowNanos, RequestContext context) {
        calls.add("new " + context);
        return policy;
    }

    @Override
    public LookupOutcome lookup(long nowNanos, BlockKey key, RequestContext context) {
        calls.add("lookup");
        return answers.getOrDefault(key, LookupOutcome.MISS);
    }

    @Override
    public void submitStore(long nowNanos, TransferJob job, RequestContext context) {
        calls.add("store " + job.id());
        stores.add(job);
        if (storesSucceedAtOnce) {
            results.add(new TierResult.JobFinished(job.id(), TierResult.Direction.STORE, true, false));
        }
    }

    @Override
    public void submitLoad(long nowNanos, TransferJob job, RequestContext context) {
        calls.add("load " + job.id());
        loads.add(job);
    }

    @Override
    public void onRequestFinished(long nowNanos, RequestContext context) {
        calls.add("finished " + context);
    }

    @Override
    public void onScheduleEnd(long nowNanos) {
        calls.add("schedule end");
    }

    @Override
    public void serveExternalRequests(long nowNanos, ParentTier parent) {
        calls.add("serve");
        whenServing.accept(parent);
    }

    @Override
    public List<TierResult> getFinishedJobs(long nowNanos) {
        calls.add("poll");
        List<TierResult> handed = List.copyOf(results);
        results.clear();
        return handed;
    }

    @Override
    public boolean hasPendingWork() {
        return true;
    }

    @Override
    public long nextDeadlineNanos() {
        return deadlineNanos;
    }

    @Override
    public StepOutcome drainStep(long nowNanos) {
        return StepOutcome.DONE;
    }

    @Override
    public StepOutcome shutdownStep(long nowNanos) {
        return StepOutcome.DONE;
    }

    @Override
    public long stateDigest(long nowNanos) {
        return 0;
    }
}

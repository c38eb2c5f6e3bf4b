package io.kvdrill.sim.run;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.ParentTier;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.core.tier.StorePolicy;
import io.kvdrill.core.tier.TierResult;
import io.kvdrill.core.tier.TransferJob;
import java.util.List;

/** A tier that passes everything on, for tests that change one thing. */
public class ForwardingTier implements SecondaryTier {
    private final SecondaryTier tier;

    /** Passes everything on to this tier. */
    public ForwardingTier(SecondaryTier tier) {
        this.tier = tier;
    }

    @Override
    public StorePolicy onNewRequest(long nowNanos, RequestContext context) {
        return tier.onNewRequest(nowNanos, context);
    }

    @Override
    public LookupOutcome lookup(long nowNanos, BlockKey key, RequestContext context) {
        return tier.lookup(nowNanos, key, context);
    }

    @Override
    public void submitStore(long nowNanos, TransferJob job, RequestContext context) {
        tier.submitStore(nowNanos, job, context);
    }

    @Override
    public void submitLoad(long nowNanos, TransferJob job, RequestContext context) {
        tier.submitLoad(nowNanos, job, context);
    }

    @Override
    public void onRequestFinished(long nowNanos, RequestContext context) {
        tier.onRequestFinished(nowNanos, context);
    }

    @Override
    public void onScheduleEnd(long nowNanos) {
        tier.onScheduleEnd(nowNanos);
    }

    @Override
    public void serveExternalRequests(long nowNanos, ParentTier parent) {
        tier.serveExternalRequests(nowNanos, parent);
    }

    @Override
    public List<TierResult> getFinishedJobs(long nowNanos) {
        return tier.getFinishedJobs(nowNanos);
    }

    @Override
    public boolean hasPendingWork() {
        return tier.hasPendingWork();
    }

    @Override
    public long nextDeadlineNanos() {
        return tier.nextDeadlineNanos();
    }

    @Override
    public StepOutcome drainStep(long nowNanos) {
        return tier.drainStep(nowNanos);
    }

    @Override
    public StepOutcome shutdownStep(long nowNanos) {
        return tier.shutdownStep(nowNanos);
    }

    @Override
    public long stateDigest(long nowNanos) {
        return tier.stateDigest(nowNanos);
    }
}

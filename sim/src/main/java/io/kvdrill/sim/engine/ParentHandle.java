package io.kvdrill.sim.engine;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.ParentTier;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TransferJob;
import java.util.List;
import java.util.Set;

/** The engine's cache as a tier may ask it for a peer, during one call. The tier that asks is left out. */
final class ParentHandle implements ParentTier {
    private final TieringManager manager;
    private final int origin;
    private boolean open = true;

    ParentHandle(TieringManager manager, int origin) {
        this.manager = manager;
        this.origin = origin;
    }

    /** Ends its validity: using it from now on is the end of the process. */
    void close() {
        open = false;
    }

    @Override
    public void newRequest(RequestContext context) {
        use();
        manager.parentContexts().begin(context);
        manager.forOthers(origin, (tier, now) -> tier.onNewRequest(now, context));
    }

    @Override
    public LookupOutcome lookup(BlockKey key, RequestContext context) {
        use();
        return manager.lookup(key, context, Set.of(), origin);
    }

    @Override
    public TransferJob createStoreJob(List<BlockKey> keys, RequestContext context) {
        use();
        return manager.createStoreJob(keys, context);
    }

    @Override
    public void requestFinished(RequestContext context) {
        use();
        manager.parentContexts().end(context);
        manager.forOthers(origin, (tier, now) -> tier.onRequestFinished(now, context));
    }

    private void use() {
        if (!open) {
            throw new EngineAssertion("the parent handle was used outside of serveExternalRequests");
        }
    }
}

package io.kvdrill.core.manager;

import io.kvdrill.core.session.Session;
import io.kvdrill.core.session.Settled;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.tier.TierResult.JobFinished;
import java.util.List;

/** Carries what happens in sessions to the parts of the manager that it concerns. */
final class SessionOutcomes {
    private final TierManager manager;

    SessionOutcomes(TierManager manager) {
        this.manager = manager;
    }

    void onResults(List<Settled> results) {
        for (Settled settled : results) {
            manager.finish(settled.result());
            if (settled.result() instanceof JobFinished job && job.direction() == Direction.LOAD && !job.success()) {
                manager.failed().mark(settled.request(), "a load failed");
            }
        }
    }

    void onFetched(long nowNanos, Session session, String request) {
        manager.stores().onFetched(nowNanos, session, request);
    }

    void onRequestIdle(Session session, String request) {
        manager.stores().onRequestIdle(session, request);
    }

    void onSessionRemoved(Session session) {
        manager.stores().purge(session);
    }

    void onRequestsFailed(List<String> requests, String reason) {
        for (String request : requests) {
            manager.failed().mark(request, reason);
        }
    }

    void onContextsOwed(List<RequestContext> contexts) {
        manager.owe(contexts);
    }
}

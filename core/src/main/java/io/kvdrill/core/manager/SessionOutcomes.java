package io.kvdrill.core.manager;

import io.kvdrill.core.session.Session;
import io.kvdrill.core.session.Settled;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.tier.TierResult.JobFinished;
import java.util.List;
import java.util.function.Consumer;

/** Carries what happens in sessions to the parts of the manager that it concerns. */
final class SessionOutcomes {
    private final FinishedJobs finished;
    private final FailedRequests failed;
    private final StoreRouter stores;
    private final Consumer<List<RequestContext>> contextsOwed;

    /** Contexts of the parent tier whose end a closed session owes it go to {@code contextsOwed}. */
    SessionOutcomes(
            FinishedJobs finished,
            FailedRequests failed,
            StoreRouter stores,
            Consumer<List<RequestContext>> contextsOwed) {
        this.finished = finished;
        this.failed = failed;
        this.stores = stores;
        this.contextsOwed = contextsOwed;
    }

    void onResults(List<Settled> results) {
        for (Settled settled : results) {
            finished.report(settled.result());
            if (settled.result() instanceof JobFinished job && job.direction() == Direction.LOAD && !job.success()) {
                failed.mark(settled.request(), "a load failed");
            }
        }
    }

    void onFetched(long nowNanos, Session session, String request) {
        stores.onFetched(nowNanos, session, request);
    }

    void onRequestIdle(Session session, String request) {
        stores.onRequestIdle(session, request);
    }

    void onSessionRemoved(Session session) {
        stores.purge(session);
    }

    void onRequestsFailed(List<String> requests, String reason) {
        for (String request : requests) {
            failed.mark(request, reason);
        }
    }

    void onContextsOwed(List<RequestContext> contexts) {
        contextsOwed.accept(contexts);
    }
}

package io.kvdrill.sim.check;

import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.trace.ClientEvent.LoadEnded;
import io.kvdrill.core.trace.ClientEvent.LoadRefused;
import io.kvdrill.core.trace.ClientEvent.LoadTimedOut;
import io.kvdrill.core.trace.ManagerEvent.DrainForced;
import io.kvdrill.core.trace.ManagerEvent.JobReported;
import io.kvdrill.core.trace.ManagerEvent.JobSubmitted;
import io.kvdrill.core.trace.ManagerEvent.ParkedStoresFailed;
import io.kvdrill.core.trace.ManagerEvent.ParkedStoresReaped;
import io.kvdrill.core.trace.ManagerEvent.PeerDown;
import io.kvdrill.core.trace.ManagerEvent.ReapedIdRefused;
import io.kvdrill.core.trace.ManagerEvent.RequestMarkedFailed;
import io.kvdrill.core.trace.ServerEvent.RoundEnded;
import io.kvdrill.core.trace.ServerEvent.StoreEnded;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.core.trace.SessionEvent.SessionDied;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** I13: a failure that the engine hears of has an event before it that says whose it was and why. */
final class AttributionChecker extends LawChecker {
    private static final class Told {
        /** Requests of jobs without a result. */
        final Map<Long, String> requests = new LinkedHashMap<>();
        /** Failed jobs of which the trace says why. */
        final Set<Long> explained = new LinkedHashSet<>();

        String refusedRequest = "";
        boolean forced;
    }

    private final PerSite<Told> told = perLife(site -> new Told());

    AttributionChecker() {
        super(Law.I13, 24);
    }

    @Override
    void listen(Listeners listeners) {
        listeners.on(
                JobSubmitted.class,
                (site, event, entry) -> told.of(site).requests.put(event.job(), event.request()));
        listeners.on(LoadEnded.class, (site, event, entry) -> {
            if (!event.success()) {
                explain(site, event.job(), event.peer(), event.request(), event.reason(), event.ageNanos());
            }
        });
        listeners.on(
                LoadRefused.class,
                (site, event, entry) -> explain(site, event.job(), event.peer(), event.request(), event.reason(), 0));
        listeners.on(StoreEnded.class, (site, event, entry) -> {
            if (!event.success()) {
                explain(site, event.job(), event.peer(), event.request(), event.reason(), event.ageNanos());
            }
        });
        listeners.on(
                ParkedStoresReaped.class,
                (site, event, entry) -> told.of(site).explained.addAll(event.jobs()));
        listeners.on(
                ParkedStoresFailed.class,
                (site, event, entry) -> told.of(site).explained.addAll(event.jobs()));
        listeners.on(ReapedIdRefused.class, (site, event, entry) -> told.of(site).refusedRequest = event.request());
        listeners.on(DrainForced.class, (site, event, entry) -> told.of(site).forced = true);
        listeners.on(JobReported.class, this::onReported);
        listeners.on(LoadTimedOut.class, this::onTimeout);
        listeners.on(
                SessionDied.class,
                (site, event, entry) -> needsReason(
                        site, event.peer(), "", "the death of the session with " + event.peer(), event.reason()));
        listeners.on(
                SessionClosed.class,
                (site, event, entry) -> needsReason(
                        site, event.peer(), "", "the end of the session with " + event.peer(), event.reason()));
        listeners.on(
                PeerDown.class,
                (site, event, entry) ->
                        needsReason(site, event.peer(), "", "the loss of peer " + event.peer(), event.reason()));
        listeners.on(
                RequestMarkedFailed.class,
                (site, event, entry) -> needsReason(
                        site, "", event.request(), "the failure of request " + event.request(), event.reason()));
        listeners.on(RoundEnded.class, (site, event, entry) -> {
            if (!event.success()) {
                String what = "the failure of round " + number(event.round()) + " of request " + event.request();
                needsReason(site, event.peer(), event.request(), what, event.reason());
            }
        });
    }

    private void explain(Site site, long job, String peer, String request, String reason, long ageNanos) {
        if (!peer.isEmpty() && !reason.isBlank() && ageNanos >= 0) {
            told.of(site).explained.add(job);
        } else {
            broken(site)
                    .with(peer)
                    .request(request)
                    .job(job)
                    .says("the failure of job " + job + " names peer '" + peer + "', reason '" + reason + "' and age "
                            + time(ageNanos) + ": not enough to attribute it");
            told.of(site).explained.add(job);
        }
    }

    private void needsReason(Site site, String peer, String request, String what, String reason) {
        checked(true);
        if (reason.isBlank()) {
            broken(site).with(peer).request(request).says(what + " has no reason");
        }
    }

    private void onTimeout(Site site, LoadTimedOut event, TraceEntry entry) {
        checked(true);
        if (event.ageNanos() < event.limitNanos()) {
            broken(site)
                    .with(event.peer())
                    .request(event.request())
                    .job(event.job())
                    .round(event.round())
                    .says("load " + event.job() + " was timed out " + time(event.ageNanos())
                            + " after its submission, before its limit of " + time(event.limitNanos()));
        }
    }

    private void onReported(Site site, JobReported event, TraceEntry entry) {
        Told here = told.of(site);
        String request = here.requests.getOrDefault(event.job(), "");
        here.requests.remove(event.job());
        boolean explained = here.explained.remove(event.job());
        checked(!event.success());
        if (event.success() || explained) {
            return;
        }
        boolean store = event.direction() == Direction.STORE;
        boolean refused = store && !request.isEmpty() && request.equals(here.refusedRequest);
        boolean nobodys = store && request.isEmpty();
        if (!refused && !nobodys && !here.forced) {
            broken(site)
                    .statement(store ? 24 : 0)
                    .request(request)
                    .job(event.job())
                    .says((store ? "store " : "load ") + event.job() + " of request " + request
                            + " failed, and nothing in the trace says with which peer and why");
        }
    }
}

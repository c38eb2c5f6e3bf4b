package io.kvdrill.sim.check;

import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.trace.ClientEvent.LoadEnded;
import io.kvdrill.core.trace.ClientEvent.LoadForgotten;
import io.kvdrill.core.trace.ClientEvent.LoadRefused;
import io.kvdrill.core.trace.ManagerEvent.JobReported;
import io.kvdrill.core.trace.ManagerEvent.JobSubmitted;
import io.kvdrill.core.trace.ServerEvent.HitsPinned;
import io.kvdrill.core.trace.ServerEvent.StoreEnded;
import io.kvdrill.sim.engine.EngineEvent.EngineCrashed;
import io.kvdrill.sim.engine.EngineEvent.JobEnded;
import io.kvdrill.sim.engine.EngineEvent.JobOpened;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * I1 for jobs: one result each, told in the sweep that settles it or in the next. A tier that is not ours leaves only the
 * engine's events, which suffice for "never zero"; "never two" is then the engine's own assertion.
 */
final class ResultsChecker extends LawChecker {
    private static final class Job {
        final long id;
        final Direction direction;
        final long opened;
        String request = "";
        String peer = "";
        long settled;
        int stepsSinceSettled;
        boolean told;
        boolean blamed;

        Job(long id, Direction direction, long opened) {
            this.id = id;
            this.direction = direction;
            this.opened = opened;
        }

        String name() {
            return (direction == Direction.LOAD ? "load " : "store ") + id;
        }

        int statement() {
            return direction == Direction.LOAD ? 1 : 2;
        }
    }

    private static final class Jobs {
        final Map<Long, Job> open = new LinkedHashMap<>();
        final List<Job> settled = new ArrayList<>();
    }

    private final PerSite<Jobs> jobs = perLife(site -> new Jobs());

    ResultsChecker() {
        super(Law.I1, 1, 2, 3, 48);
    }

    @Override
    void listen(Listeners listeners) {
        listeners.on(JobOpened.class, (site, event, entry) -> open(site, event.job(), event.direction(), entry));
        listeners.on(
                JobSubmitted.class,
                (site, event, entry) -> open(site, event.job(), event.direction(), entry).request = event.request());
        listeners.on(HitsPinned.class, (site, event, entry) -> {
            Job job = open(site, event.job(), Direction.STORE, entry);
            job.request = event.request();
            job.peer = event.peer();
        });
        listeners.on(LoadEnded.class, (site, event, entry) -> settled(site, event.job(), event.peer(), entry));
        listeners.on(LoadRefused.class, (site, event, entry) -> settled(site, event.job(), event.peer(), entry));
        listeners.on(StoreEnded.class, (site, event, entry) -> settled(site, event.job(), event.peer(), entry));
        listeners.on(JobReported.class, this::onReported);
        listeners.on(JobEnded.class, (site, event, entry) -> jobs.of(site).open.remove(event.job()));
        listeners.on(LoadForgotten.class, this::onForgotten);
        listeners.on(EngineCrashed.class, this::onCrash);
    }

    private Job open(Site site, long id, Direction direction, TraceEntry entry) {
        return jobs.of(site).open.computeIfAbsent(id, fresh -> new Job(fresh, direction, entry.sequence()));
    }

    private void settled(Site site, long id, String peer, TraceEntry entry) {
        Job job = jobs.of(site).open.get(id);
        if (job != null && job.settled == 0) {
            job.settled = entry.sequence();
            job.peer = peer;
            jobs.of(site).settled.add(job);
        }
    }

    private void onReported(Site site, JobReported event, TraceEntry entry) {
        checked(true);
        Job job = jobs.of(site).open.remove(event.job());
        if (job == null) {
            String name = (event.direction() == Direction.LOAD ? "load " : "store ") + event.job();
            broken(site)
                    .statement(3)
                    .job(event.job())
                    .says("a result was reported for " + name + ", which waits for none: it is unknown, or has one");
        } else {
            job.told = true;
        }
    }

    private void onForgotten(Site site, LoadForgotten event, TraceEntry entry) {
        Job job = open(site, event.job(), Direction.LOAD, entry);
        job.blamed = true;
        broken(site)
                .with(event.peer())
                .statement(1)
                .request(event.request())
                .job(event.job())
                .round(event.round())
                .since(job.opened)
                .says("load " + event.job() + " of request " + event.request()
                        + " was forgotten: it will never get a result");
    }

    private void onCrash(Site site, EngineCrashed event, TraceEntry entry) {
        if (event.reason().startsWith("a result for ")) {
            broken(site).statement(3).says("the engine got " + event.reason());
        }
    }

    @Override
    void onStepEnd(Site site) {
        List<Job> waiting = jobs.of(site).settled;
        waiting.removeIf(job -> job.told || !jobs.of(site).open.containsKey(job.id));
        for (Job job : List.copyOf(waiting)) {
            if (++job.stepsSinceSettled >= 2) {
                waiting.remove(job);
                job.blamed = true;
                broken(site)
                        .with(job.peer)
                        .statement(48)
                        .request(job.request)
                        .job(job.id)
                        .since(job.opened)
                        .since(job.settled)
                        .says(job.name() + " was settled, and neither that sweep nor the next told the engine");
            }
        }
    }

    @Override
    void onEnd(boolean quiescent) {
        for (Site site : board().sites()) {
            if (!quiescent || !site.judgeable()) {
                continue;
            }
            for (Job job : jobs.of(site).open.values()) {
                checked(true);
                if (!job.blamed) {
                    broken(site)
                            .with(job.peer)
                            .statement(job.statement())
                            .request(job.request)
                            .job(job.id)
                            .since(job.opened)
                            .says(job.name() + " has no result, and nothing is left that could bring one");
                }
            }
        }
    }
}

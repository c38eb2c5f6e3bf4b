package io.kvdrill.sim.check;

import io.kvdrill.sim.check.Waits.Wait;
import io.kvdrill.sim.engine.EngineEvent.ShutdownBegan;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.PeerSpec;

/**
 * I3: every wait ends by its deadline, on the clock of the peer that waits. A peer judges its deadlines once in a step, by
 * the time at which the step begins: a wait is late that such a step leaves open; or that ends where no step was, though the
 * peer stood idle and a tick would have come; and one is endless that is open when nothing is left to happen.
 */
abstract class WaitsChecker extends LawChecker {
    private static final long SLACK_NANOS = 1_000_000_000L;

    private final PerSite<Waits> waits = perLife(site -> new Waits());

    WaitsChecker(Integer... statements) {
        super(Law.I3, statements);
    }

    /** What is under way when a tier is shut down is given up; how long that may take is a wait of its own. */
    final void endAtShutdown(Listeners listeners) {
        listeners.on(ShutdownBegan.class, (site, event, entry) -> waits.of(site).endAll(any -> true));
    }

    /** The waits of a peer that are under way. */
    final Waits waits(Site site) {
        return waits.of(site);
    }

    /** Starts a wait now. */
    final void start(Site site, WaitKey key, long job, long round, TraceEntry entry) {
        start(site, key, job, round, entry, 0);
    }

    /** Starts a wait now that may last longer than others of its kind. */
    final void start(Site site, WaitKey key, long job, long round, TraceEntry entry, long patienceNanos) {
        long limit = key.kind().limitNanos(board().limits()) + patienceNanos;
        waits.of(site)
                .start(new Wait(key, job, round, entry.sequence(), site.view().localNanos(), limit));
    }

    /** Ends a wait, if it is under way. */
    final void end(Site site, WaitKey key) {
        Wait wait = waits.of(site).get(key);
        if (wait == null) {
            return;
        }
        waits.of(site).end(key);
        checked(true);
        long now = site.view().localNanos();
        long late = now - wait.startNanos - wait.limitNanos;
        if (wait.limitNanos > 0 && (late > overslept(site, now) || sleptThrough(site, late, now))) {
            report(site, wait, now, "ended");
        }
    }

    /** Whether a tick has come, since the wait was due, at which a peer that stood idle had to end it. */
    private boolean sleptThrough(Site site, long lateNanos, long nowLocalNanos) {
        PeerSpec spec = site.view().spec();
        long now = board().nowNanos();
        boolean steady = now - site.lastStepWorldNanos == nowLocalNanos - site.lastStepLocalNanos;
        if (!steady || site.stalledInStep || site.stoodStill || site.steps == 0) {
            return false;
        }
        long tick = spec.idleTickNanos();
        long due = now - lateNanos - spec.tickPhaseNanos();
        long tickNanos = -Math.floorDiv(-due, tick) * tick + spec.tickPhaseNanos();
        long busyUntil = site.lastStepWorldNanos + Math.max(site.longestStepNanos, spec.stepNanos());
        return tickNanos < now && busyUntil < tickNanos;
    }

    /** How late a deadline may be judged that fell due since the last step: ticks are left out where nothing is due. */
    private long overslept(Site site, long nowNanos) {
        long worldGap = board().nowNanos() - site.lastStepWorldNanos;
        long localGap = nowNanos - site.lastStepLocalNanos;
        long drift = worldGap / 16 + SLACK_NANOS / 10;
        boolean jumped = Math.abs(localGap - worldGap) > drift;
        if (jumped || site.stoodStill || site.steps == 0) {
            return Long.MAX_VALUE;
        }
        PeerSpec spec = site.view().spec();
        return 2 * spec.idleTickNanos() + 2 * Math.max(site.longestStepNanos, spec.stepNanos()) + drift;
    }

    /** A step of a peer has ended; its waits have not been judged yet. */
    void beforeStepEnd(Site site) {}

    @Override
    final void onStepEnd(Site site) {
        beforeStepEnd(site);
        long now = site.view().localNanos();
        waits.of(site).overdue(now, wait -> {
            if (wait.startNanos < now) {
                waits.of(site).end(wait.key);
                report(site, wait, now, "is still open");
            }
        });
    }

    private void report(Site site, Wait wait, long nowNanos, String what) {
        checked(true);
        WaitKind kind = wait.key.kind();
        String limit = kind.unlimited(board().limits())
                ? "this profile sets it no limit, and " + time(wait.limitNanos) + " are tolerated"
                : "its limit is " + time(wait.limitNanos);
        String about = wait.key.request().isEmpty() ? "" : " for request " + wait.key.request();
        broken(site)
                .with(wait.key.peer())
                .statement(kind.statement())
                .request(wait.key.request())
                .job(wait.job)
                .round(wait.round)
                .since(wait.sequence)
                .says(kind.text() + (wait.job < 0 ? "" : " " + wait.job) + about + " " + what + " "
                        + time(nowNanos - wait.startNanos) + " after " + kind.start() + "; " + limit);
    }

    @Override
    final void onEnd(boolean quiescent) {
        for (Site site : board().sites()) {
            if (!site.judgeable()) {
                continue;
            }
            long now = site.view().localNanos();
            long slack = SLACK_NANOS + 2 * site.longestStepNanos;
            for (Wait wait : waits.of(site).all()) {
                if (quiescent) {
                    report(site, wait, now, "is still open, and nothing is left that could end it,");
                } else if (now - wait.startNanos - slack >= wait.limitNanos && !site.stoodStill) {
                    report(site, wait, now, "is still open");
                }
            }
        }
    }
}

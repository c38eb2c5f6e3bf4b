package io.kvdrill.core.manager;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.profile.Choices.Drain;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.session.Session;
import io.kvdrill.core.tier.SecondaryTier.StepOutcome;
import io.kvdrill.core.trace.ManagerEvent.DrainForced;
import io.kvdrill.core.trace.ManagerEvent.DrainWarning;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.core.transport.CancelMode;
import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.core.transport.DataTransport;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Drain and shutdown, one step at a time: whoever calls them sleeps between steps (protocol.md section 6.5). */
final class Draining {
    private static final long WARN_AFTER_NANOS = 5_000_000_000L;

    private final Rules rules;
    private final TraceSink trace;
    private final SessionTable sessions;
    private final StoreRouter stores;
    private final RetiredSessions retired;
    private final ControlTransport control;
    private final DataTransport data;
    private boolean draining;
    private boolean warned;
    private long drainSinceNanos;
    private boolean shuttingDown;
    private boolean shutDown;
    private long shutdownSinceNanos;
    private final Set<Long> shutdownTransfers = new LinkedHashSet<>();

    Draining(
            Rules rules,
            TraceSink trace,
            SessionTable sessions,
            StoreRouter stores,
            RetiredSessions retired,
            ControlTransport control,
            DataTransport data) {
        this.rules = rules;
        this.trace = trace;
        this.sessions = sessions;
        this.stores = stores;
        this.retired = retired;
        this.control = control;
        this.data = data;
    }

    StepOutcome drainStep(long nowNanos, Runnable sweep) {
        boolean settlesEverything = rules.is(Rows.DRAIN, Drain.SETTLES_EVERYTHING);
        if (!draining) {
            draining = true;
            warned = false;
            drainSinceNanos = nowNanos;
        }
        if (settlesEverything) {
            stores.failParked("drain");
            for (Session session : sessions.all()) {
                session.settleUnfetched(nowNanos);
            }
        }
        sweep.run();
        List<Session> pending = new ArrayList<>();
        for (Session session : sessions.all()) {
            if (session.hasPendingWork() || (settlesEverything && session.hasOpenStores())) {
                pending.add(session);
            }
        }
        boolean writesOfClosedSessions =
                settlesEverything && !retired.transfers().isEmpty();
        if (pending.isEmpty() && !writesOfClosedSessions) {
            draining = false;
            return StepOutcome.DONE;
        }
        long age = nowNanos - drainSinceNanos;
        if (!warned && age > WARN_AFTER_NANOS) {
            warned = true;
            trace.emit(new DrainWarning(age, pending.size()));
        }
        if (age < rules.nanos(Rows.DRAIN_TIMEOUT)) {
            return StepOutcome.AGAIN;
        }
        rules.reach(Rows.DRAIN_TIMEOUT);
        for (Session session : pending) {
            trace.emit(new DrainForced("drain", session.runningTransfers().size(), 0));
            sessions.close(nowNanos, session, "drain timeout");
        }
        draining = false;
        return StepOutcome.DONE;
    }

    void digest(Digest digest, long nowNanos) {
        digest.add(draining ? nowNanos - drainSinceNanos : -1).add(shuttingDown ? nowNanos - shutdownSinceNanos : -1);
    }

    StepOutcome shutdownStep(long nowNanos) {
        if (shutDown) {
            return StepOutcome.DONE;
        }
        if (!shuttingDown) {
            shuttingDown = true;
            shutdownSinceNanos = nowNanos;
            for (Session session : sessions.all()) {
                shutdownTransfers.addAll(session.runningTransfers());
            }
            shutdownTransfers.addAll(retired.transfers());
        } else {
            data.collectAll((transfer, success) -> shutdownTransfers.remove(transfer));
        }
        if (!shutdownTransfers.isEmpty() && nowNanos - shutdownSinceNanos < rules.nanos(Rows.SHUTDOWN_DRAIN_TIMEOUT)) {
            List<Long> still = data.cancel(List.copyOf(shutdownTransfers), CancelMode.WAIT);
            shutdownTransfers.retainAll(still);
            if (!shutdownTransfers.isEmpty()) {
                return StepOutcome.AGAIN;
            }
        }
        if (!shutdownTransfers.isEmpty()) {
            rules.reach(Rows.SHUTDOWN_DRAIN_TIMEOUT);
            trace.emit(new DrainForced("shutdown", shutdownTransfers.size(), 0));
            data.cancel(List.copyOf(shutdownTransfers), CancelMode.IMMEDIATE);
        }
        sessions.closeAll(nowNanos);
        stores.failParked("shutdown");
        stores.forgetAll();
        control.close();
        data.close();
        shutDown = true;
        return StepOutcome.DONE;
    }
}

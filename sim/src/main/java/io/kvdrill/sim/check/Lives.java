package io.kvdrill.sim.check;

import io.kvdrill.sim.engine.EngineEvent.EngineCrashed;
import io.kvdrill.sim.engine.EngineEvent.EngineStarted;
import io.kvdrill.sim.engine.EngineEvent.PrefillStep;
import io.kvdrill.sim.engine.EngineEvent.ShutdownDone;
import io.kvdrill.sim.fault.FaultEvent.FaultStruck;
import io.kvdrill.sim.fault.FaultEvent.ProcessKilled;
import io.kvdrill.sim.kernel.HostEvent.HostStalled;
import io.kvdrill.sim.kernel.HostEvent.HostUnblocked;
import io.kvdrill.sim.network.NetworkEvent.FrameSent;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keeps what all checkers share up to date: lives of peers, faults, steps and frames. Listens before any of them. */
final class Lives {
    private final Board board;
    private final Consumer<Site> deaths;

    /**
     * Follows a run.
     *
     * @param deaths told when a process has died
     */
    Lives(Board board, Consumer<Site> deaths) {
        this.board = board;
        this.deaths = deaths;
    }

    void listen(Listeners listeners) {
        listeners.on(EngineStarted.class, (site, event, entry) -> {
            died(site);
            site.life = event.incarnation();
            site.alive = true;
            site.crippled = false;
            site.bornSequence = entry.sequence();
            site.frameMark = board.lastFrame();
        });
        listeners.on(ProcessKilled.class, (site, event, entry) -> {
            board.troubles().peer(event.peer(), entry.sequence());
            Site killed = board.find(event.peer());
            if (killed != null) {
                died(killed);
            }
        });
        listeners.on(FaultStruck.class, (site, event, entry) -> {
            board.struck(entry.sequence());
            board.troubles().struck(event.fault(), entry.sequence());
            Site stopped = site(board.troubles().standsStill(event.fault()));
            if (stopped != null) {
                stopped.stoodStill = true;
            }
            Site registering = site(board.troubles().registersForEver(event.fault()));
            if (registering != null) {
                registering.registersForEver = true;
            }
            Site crippled = site(board.troubles().cripples(event.fault()));
            if (crippled != null) {
                crippled.crippled = crippled.alive;
            }
        });
        listeners.on(PrefillStep.class, (site, event, entry) -> busy(site, event.durationNanos()));
        listeners.on(HostStalled.class, (site, event, entry) -> {
            site.stalledInStep = true;
            busy(site, event.nanos());
        });
        listeners.on(HostUnblocked.class, (site, event, entry) -> busy(site, event.waitedNanos()));
        listeners.on(FrameSent.class, (site, event, entry) -> board.frameSent(event.frame()));
    }

    /** Listens after all checkers: an end that a process comes to by itself is no trouble to them before they have seen it. */
    void listenLast(Listeners listeners) {
        listeners.on(EngineCrashed.class, (site, event, entry) -> {
            board.troubles().peer(site.id, entry.sequence());
            died(site);
        });
        listeners.on(ShutdownDone.class, (site, event, entry) -> died(site));
    }

    private @Nullable Site site(@Nullable String id) {
        return id == null ? null : board.find(id);
    }

    private static void busy(Site site, long nanos) {
        site.longestStepNanos = Math.max(site.longestStepNanos, nanos);
    }

    private void died(Site site) {
        if (site.alive) {
            site.alive = false;
            site.steps = 0;
            deaths.accept(site);
        }
    }
}

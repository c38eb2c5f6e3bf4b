package io.kvdrill.scenarios.processes;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.scenarios.node.NodeSettings;
import io.kvdrill.scenarios.node.RealTime;
import io.kvdrill.sim.engine.EngineEvent.LegEnd;
import io.kvdrill.sim.engine.EngineHost.LegResult;
import io.kvdrill.sim.engine.LegSpec;
import io.kvdrill.sim.kernel.PeerClock;
import io.kvdrill.sim.run.Clients;
import io.kvdrill.sim.trace.EventReader;
import io.kvdrill.sim.trace.TraceRecorder;
import io.kvdrill.sim.world.Model;
import io.kvdrill.sim.world.PeerSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One peer of a run and the processes of its lives. Everything happens on the thread of the runner's loop, to which what a
 * process says is posted.
 */
final class RealPeer implements AutoCloseable {
    private static final long PPB_PER_PPM = 1_000;
    /** More lives no peer of a run may have, for their processes are numbered. */
    private static final int MOST_LIVES = 1_000;

    /**
     * What the peers of a run share.
     *
     * @param ownEvents how many events the world itself has recorded
     */
    record Around(
            Model model,
            Profile profile,
            long seed,
            RealTime time,
            EventReader events,
            TraceRecorder recorder,
            Clients clients,
            List<String> gates,
            Hosting hosting,
            LongSupplier ownEvents,
            Consumer<String> onFailure) {}

    private record OpenLeg(LegSpec leg, int life) {}

    private final int place;
    private final PeerSpec spec;
    private final int bindPort;
    private final Around around;
    private final PeerClock clock;
    private final List<Recorded> recorded = new ArrayList<>();
    private final Map<String, Integer> lifeOfRegion = new LinkedHashMap<>();
    private final Map<String, OpenLeg> open = new LinkedHashMap<>();

    private final List<Runnable> onStart = new ArrayList<>();
    private volatile @Nullable PeerProcess process;
    private int life;
    private boolean paused;
    private boolean ready;
    /** Of the world's own events, how many come before whatever its latest life reports. */
    private long after;

    private long epochNanos = NodeSettings.LATER;
    private Report.@Nullable Step lastStep;
    private Report.@Nullable Rdma rdmaAtStart;
    private Report.@Nullable Last last;

    RealPeer(int place, PeerSpec spec, int bindPort, Around around) {
        this.place = place;
        this.spec = spec;
        this.bindPort = bindPort;
        this.around = around;
        this.clock = new PeerClock(spec.clockOffsetNanos(), spec.clockDriftPpm() * PPB_PER_PPM);
    }

    PeerSpec spec() {
        return spec;
    }

    PeerClock clock() {
        return clock;
    }

    int life() {
        return life;
    }

    boolean alive() {
        return process != null;
    }

    boolean ready() {
        return ready;
    }

    boolean paused() {
        return paused;
    }

    /** What all its lives recorded, in order. */
    List<Recorded> recorded() {
        return Collections.unmodifiableList(recorded);
    }

    /** Its lives by the names of their regions. */
    Map<String, Integer> lifeOfRegion() {
        return Collections.unmodifiableMap(lifeOfRegion);
    }

    /** What its latest life left when it was asked at the end; null if it was not, or did not answer. */
    Report.@Nullable Last last() {
        return last;
    }

    /** What it had of RDMA when its latest life began; null before. */
    Report.@Nullable Rdma rdmaAtStart() {
        return rdmaAtStart;
    }

    /** What the latest step of the life that lives left; null before the first. */
    Report.@Nullable Step lastStep() {
        return lastStep;
    }

    // ---- its process ---------------------------------------------------------------------------------------------

    /**
     * Starts a process, whose memory and sockets are there once it is {@link #ready}.
     *
     * @throws IOException if it cannot be started
     */
    void start() throws IOException {
        if (process != null || life == MOST_LIVES) {
            return;
        }
        life++;
        onStart.forEach(Runnable::run);
        onStart.clear();
        ready = false;
        paused = false;
        lastStep = null;
        last = null;
        int current = life;
        PeerProcess started = around.hosting()
                .start(
                        spec,
                        current,
                        report -> around.time().post(() -> onReport(current, report)),
                        () -> around.time().post(() -> onEnd(current)));
        process = started;
        order(new Start(
                spec,
                around.model(),
                around.profile().name(),
                around.profile().base().publicName(),
                Start.rowsOf(around.profile()),
                current,
                (long) place * MOST_LIVES + current,
                around.seed(),
                epochNanos,
                around.gates(),
                around.hosting().seat(bindPort)));
    }

    /** Lets the time of its first life begin, and knows it for later ones. */
    void begin(long epoch) {
        epochNanos = epoch;
        order(new Order.Begin(epoch));
    }

    /** Gives its process an order; false if none lives. */
    boolean order(Order order) {
        PeerProcess living = process;
        if (living != null) {
            living.order(order.givenAfter(around.ownEvents().getAsLong()));
        }
        return living != null;
    }

    boolean submit(LegSpec leg) {
        if (process == null || !ready) {
            return false;
        }
        open.put(leg.engineRequest(), new OpenLeg(leg, life));
        return order(Order.Submit.of(leg));
    }

    /** SIGKILL; false if none lives. What it said before is told first. */
    boolean kill() {
        PeerProcess killed = process;
        if (killed == null) {
            return false;
        }
        process = null;
        ready = false;
        paused = false;
        killed.close();
        return true;
    }

    /** SIGKILL, and nothing else; from any thread, when the runner is being ended. */
    void killNow() {
        PeerProcess living = process;
        if (living != null) {
            living.kill();
        }
    }

    boolean pause() {
        PeerProcess living = process;
        if (living == null || paused) {
            return false;
        }
        paused = true;
        living.signal("STOP");
        return true;
    }

    boolean resume() {
        PeerProcess living = process;
        if (living == null || !paused) {
            return false;
        }
        paused = false;
        living.signal("CONT");
        return true;
    }

    /** Runs this when its next process starts. */
    void onNextStart(Runnable action) {
        onStart.add(action);
    }

    void stepClock(long nanos) {
        clock.step(around.time().nowNanos(), nanos);
        order(new Order.StepClock(nanos));
    }

    void driftClock(long ppm) {
        clock.drift(around.time().nowNanos(), ppm * PPB_PER_PPM);
        order(new Order.DriftClock(ppm));
    }

    // ---- what it says --------------------------------------------------------------------------------------------

    private void onReport(int ofLife, Report report) {
        if (report instanceof Report.Entry entry) {
            onEntry(ofLife, entry);
        } else if (report instanceof Report.Step step) {
            recorded.add(new Recorded(step.nanos(), step.localNanos(), ofLife, null, step, after));
            lastStep = ofLife == life ? step : lastStep;
        } else if (report instanceof Report.Prefilled prefilled) {
            around.clients().onPrefillDone(prefilled.request(), prefilled.leg());
        } else if (report instanceof Report.Ended ended) {
            onLegEnded(ofLife, ended.result());
        } else if (ofLife == life && process != null) {
            onStatus(ofLife, report);
        }
    }

    private void onLegEnded(int ofLife, LegResult result) {
        open.values()
                .removeIf(one -> one.life() == ofLife
                        && one.leg().request().equals(result.request())
                        && one.leg().leg() == result.leg());
        around.clients().onLegEnded(result);
    }

    private void onStatus(int ofLife, Report report) {
        if (report instanceof Report.Ready isReady) {
            ready = true;
            lifeOfRegion.put(isReady.region(), ofLife);
            rdmaAtStart = isReady.rdma();
        } else if (report instanceof Report.Last left) {
            last = left;
        } else if (report instanceof Report.Failed failed) {
            around.onFailure().accept("peer " + spec.name() + ": " + failed.message());
        }
    }

    /** Recorded even of a life that is over: it said so before it died. */
    private void onEntry(int ofLife, Report.Entry entry) {
        TraceEvent event = around.events().event(entry.stored(spec.id()));
        after = Math.max(after, entry.after());
        recorded.add(new Recorded(entry.nanos(), entry.localNanos(), ofLife, event, null, entry.after()));
        if (ofLife != life || process == null) {
            return;
        }
        around.recorder().record(spec.id(), event);
        if (entry.gate() != 0 && ofLife == life) {
            order(new Order.PassGate(entry.gate()));
        }
    }

    /** Nothing more comes of a life. */
    private void onEnd(int ofLife) {
        PeerProcess gone = process;
        if (ofLife == life && gone != null) {
            process = null;
            ready = false;
            gone.close();
        }
        List<LegSpec> lost = open.values().stream()
                .filter(one -> one.life() == ofLife)
                .map(OpenLeg::leg)
                .toList();
        open.values().removeIf(one -> one.life() == ofLife);
        for (LegSpec leg : lost) {
            around.clients().onLegEnded(new LegResult(leg.request(), leg.leg(), LegEnd.LOST, 0, 0, 0));
        }
    }

    @Override
    public void close() {
        kill();
    }
}

package io.kvdrill.sim.run;

import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.sim.engine.JobView;
import io.kvdrill.sim.engine.LegSpec;
import io.kvdrill.sim.engine.SlotView;
import io.kvdrill.sim.kernel.EventLabel;
import io.kvdrill.sim.kernel.PeerClock;
import io.kvdrill.sim.world.PeerSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One peer of the world: an address and a clock, and at most one life at a time. */
final class PeerProcess implements PeerView {
    private static final long PPB_PER_PPM = 1_000;

    private final int place;
    private final PeerSpec spec;
    private final PeerClock clock;
    private final Rules rules;
    private final Surroundings around;
    private final EventLabel startLabel;

    private @Nullable Life life;
    /** A process has died, and the world has not noticed yet. */
    private boolean dying;
    /** A process was told to end, and has not ended. */
    private boolean ending;
    /** Another process is to start once this one has ended. */
    private boolean startsAgain;

    private int lives;
    private boolean paused;
    private @Nullable String crash;
    private long lastEntry;

    PeerProcess(int place, PeerSpec spec, Surroundings around) {
        this(place, spec, around, 0);
    }

    /**
     * A peer whose process has not started.
     *
     * @param earlierLives how many lives it had before, elsewhere
     */
    PeerProcess(int place, PeerSpec spec, Surroundings around, int earlierLives) {
        this.lives = earlierLives;
        this.place = place;
        this.spec = spec;
        this.around = around;
        this.startLabel = new EventLabel("start", spec.id());
        this.clock = new PeerClock(spec.clockOffsetNanos(), spec.clockDriftPpm() * PPB_PER_PPM);
        this.rules = new Rules(around.profile());
    }

    /**
     * Starts a process, unless one lives; once the world has noticed the death of the one before, and one that was told to
     * end has ended.
     */
    void start() {
        if (dying) {
            around.kernel().after(0, startLabel, this::start);
        } else if (ending) {
            startsAgain = true;
        } else if (life == null) {
            lives++;
            life = new Life(this, around, lives);
            life.begin();
        }
    }

    /** Fills the cache of a process that has just started. */
    void warm(List<BlockKey> keys) {
        if (life != null) {
            life.warm(keys);
        }
    }

    /**
     * Ends the process as SIGKILL does: at once, even in the middle of a step. False if none lives.
     *
     * @param silently as a loss of power does: nobody is told
     */
    boolean kill(boolean silently) {
        Life dyingLife = life;
        if (dyingLife == null) {
            return false;
        }
        this.dying = true;
        dyingLife.die(silently, () -> this.dying = false);
        life = null;
        paused = false;
        ending = false;
        if (startsAgain) {
            startsAgain = false;
            start();
        }
        return true;
    }

    /** The engine died of itself. */
    void crashed(String reason) {
        crash = reason;
        kill(false);
    }

    /** Ends the control channel, or the data plane, of a process that lives on. False if none lives. */
    boolean killControl() {
        return life != null && life.killControl();
    }

    /** Ends the data plane of a process that lives on. False if none lives. */
    boolean killData() {
        return life != null && life.killData();
    }

    /** Asks the process to end by itself. False if none lives. */
    boolean shutDown() {
        if (life == null) {
            return false;
        }
        ending = true;
        life.engine().shutDown();
        return true;
    }

    /** Asks the engine to drain its tier and to forget its cache. False if none lives. */
    boolean resetCache() {
        if (life == null) {
            return false;
        }
        life.engine().resetCache();
        return true;
    }

    /** Lets the process stand still. False if none moves. */
    boolean pause() {
        if (life == null || paused) {
            return false;
        }
        paused = true;
        life.pause();
        return true;
    }

    /** Lets it go on. False if it did not stand still. */
    boolean resume() {
        if (life == null || !paused) {
            return false;
        }
        paused = false;
        life.resume();
        return true;
    }

    /** Keeps the thread of the process busy. False if none lives. */
    boolean stall(String reason, long nanos) {
        if (life == null) {
            return false;
        }
        life.stall(reason, nanos);
        return true;
    }

    /** Sets the clock ahead. */
    void stepClock(long nanos) {
        clock.step(around.kernel().nowNanos(), nanos);
        clockChanged();
    }

    /** Changes the speed of the clock. */
    void driftClock(long ppm) {
        clock.drift(around.kernel().nowNanos(), ppm * PPB_PER_PPM);
        clockChanged();
    }

    private void clockChanged() {
        if (life != null) {
            life.stepper().plan();
        }
    }

    /** Hands a leg to the engine; false if none lives. */
    boolean submit(LegSpec leg) {
        if (life == null) {
            return false;
        }
        life.engine().submit(leg);
        return true;
    }

    /** Tells the engine that a client has gone. */
    void abort(String engineRequest) {
        if (life != null) {
            life.engine().abort(engineRequest);
        }
    }

    /** Something happened that the next step will see. */
    void wake() {
        if (life != null) {
            life.wake();
        }
    }

    /** Its latest entry in the trace. */
    void recorded(long sequence) {
        lastEntry = sequence;
    }

    long lastEntry() {
        return lastEntry;
    }

    /** Lets it step; called by the grid. */
    void step() {
        if (life != null) {
            life.stepper().step();
        }
    }

    /** Whether its next step would do something, now or at a deadline. */
    boolean somethingDue() {
        return life != null && life.stepper().somethingDue();
    }

    int place() {
        return place;
    }

    String id() {
        return spec.id();
    }

    PeerClock clock() {
        return clock;
    }

    Rules rules() {
        return rules;
    }

    List<Row<?>> rowsReached() {
        return rules.reached();
    }

    @Override
    public PeerSpec spec() {
        return spec;
    }

    @Override
    public int incarnation() {
        return lives;
    }

    @Override
    public boolean alive() {
        return life != null;
    }

    @Override
    public boolean paused() {
        return paused;
    }

    @Override
    public long localNanos() {
        return clock.localNanos(around.kernel().nowNanos());
    }

    @Override
    public List<SlotView> slots() {
        return life == null ? List.of() : life.engine().slots();
    }

    @Override
    public List<JobView> jobs() {
        return life == null ? List.of() : life.engine().jobs();
    }

    @Override
    public int parentRequests() {
        return life == null ? 0 : life.engine().parentRequests();
    }

    @Override
    public int strayParentEnds() {
        return life == null ? 0 : life.engine().strayParentEnds();
    }

    @Override
    public List<String> openRequests() {
        return life == null ? List.of() : life.engine().openRequests();
    }

    @Override
    public @Nullable SecondaryTier tier() {
        return life == null ? null : life.tier();
    }

    @Override
    public long tierDigest() {
        return life == null ? 0 : life.tier().stateDigest(localNanos());
    }

    @Override
    public @Nullable String crash() {
        return crash;
    }
}

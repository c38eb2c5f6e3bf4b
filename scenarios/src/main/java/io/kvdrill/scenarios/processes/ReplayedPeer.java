package io.kvdrill.scenarios.processes;

import io.kvdrill.core.manager.MapSizes;
import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.sim.engine.JobView;
import io.kvdrill.sim.engine.SlotView;
import io.kvdrill.sim.run.PeerView;
import io.kvdrill.sim.world.PeerSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A peer as its process described it. Its slots are known at the end of the run only. */
final class ReplayedPeer implements PeerView {
    private final PeerSpec spec;
    private final RealPeer real;
    private boolean alive;
    private boolean paused;
    private boolean ended;
    private int life;
    private long localNanos;
    private Report.@Nullable Step step;
    private @Nullable String crash;

    ReplayedPeer(PeerSpec spec, RealPeer real) {
        this.spec = spec;
        this.real = real;
    }

    void started(int number) {
        alive = true;
        paused = false;
        life = number;
        step = null;
    }

    void died() {
        alive = false;
        step = null;
    }

    void crashed(String reason) {
        crash = reason;
        died();
    }

    void paused(boolean now) {
        paused = now;
    }

    void localNanos(long now) {
        localNanos = now;
    }

    void stepped(Report.Step now) {
        step = now;
    }

    /** The run is over. */
    void end() {
        ended = true;
    }

    /** Names of the profile rows that mattered in its last life, if it told. */
    List<String> rowsReached() {
        Report.Last last = real.last();
        return last == null ? List.of() : last.rows();
    }

    @Override
    public PeerSpec spec() {
        return spec;
    }

    @Override
    public int incarnation() {
        return life;
    }

    @Override
    public boolean alive() {
        return alive;
    }

    @Override
    public boolean paused() {
        return paused;
    }

    @Override
    public long localNanos() {
        return localNanos;
    }

    @Override
    public List<SlotView> slots() {
        Report.Last last = ended && alive ? real.last() : null;
        return last == null
                ? List.of()
                : last.slots().stream().map(Report.Slot::view).toList();
    }

    @Override
    public List<JobView> jobs() {
        return List.of();
    }

    @Override
    public int parentRequests() {
        return step == null ? 0 : step.parentRequests();
    }

    @Override
    public int strayParentEnds() {
        return step == null ? 0 : step.strayParentEnds();
    }

    @Override
    public List<String> openRequests() {
        return List.of();
    }

    @Override
    public @Nullable SecondaryTier tier() {
        return null;
    }

    @Override
    public @Nullable MapSizes mapSizes() {
        return step == null ? null : step.sizes();
    }

    @Override
    public long tierDigest() {
        return 0;
    }

    @Override
    public @Nullable String crash() {
        return crash;
    }
}

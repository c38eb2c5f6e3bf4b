package io.kvdrill.sim.fault;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.kernel.EventLabel;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.kernel.PeerClock;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.trace.TraceListener;
import io.kvdrill.sim.world.Boundary;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.Words;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds out when moments come, from the clock and from the trace. What waits for a moment runs when it comes: for a
 * moment without delay, in the middle of whatever caused it.
 */
public final class Moments implements TraceListener {
    private static final EventLabel LABEL = new EventLabel("moment", "");

    /** Something that is to happen at a moment. */
    private abstract static class Wait {
        final String label;
        final Runnable action;
        boolean over;
        boolean came;
        String whyNot = "what it waits for did not happen before the run ended";

        Wait(String label, Runnable action) {
            this.label = label;
            this.action = action;
        }

        abstract void onEntry(TraceEntry entry);

        void come() {
            if (!over) {
                over = true;
                came = true;
                action.run();
            }
        }

        /** It can come no more. */
        void miss(String reason) {
            if (!over) {
                over = true;
                whyNot = reason;
            }
        }
    }

    private final Kernel kernel;
    private final World world;
    private final Profile profile;
    private final Function<String, PeerClock> clocks;
    private final List<Wait> waits = new ArrayList<>();
    private final Map<String, List<Runnable>> onNamed = new LinkedHashMap<>();
    private final List<Wait> all = new ArrayList<>();
    private final OpenMoments open;

    /**
     * The moments of a run.
     *
     * @param clocks the clock of a peer, by its id
     */
    public Moments(Kernel kernel, World world, Profile profile, Function<String, PeerClock> clocks, OpenMoments open) {
        this.kernel = kernel;
        this.world = world;
        this.profile = profile;
        this.clocks = clocks;
        this.open = open;
    }

    /**
     * Runs an action when a moment comes, once.
     *
     * @param label what waits, for {@link #missed()}
     */
    public void when(String label, Moment moment, Runnable action) {
        Wait wait = waitFor(label, moment, action);
        all.add(wait);
        if (moment instanceof Moment.At at) {
            kernel.at(Math.max(kernel.nowNanos(), at.nanos()), LABEL, wait::come);
        } else if (moment instanceof Moment.Relative relative) {
            onNamed.computeIfAbsent(relative.name(), name -> new ArrayList<>())
                    .add(() -> later(relative.delayNanos(), wait::come));
        } else {
            waits.add(wait);
        }
    }

    /** A moment with a name has come: a named moment, the strike of a fault, the arrival of a request. */
    public void named(String name) {
        List<Runnable> actions = onNamed.remove(name);
        if (actions != null) {
            actions.forEach(Runnable::run);
        }
    }

    /** What waited for a moment that never came, each with the reason. */
    public List<String> missed() {
        List<String> missed = new ArrayList<>();
        for (Wait wait : all) {
            if (!wait.came && !(wait instanceof OpenWait)) {
                missed.add(wait.label + ": " + wait.whyNot);
            }
        }
        return missed;
    }

    /** Moments that are left open and have not come, by what waits for them, in the order of the world. */
    public List<String> open() {
        return all.stream()
                .filter(wait -> wait instanceof OpenWait && !wait.over)
                .map(wait -> wait.label)
                .toList();
    }

    /**
     * Lets a moment that was left open come now.
     *
     * @param label what waits for it, as in {@link #open()}
     */
    public void come(String label) {
        all.stream()
                .filter(wait -> wait instanceof OpenWait && wait.label.equals(label))
                .toList()
                .forEach(Wait::come);
    }

    @Override
    public void onEntry(TraceEntry entry) {
        for (int i = 0; i < waits.size(); i++) {
            Wait wait = waits.get(i);
            if (!wait.over) {
                wait.onEntry(entry);
            }
        }
        waits.removeIf(wait -> wait.over);
    }

    private void later(long delayNanos, Runnable action) {
        if (delayNanos == 0) {
            action.run();
        } else {
            kernel.after(delayNanos, LABEL, action);
        }
    }

    private Wait waitFor(String label, Moment moment, Runnable action) {
        if (moment instanceof Moment.After after) {
            return new AfterWait(label, action, after);
        } else if (moment instanceof Moment.Edge edge) {
            return new EdgeWait(label, action, edge);
        } else if (moment instanceof Moment.Any) {
            return new OpenWait(label, action);
        }
        return new Wait(label, action) {
            @Override
            void onEntry(TraceEntry entry) {}
        };
    }

    /** Counts occurrences of the boundary, and of the one that must not have come. */
    private final class AfterWait extends Wait {
        private final Moment.After moment;
        private final BoundaryMatcher after;
        private final @Nullable BoundaryMatcher before;
        private long afterSeen;
        private long beforeSeen;
        private boolean delayed;

        AfterWait(String label, Runnable action, Moment.After moment) {
            super(label, action);
            this.moment = moment;
            this.after = new BoundaryMatcher(moment.after(), world);
            this.whyNot = moment.after().words() + " did not happen";
            Boundary limit = moment.before();
            this.before = limit == null ? null : new BoundaryMatcher(limit, world);
        }

        @Override
        void onEntry(TraceEntry entry) {
            if (before != null && before.matches(entry) && ++beforeSeen == moment.nth()) {
                miss(Objects.requireNonNull(moment.before()).words() + " happened first");
                return;
            }
            if (delayed || !after.matches(entry)) {
                return;
            }
            if (++afterSeen < moment.nth()) {
                whyNot = moment.after().words() + " happened " + Words.times(afterSeen) + ", not "
                        + Words.times(moment.nth());
            } else {
                delayed = true;
                whyNot = "the run ended before that";
                later(moment.delayNanos(), this::come);
            }
        }
    }

    /** Comes when {@link OpenMoments} says so, in the middle of a step, or when it is told to. */
    private final class OpenWait extends Wait {
        OpenWait(String label, Runnable action) {
            super(label, action);
        }

        @Override
        void onEntry(TraceEntry entry) {
            if (open.comesAfter(label, entry)) {
                come();
            }
        }
    }

    /** Waits for the arming of a deadline, and then for its edge. */
    private final class EdgeWait extends Wait {
        private final Moment.Edge moment;
        private long armings;

        EdgeWait(String label, Runnable action, Moment.Edge moment) {
            super(label, action);
            this.moment = moment;
        }

        @Override
        void onEntry(TraceEntry entry) {
            String peer = moment.peer();
            if (armings == moment.nth()
                    || (peer != null && !entry.peer().equals(world.peer(peer).id()))
                    || !DeadlineArmings.arms(moment.row(), entry.event())
                    || ++armings < moment.nth()) {
                return;
            }
            long length = DeadlineArmings.lengthNanos(moment.row(), profile);
            if (length == Profile.NO_LIMIT) {
                whyNot = "this profile has no " + moment.row();
                return;
            }
            PeerClock clock = clocks.apply(entry.peer());
            long due = clock.worldNanos(clock.localNanos(entry.worldNanos()) + length);
            kernel.at(Math.max(kernel.nowNanos(), due + moment.offsetNanos()), LABEL, this::come);
        }
    }
}

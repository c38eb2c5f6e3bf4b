package io.kvdrill.sim.search.explore;

import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.fabric.FabricEvent;
import io.kvdrill.sim.kernel.Event;
import io.kvdrill.sim.network.NetworkEvent;
import io.kvdrill.sim.run.RunDriver;
import io.kvdrill.sim.run.SimulatedRun;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes one run from transition to transition, as it is told. */
final class Pilot implements RunDriver {
    private static final List<Class<?>> EFFECTS = List.of(
            NetworkEvent.FrameSent.class,
            FabricEvent.WritePosted.class,
            FabricEvent.TransferForgotten.class,
            EngineEvent.RequestLeft.class);

    private final Decisions decisions;
    private final boolean macroSteps;
    private final int faultsAllowed;
    private final Deque<Event> todo = new ArrayDeque<>();
    private @Nullable Parts parts;
    /** The peer of the transition that is being taken; empty if it is nobody's. */
    private String actor = "";

    private boolean thenStep;
    /** The actor has had an effect on the world since a fault was last offered. */
    private boolean effect;

    /** Faults that have struck, where one may strike in the middle of a step. */
    private int struck;

    private record Parts(SimulatedRun run, Faults faults, Frontier frontier) {}

    /**
     * For one run.
     *
     * @param macroSteps whether arrivals are offered with the steps that notice them
     * @param faultsAllowed how many of the faults whose moment is open may strike
     */
    Pilot(Decisions decisions, boolean macroSteps, int faultsAllowed) {
        this.decisions = decisions;
        this.macroSteps = macroSteps;
        this.faultsAllowed = faultsAllowed;
    }

    @Override
    public void onStart(SimulatedRun run) {
        // The waits exist from the start of the injector on, so they are looked at when they are first needed.
        parts = new Parts(run, new Faults(run.view().world()), new Frontier(run, macroSteps));
    }

    @Override
    public @Nullable Next next(List<Event> pending, long nowNanos) {
        Parts known = parts();
        while (true) {
            long now = known.run().view().nowNanos(); // which a choice may have taken back
            Event urgent = known.frontier().urgent(pending, now);
            if (urgent != null) {
                return new Next(urgent, now);
            }
            while (!todo.isEmpty()) {
                Event event = todo.remove();
                if (event.pending()) {
                    return new Next(event, now);
                }
            }
            if (thenStep) {
                thenStep = false;
                Event step = Frontier.stepOf(actor, pending, now);
                if (step != null) {
                    return new Next(step, now);
                }
            }
            actor = "";
            effect = false;
            List<String> open = known.run().openMoments();
            boolean mayStrike = known.faults().size() - open.size() < faultsAllowed;
            Transition chosen = decisions.choose(
                    known.frontier().options(pending, now, known.faults(), mayStrike ? open : List.of()), known.run());
            if (chosen == null) {
                known.run().cut("the exploration goes on elsewhere");
                return null;
            }
            if (chosen.ends()) {
                return null;
            }
            struck = known.faults().size() - known.run().openMoments().size();
            actor = chosen.peer();
            todo.addAll(chosen.events());
            thenStep = chosen.thenStep();
            if (!chosen.fault().isEmpty()) {
                struck++;
                known.run().come(chosen.fault());
            } else if (todo.isEmpty() && !thenStep) {
                return new Next(null, chosen.toNanos());
            }
        }
    }

    @Override
    public boolean comesAfter(String moment, TraceEntry entry) {
        if (actor.isEmpty() || struck >= faultsAllowed || !entry.peer().equals(actor)) {
            return false;
        }
        boolean strikes = effect
                && parts().faults().of(moment).peer().equals(actor)
                && decisions.strikes(parts().faults().of(moment).name());
        effect = EFFECTS.contains(entry.event().getClass());
        struck += strikes ? 1 : 0;
        return strikes;
    }

    private Parts parts() {
        if (parts == null) {
            throw new IllegalStateException("the run has not begun");
        }
        return parts;
    }
}

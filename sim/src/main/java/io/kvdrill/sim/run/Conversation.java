package io.kvdrill.sim.run;

import io.kvdrill.sim.kernel.EventLabel;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.workload.RoutePlanner;
import io.kvdrill.sim.workload.SessionScript;
import io.kvdrill.sim.world.WorkloadSpec;
import java.util.function.Consumer;

/** One session of a workload: sends its turns, one after the other, until one is not answered. */
final class Conversation {
    private static final EventLabel TURN = new EventLabel("turn", "");

    private final WorkloadSpec spec;
    private final SessionScript script;
    private final RoutePlanner planner;
    private final Kernel kernel;
    private final Router router;
    private final Consumer<Turn> onTurn;
    private int next;

    /**
     * A session.
     *
     * @param onTurn told of each turn as it arrives
     */
    Conversation(
            WorkloadSpec spec,
            SessionScript script,
            RoutePlanner planner,
            Kernel kernel,
            Router router,
            Consumer<Turn> onTurn) {
        this.spec = spec;
        this.script = script;
        this.planner = planner;
        this.kernel = kernel;
        this.router = router;
        this.onTurn = onTurn;
    }

    /** Sends the next turn. */
    void begin() {
        int number = next++;
        SessionScript.Turn asked = script.turns().get(number);
        Turn turn = new Turn(spec, spec.request(script.number(), number), asked, planner, kernel, router, answered -> {
            if (answered && next < script.turns().size()) {
                kernel.after(asked.thinkNanos(), TURN, this::begin);
            }
        });
        onTurn.accept(turn);
        turn.arrive();
    }
}

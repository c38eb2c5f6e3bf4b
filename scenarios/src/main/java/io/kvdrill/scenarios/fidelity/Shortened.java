package io.kvdrill.scenarios.fidelity;

import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import io.kvdrill.scenarios.conform.vector.Op;
import io.kvdrill.scenarios.conform.vector.Step;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.JsonNodeFactory;

/** Vectors without the steps in which nothing happened. Whether they still say the same, a replay must tell. */
final class Shortened {
    private static final Set<Op> ROUTINE = EnumSet.of(Op.POLL, Op.SERVE, Op.SCHEDULE_END);

    private Shortened() {}

    static ConformanceVector of(ConformanceVector vector) {
        List<Step> kept = new ArrayList<>();
        boolean told = false;
        long waited = 0;
        for (Step step : vector.steps()) {
            boolean last = step.index() == vector.steps().size() - 1;
            if (step.op() == Op.ADVANCE) {
                waited += step.arguments().required("ms").longValue();
                continue;
            }
            boolean idle = ROUTINE.contains(step.op())
                    && step.effects().isEmpty()
                    && step.returns().isEmpty()
                    && step.arguments().path("primary").isEmpty();
            if (idle && !last && !(step.op() == Op.POLL && told)) {
                continue;
            }
            told = step.op().scripting() || (told && step.op() != Op.POLL);
            if (waited > 0) {
                kept.add(new Step(
                        kept.size(),
                        Op.ADVANCE,
                        JsonNodeFactory.instance.objectNode().put("ms", waited),
                        JsonNodeFactory.instance.nullNode(),
                        List.of()));
                waited = 0;
            }
            kept.add(new Step(kept.size(), step.op(), step.arguments(), step.returns(), step.effects()));
        }
        return vector.withSteps(kept);
    }
}

package io.kvdrill.scenarios.conform.record;

import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.scenarios.conform.vector.Effect;
import io.kvdrill.scenarios.conform.vector.Op;
import io.kvdrill.scenarios.conform.vector.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The steps of one life, and its clock: whole milliseconds, as vectors have it. Calls that come in less than a millisecond
 * come at one time.
 */
final class Steps {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Script script;
    private final List<Step> steps = new ArrayList<>();
    private final Map<Integer, Long> quiet = new LinkedHashMap<>();
    private long clockMillis = Long.MIN_VALUE;
    private long deadlineMillis = Long.MAX_VALUE;
    private boolean over;

    /** A drain or a shutdown under way; null if there is none. */
    private @Nullable Waiting waiting;

    private static final class Waiting {
        private final Op op;
        private final long beganMillis;
        private final ArrayNode during = JSON.arrayNode();
        private final List<Effect> effects = new ArrayList<>();
        private long lastMillis;

        Waiting(Op op, long beganMillis) {
            this.op = op;
            this.beganMillis = beganMillis;
            this.lastMillis = beganMillis;
        }
    }

    Steps(Script script) {
        this.script = script;
    }

    /** The tier's next deadline, on its own clock, as it is after a call. */
    void nextDeadline(long tierNanos) {
        long nanos = deadline(tierNanos);
        deadlineMillis = nanos == SecondaryTier.NO_DEADLINE ? Long.MAX_VALUE : nanos / NANOS_PER_MILLI;
    }

    /** For each step that lets time pass: after how many milliseconds of it the tier has a deadline. */
    Map<Integer, Long> quiet() {
        return new LinkedHashMap<>(quiet);
    }

    /** The steps so far. */
    List<Step> all() {
        return List.copyOf(steps);
    }

    // ---- the clock -----------------------------------------------------------------------------------------------

    /** The time of a call on the tier's clock, in nanoseconds. */
    long at(long nowNanos) {
        endWait(JSON.objectNode().put("blocked", true), 1);
        return advance(Math.floorDiv(nowNanos, NANOS_PER_MILLI));
    }

    private long advance(long millis) {
        if (clockMillis == Long.MIN_VALUE) {
            clockMillis = millis;
        } else if (millis > clockMillis) {
            quiet.put(steps.size(), deadlineMillis == Long.MAX_VALUE ? Long.MAX_VALUE : deadlineMillis - clockMillis);
            add(Op.ADVANCE, JSON.objectNode().put("ms", millis - clockMillis), JSON.nullNode(), List.of());
            clockMillis = millis;
        }
        return clockMillis * NANOS_PER_MILLI;
    }

    /** When an engine whose clock is finer must come for a deadline of the tier's. */
    static long deadline(long tierNanos) {
        if (tierNanos > SecondaryTier.NO_DEADLINE - NANOS_PER_MILLI) {
            return SecondaryTier.NO_DEADLINE;
        }
        return -Math.floorDiv(-tierNanos, NANOS_PER_MILLI) * NANOS_PER_MILLI;
    }

    // ---- calls ---------------------------------------------------------------------------------------------------

    /** A call is over. */
    void called(Op op, ObjectNode arguments, JsonNode returns) {
        List<Script.Told> told = script.takeTold();
        List<Effect> effects = script.takeEffects();
        tell(told);
        add(op, arguments, returns, effects);
    }

    private void tell(List<Script.Told> told) {
        told.forEach(each -> add(each.op(), each.arguments(), JSON.nullNode(), List.of()));
    }

    private void add(Op op, ObjectNode arguments, JsonNode returns, List<Effect> effects) {
        over = over || !script.end().isEmpty();
        if (!over) {
            steps.add(new Step(steps.size(), op, arguments, returns, effects));
        }
    }

    // ---- calls that wait -----------------------------------------------------------------------------------------

    /** The time of a step of a drain or a shutdown, a millisecond after the one before at the least. */
    long atStep(Op op, long nowNanos) {
        Waiting current = waiting;
        if (current != null && current.op != op) {
            endWait(JSON.objectNode().put("blocked", true), 1);
            current = null;
        }
        if (current == null) {
            current = new Waiting(op, advance(Math.floorDiv(nowNanos, NANOS_PER_MILLI)) / NANOS_PER_MILLI);
            waiting = current;
        } else {
            current.lastMillis = Math.max(current.lastMillis + 1, Math.floorDiv(nowNanos, NANOS_PER_MILLI));
        }
        return current.lastMillis * NANOS_PER_MILLI;
    }

    /** A step of a drain or a shutdown is over. */
    void stepped(SecondaryTier.StepOutcome outcome) {
        Waiting current = waiting;
        if (current == null) {
            throw new IllegalStateException("nothing waits");
        }
        List<Script.Told> told = script.takeTold();
        long at = current.lastMillis - current.beganMillis;
        if (at == 0) {
            tell(told);
        } else {
            Script.during(told, at, current.during);
        }
        current.effects.addAll(script.takeEffects());
        if (outcome == SecondaryTier.StepOutcome.DONE) {
            endWait(JSON.objectNode().put("returned", true), 1);
        }
    }

    /** A step of a drain or a shutdown ended in an error. */
    void failed(JsonNode raised) {
        stepped(SecondaryTier.StepOutcome.AGAIN);
        endWait(raised, 1);
    }

    private void endWait(JsonNode returns, long afterMillis) {
        Waiting current = waiting;
        if (current == null) {
            return;
        }
        waiting = null;
        long limit = current.lastMillis - current.beganMillis + afterMillis;
        ObjectNode arguments = JSON.objectNode().put("limit_ms", limit);
        if (!current.during.isEmpty()) {
            arguments.set("during", current.during);
        }
        add(current.op, arguments, returns, current.effects);
        clockMillis = current.beganMillis + limit;
    }

    /** The life is over. */
    void end() {
        endWait(JSON.objectNode().put("blocked", true), 1);
    }
}

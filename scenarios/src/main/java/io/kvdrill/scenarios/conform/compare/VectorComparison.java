package io.kvdrill.scenarios.conform.compare;

import io.kvdrill.scenarios.conform.subject.Answer;
import io.kvdrill.scenarios.conform.subject.SubjectStep;
import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import io.kvdrill.scenarios.conform.vector.Effect;
import io.kvdrill.scenarios.conform.vector.Op;
import io.kvdrill.scenarios.conform.vector.Step;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Compares two runs of one vector step by step: the expected one, which is the recording or another subject's, and the
 * actual one. For each step: {@link #toActual} (and {@link #toExpected}), play it, {@link #compare}.
 */
public final class VectorComparison {
    private final Side expectedSide;
    private final Side actualSide;
    private final RoundNames rounds;
    private final Results results = new Results();

    /**
     * For one vector.
     *
     * @param renameRounds whether the actual side may number the rounds of its fetches otherwise
     */
    public VectorComparison(ConformanceVector vector, boolean renameRounds) {
        this.expectedSide = new Side(vector.config());
        this.actualSide = new Side(vector.config());
        this.rounds = new RoundNames(renameRounds);
    }

    /** The step as the actual side gets it. */
    public SubjectStep toActual(Step step) {
        ObjectNode arguments = withJobs(step);
        renameRounds(step.op(), arguments);
        return new SubjectStep(step.index(), step.op(), named(step.op(), arguments, actualSide));
    }

    /** The step as the expected side gets it, where that is a subject, too. */
    public SubjectStep toExpected(Step step) {
        return new SubjectStep(step.index(), step.op(), named(step.op(), withJobs(step), expectedSide));
    }

    private static ObjectNode withJobs(Step step) {
        ObjectNode arguments = step.arguments().deepCopy();
        if (step.op() == Op.SERVE) {
            ArrayNode jobs = arguments.putArray("jobs");
            for (Effect effect : step.effects()) {
                if (effect instanceof Effect.Parent parent && parent.job() != null) {
                    ObjectNode job = jobs.addObject().put("ctx", parent.context());
                    ArrayNode keys = job.putArray("keys");
                    parent.keys().forEach(keys::add);
                    job.put("job", parent.job());
                }
            }
        }
        return arguments;
    }

    private void renameRounds(Op op, ObjectNode arguments) {
        if (op == Op.INBOUND) {
            JsonNode message = arguments.required("msg");
            arguments.set("msg", rounds.toOwn(arguments.required("peer").stringValue(), message));
        }
        for (JsonNode event : arguments.path("during")) {
            if (event.path("do").path("op").asString("").equals("inbound")) {
                renameRounds(Op.INBOUND, (ObjectNode) event.required("do"));
            }
        }
    }

    private static ObjectNode named(Op op, ObjectNode arguments, Side side) {
        if (op == Op.COMPLETE) {
            arguments.set("transfer", name(arguments.required("transfer"), side));
        } else if (op == Op.STICK) {
            ArrayNode names = JsonNodeFactory.instance.arrayNode();
            arguments.required("transfers").forEach(label -> names.add(name(label, side)));
            arguments.set("transfers", names);
        }
        for (JsonNode event : arguments.path("during")) {
            ObjectNode todo = (ObjectNode) event.required("do");
            for (Op each : List.of(Op.COMPLETE, Op.STICK)) {
                if (todo.required("op").asString().equals(each.publicName())) {
                    named(each, todo, side);
                }
            }
        }
        return arguments;
    }

    private static JsonNode name(JsonNode label, Side side) {
        @Nullable String name = side.name(label.asString());
        if (name == null) {
            return JsonNodeFactory.instance.nullNode();
        }
        return name.matches("[0-9]{1,15}")
                ? JsonNodeFactory.instance.numberNode(Long.parseLong(name))
                : JsonNodeFactory.instance.stringNode(name);
    }

    /** How the actual answer to a step differs from the expected one; empty if it matches. */
    public List<Difference> compare(Step step, Answer.Played expected, Answer.Played actual) {
        note(step);
        List<Effect> wanted = expectedSide.normal(step, expected.effects());
        List<Effect> found;
        try {
            found = actualSide.normal(step, actual.effects());
        } catch (IllegalArgumentException e) {
            return List.of(new Difference("7: effects", "effects that fit together", String.valueOf(e.getMessage())));
        }
        noteJobs(step, found);
        List<Difference> differences = new ArrayList<>(returns(step, expected.returns(), actual.returns()));
        if (step.op() != Op.FRAME) {
            differences.addAll(EffectComparison.compare(wanted, found, rounds));
        }
        return differences;
    }

    /** What is wrong once no step follows. */
    public List<Difference> end() {
        return results.end();
    }

    private void note(Step step) {
        expectedSide.script(step.op(), step.arguments());
        actualSide.script(step.op(), step.arguments());
        for (JsonNode event : step.arguments().path("during")) {
            JsonNode todo = event.required("do");
            for (Op each : List.of(Op.COMPLETE, Op.STICK)) {
                if (todo.required("op").asString().equals(each.publicName())) {
                    expectedSide.script(each, todo);
                    actualSide.script(each, todo);
                }
            }
        }
    }

    private void noteJobs(Step step, List<Effect> effects) {
        if (step.op() == Op.SUBMIT_LOAD || step.op() == Op.SUBMIT_STORE) {
            results.owe(step.arguments().required("job").asString());
        }
        for (Effect effect : effects) {
            if (effect instanceof Effect.Parent parent && parent.job() != null) {
                results.owe(parent.job().toString());
            }
        }
    }

    private List<Difference> returns(Step step, JsonNode expected, JsonNode actual) {
        boolean polls = step.op() == Op.POLL || step.op() == Op.PEER_UP;
        if (polls && Results.isList(expected) && Results.isList(actual)) {
            return results.compare(expected, actual);
        }
        boolean same = switch (step.op()) {
            case INSPECT -> actual.isNull() || JsonEquality.within(expected, actual);
            case FRAME, CONSTRUCT -> JsonEquality.within(expected, actual);
            default -> JsonEquality.same(expected, actual);
        };
        return same ? List.of() : List.of(new Difference("8.1: returns", expected.toString(), actual.toString()));
    }
}

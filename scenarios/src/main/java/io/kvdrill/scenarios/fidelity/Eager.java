package io.kvdrill.scenarios.fidelity;

import io.kvdrill.scenarios.conform.record.RecordedLife;
import io.kvdrill.scenarios.conform.subject.Answer;
import io.kvdrill.scenarios.conform.subject.Subject;
import io.kvdrill.scenarios.conform.subject.SubjectStep;
import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import io.kvdrill.scenarios.conform.vector.Op;
import io.kvdrill.scenarios.conform.vector.Step;
import io.kvdrill.scenarios.hosted.HostedSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A subject that is swept, while time passes, whenever it says that it has a deadline before kvdrill's tier has one. What it
 * does then is a difference, which sweeps at the times of kvdrill's deadlines alone would not show.
 */
final class Eager implements Subject {
    /** Sweeps of one stretch of time; a tier that wants one at every moment is not swept for ever. */
    private static final int MOST_SWEEPS = 200;

    /**
     * Something that came early.
     *
     * @param step the stretch of time in which it came
     * @param afterMillis sweeps of that stretch, by the time since it began; the last one is the one
     * @param did what was done
     */
    record Early(int step, List<Long> afterMillis, String did) {
        Early {
            afterMillis = List.copyOf(afterMillis);
        }
    }

    private final Subject subject;
    private Map<Integer, Long> quiet = Map.of();
    private @Nullable Early early;

    Eager(Subject subject) {
        this.subject = subject;
    }

    /** What comes next is the vector of this life. */
    void expect(RecordedLife life) {
        quiet = life.quiet();
    }

    /** What came early in the vector; null if nothing did. */
    @Nullable Early early() {
        return early;
    }

    @Override
    public String name() {
        return subject.name();
    }

    @Override
    public Answer begin(ConformanceVector vector) {
        early = null;
        return subject.begin(vector);
    }

    @Override
    public Answer step(SubjectStep step) {
        if (step.op() != Op.ADVANCE || early != null || !(subject instanceof HostedSubject hosted)) {
            return subject.step(step);
        }
        long whole = step.arguments().required("ms").longValue();
        long still = Math.min(whole, quiet.getOrDefault(step.index(), 0L));
        long passed = 0;
        List<Long> sweeps = new ArrayList<>();
        while (sweeps.size() < MOST_SWEEPS && early == null) {
            long next = Math.max(1, hosted.millisToDeadline());
            if (next >= still - passed) {
                break;
            }
            passed += next;
            sweeps.add(passed);
            subject.step(advance(step.index(), next));
            sweep(step.index(), sweeps);
        }
        return subject.step(advance(step.index(), whole - passed));
    }

    private void sweep(int index, List<Long> sweeps) {
        Answer answer = subject.step(new SubjectStep(index, Op.POLL, JsonNodeFactory.instance.objectNode()));
        if (answer instanceof Answer.Played played) {
            if (!played.returns().isEmpty() || !played.effects().isEmpty()) {
                early = new Early(index, sweeps, played.returns() + " " + played.effects());
            }
        } else {
            early = new Early(index, sweeps, answer.toString());
        }
    }

    private static SubjectStep advance(int index, long millis) {
        return new SubjectStep(
                index, Op.ADVANCE, JsonNodeFactory.instance.objectNode().put("ms", millis));
    }

    /** The vector up to what came early, with the sweep that shows it, in which kvdrill's tier does nothing. */
    static ConformanceVector upTo(ConformanceVector whole, Early early) {
        List<Step> steps = new ArrayList<>(whole.steps().subList(0, early.step()));
        long before = 0;
        for (long at : early.afterMillis()) {
            add(steps, Op.ADVANCE, JsonNodeFactory.instance.objectNode().put("ms", at - before));
            add(steps, Op.POLL, JsonNodeFactory.instance.objectNode());
            before = at;
        }
        return whole.withSteps(steps);
    }

    private static void add(List<Step> steps, Op op, ObjectNode arguments) {
        JsonNode returns = op == Op.POLL ? JsonNodeFactory.instance.arrayNode() : JsonNodeFactory.instance.nullNode();
        steps.add(new Step(steps.size(), op, arguments, returns, List.of()));
    }

    @Override
    public void end() {
        subject.end();
    }

    @Override
    public void close() {
        subject.close();
    }
}

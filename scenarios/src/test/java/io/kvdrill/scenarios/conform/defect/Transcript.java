package io.kvdrill.scenarios.conform.defect;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.protocol.WireValue;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.scenarios.conform.compare.VectorComparison;
import io.kvdrill.scenarios.conform.subject.Answer;
import io.kvdrill.scenarios.conform.tier.ManagerFactory;
import io.kvdrill.scenarios.conform.tier.TierFactory;
import io.kvdrill.scenarios.conform.tier.TierSubject;
import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import io.kvdrill.scenarios.conform.vector.Effect;
import io.kvdrill.scenarios.conform.vector.Step;
import io.kvdrill.scenarios.conform.vector.VectorConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Everything that our tier did when a vector was played to it from first step to last, whatever was recorded. */
final class Transcript {

    /** One step: what it answered, traced and kept afterwards. */
    record Played(Step step, JsonNode returns, List<Effect> effects, List<TraceEvent> events, JsonNode sizes) {}

    private final ConformanceVector vector;
    private final List<Played> steps;

    private Transcript(ConformanceVector vector, List<Played> steps) {
        this.vector = vector;
        this.steps = steps;
    }

    /** Plays a vector under a profile. What the peer says, it says in the recorded numbers. */
    static Transcript of(ConformanceVector vector, Profile profile) {
        Watched factory = new Watched();
        List<Played> steps = new ArrayList<>();
        VectorComparison comparison = new VectorComparison(vector, false);
        try (TierSubject subject = new TierSubject("", factory, each -> profile)) {
            subject.begin(vector);
            for (Step step : vector.steps()) {
                Answer answer = subject.step(comparison.toActual(step));
                if (!(answer instanceof Answer.Played played)) {
                    throw new AssertionError(vector.name() + ", step " + step.index() + ": " + answer);
                }
                comparison.compare(step, new Answer.Played(step.returns(), step.effects()), played);
                steps.add(new Played(step, played.returns(), played.effects(), factory.takeEvents(), factory.sizes()));
            }
        }
        return new Transcript(vector, steps);
    }

    ConformanceVector vector() {
        return vector;
    }

    List<Played> steps() {
        return steps;
    }

    Played step(int index) {
        return steps.get(index);
    }

    /** Whether an error reached the engine. */
    boolean raised() {
        return steps.stream().anyMatch(step -> step.returns().has("raises"));
    }

    /** What was reported of a job; more than one element would be a result too many. */
    List<Boolean> results(long job) {
        return results(job, steps.size() - 1);
    }

    /** What was reported of a job up to a step. */
    List<Boolean> results(long job, int lastStep) {
        List<Boolean> results = new ArrayList<>();
        for (Played step : steps.subList(0, lastStep + 1)) {
            for (JsonNode result : step.returns()) {
                if (result.isArray() && result.path(0).longValue() == job) {
                    results.add(result.path(1).booleanValue());
                }
            }
        }
        return results;
    }

    /** The messages of a type that were sent. */
    List<WireValue.Mapping> sent(String type) {
        List<WireValue.Mapping> messages = new ArrayList<>();
        for (Effect effect : effects()) {
            if (effect instanceof Effect.Send send
                    && send.message() instanceof WireValue.Mapping message
                    && new WireValue.Text(type).equals(message.get("type"))) {
                messages.add(message);
            }
        }
        return messages;
    }

    /** The writes that were accepted, in the order in which they began. */
    List<Effect.Write> writes() {
        List<Effect.Write> writes = new ArrayList<>();
        for (Effect effect : effects()) {
            if (effect instanceof Effect.Write write && write.transfer() != null) {
                writes.add(write);
            }
        }
        return writes;
    }

    /** Whether a connection was closed. */
    boolean closed(String peer) {
        return effects().contains(new Effect.Close(peer));
    }

    /** How many events of a kind there were. */
    long count(Class<? extends TraceEvent> kind) {
        return steps.stream()
                .flatMap(step -> step.events().stream())
                .filter(kind::isInstance)
                .count();
    }

    private List<Effect> effects() {
        return steps.stream().flatMap(step -> step.effects().stream()).toList();
    }

    /** Our own factory, with an ear at the trace. */
    private static final class Watched implements TierFactory {
        private final ManagerFactory factory = new ManagerFactory();
        private final List<TraceEvent> events = new ArrayList<>();
        private @Nullable Hosted hosted;

        @Override
        public Hosted create(
                VectorConfig config, Profile profile, ControlTransport control, DataTransport data, TraceSink trace) {
            TraceSink both = event -> {
                events.add(event);
                trace.emit(event);
            };
            hosted = factory.create(config, profile, control, data, both);
            return hosted;
        }

        List<TraceEvent> takeEvents() {
            List<TraceEvent> taken = List.copyOf(events);
            events.clear();
            return taken;
        }

        JsonNode sizes() {
            return hosted == null
                    ? JsonNodeFactory.instance.nullNode()
                    : Objects.requireNonNull(hosted.inspect(), "our manager has maps");
        }

        @Override
        public JsonNode construct(JsonNode options, JsonNode environment, int dataParallelIndex, Profile profile) {
            return factory.construct(options, environment, dataParallelIndex, profile);
        }
    }
}

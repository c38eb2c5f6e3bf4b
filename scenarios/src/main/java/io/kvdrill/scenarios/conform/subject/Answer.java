package io.kvdrill.scenarios.conform.subject;

import io.kvdrill.scenarios.conform.vector.Effect;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** What a subject says to a step. */
public sealed interface Answer {

    /**
     * The step was played.
     *
     * @param returns what the call returned, as in a vector
     * @param effects what it did
     */
    record Played(JsonNode returns, List<Effect> effects) implements Answer {
        /** Keeps an immutable copy of {@code effects}. */
        public Played {
            effects = List.copyOf(effects);
        }
    }

    /** The subject does not know how to do this; the rest of the vector is left out. */
    record Unsupported(String reason) implements Answer {}

    /** The step was played, and the subject broke a rule that holds whatever the vector says. */
    record Broken(String reason) implements Answer {}

    /** An answer without content. */
    static Played nothing() {
        return new Played(JsonNodeFactory.instance.nullNode(), List.of());
    }
}

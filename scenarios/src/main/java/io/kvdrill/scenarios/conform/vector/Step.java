package io.kvdrill.scenarios.conform.vector;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One step of a vector.
 *
 * @param index from 0
 * @param op what to do
 * @param arguments the op's arguments by name; not to be changed
 * @param returns what the call returned; a null node where it returned nothing
 * @param effects what it did, in one order that occurred
 */
public record Step(int index, Op op, ObjectNode arguments, JsonNode returns, List<Effect> effects) {
    /** Keeps an immutable copy of {@code effects}. */
    public Step {
        effects = List.copyOf(effects);
    }
}

package io.kvdrill.scenarios.conform.vector;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes vectors as {@link VectorReader} reads them. */
public final class VectorJson {
    private VectorJson() {}

    /** A vector of steps as one JSON object: a line of a file. */
    public static ObjectNode of(ConformanceVector vector) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("name", vector.name());
        json.put("about", vector.about());
        json.put("reference", vector.reference().publicName());
        json.set("config", vector.config().overrides());
        if (!vector.defects().isEmpty()) {
            ArrayNode defects = json.putArray("defect");
            vector.defects().forEach(defects::add);
        }
        if (vector.defectAt() != ConformanceVector.NO_DEFECT) {
            json.put("defect_at", vector.defectAt());
        }
        ArrayNode steps = json.putArray("steps");
        vector.steps().forEach(step -> steps.add(step(step)));
        return json;
    }

    private static ObjectNode step(Step step) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("op", step.op().publicName());
        json.setAll(step.arguments());
        if (!step.returns().isNull()) {
            json.set("returns", step.returns());
        }
        if (!step.effects().isEmpty()) {
            ArrayNode effects = json.putArray("effects");
            step.effects().forEach(effect -> effects.add(EffectJson.of(effect)));
        }
        return json;
    }
}

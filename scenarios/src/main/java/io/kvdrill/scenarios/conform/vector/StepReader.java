package io.kvdrill.scenarios.conform.vector;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads vectors that consist of steps. */
final class StepReader {
    private static final List<String> VECTOR_FIELDS =
            List.of("name", "about", "reference", "config", "defect", "defect_at", "assumes", "steps");

    private final VectorConfig config;

    private StepReader(VectorConfig config) {
        this.config = config;
    }

    static ConformanceVector vector(Place line, ObjectNode object) {
        String name = line.text(object, "name");
        Place place = line.at("vector \"" + name + "\"");
        object.propertyNames().forEach(field -> {
            if (!VECTOR_FIELDS.contains(field)) {
                throw place.bad("unknown field \"" + field + "\"; expected one of " + VECTOR_FIELDS);
            }
        });
        VectorConfig config = config(place.at("config"), object.path("config"));
        JsonNode steps = object.required("steps");
        if (!steps.isArray()) {
            throw place.bad("\"steps\" is " + Place.describe(steps) + "; expected a list");
        }
        StepReader reader = new StepReader(config);
        List<Step> read = new ArrayList<>();
        for (JsonNode step : steps) {
            int index = read.size();
            read.add(reader.step(place.at("step " + index), index, step));
        }
        List<String> defects = defects(place, object.path("defect"));
        return new ConformanceVector(
                line.file(),
                line.line(),
                name,
                object.path("about").asString(""),
                reference(place, line.text(object, "reference")),
                config,
                defects,
                defectAt(place, object, defects, read.size()),
                read);
    }

    private static Reference reference(Place place, String name) {
        for (Reference reference : Reference.values()) {
            if (reference.publicName().equals(name)) {
                return reference;
            }
        }
        throw place.bad("\"reference\" is \"" + name + "\"; expected \"vllm-2026-08\" or \"vllm-2026-10\"");
    }

    private static VectorConfig config(Place place, JsonNode json) {
        if (json.isMissingNode()) {
            return new VectorConfig(JsonNodeFactory.instance.objectNode());
        }
        if (!(json instanceof ObjectNode overrides)) {
            throw place.bad("is " + Place.describe(json) + "; expected an object");
        }
        ObjectNode defaults = VectorConfig.defaults();
        overrides.properties().forEach(entry -> {
            JsonNode model = defaults.get(entry.getKey());
            if (model == null) {
                throw place.bad("unknown setting \"" + entry.getKey() + "\"; expected one of "
                        + List.copyOf(defaults.propertyNames()));
            }
            ArgumentKind kind = model.isString() ? ArgumentKind.TEXT : ArgumentKind.NATURAL;
            if (entry.getKey().equals("agent_metadata")) {
                kind = ArgumentKind.HEX;
            }
            if (!kind.accepts(entry.getValue())) {
                throw place.bad("\"" + entry.getKey() + "\" is " + Place.describe(entry.getValue()) + "; expected "
                        + kind.expected());
            }
        });
        String waitCancel = overrides.path("wait_cancel").asString("release");
        if (!List.of("release", "keep").contains(waitCancel)) {
            throw place.bad("\"wait_cancel\" is \"" + waitCancel + "\"; expected \"release\" or \"keep\"");
        }
        return new VectorConfig(overrides);
    }

    private static List<String> defects(Place place, JsonNode json) {
        List<String> defects = new ArrayList<>();
        if (json.isMissingNode()) {
            return defects;
        }
        if (!json.isArray()) {
            throw place.bad("\"defect\" is " + Place.describe(json) + "; expected a list of defect ids");
        }
        for (JsonNode id : json) {
            if (!id.isString()) {
                throw place.bad("a defect is " + Place.describe(id) + "; expected a defect id");
            }
            defects.add(id.stringValue());
        }
        return defects;
    }

    private static int defectAt(Place place, ObjectNode object, List<String> defects, int steps) {
        JsonNode at = object.path("defect_at");
        if (at.isMissingNode()) {
            if (!defects.isEmpty()) {
                throw place.bad("has \"defect\" without \"defect_at\"; expected the index of a step");
            }
            return ConformanceVector.NO_DEFECT;
        }
        if (!at.canConvertToInt() || at.intValue() < 0 || at.intValue() >= steps) {
            throw place.bad(
                    "\"defect_at\" is " + Place.describe(at) + "; expected the index of a step, 0 to " + (steps - 1));
        }
        return at.intValue();
    }

    private Step step(Place place, int index, JsonNode json) {
        if (!(json instanceof ObjectNode object)) {
            throw place.bad("is " + Place.describe(json) + "; expected an object");
        }
        Op op = op(place, object);
        ObjectNode arguments = object.deepCopy();
        arguments.remove(List.of("op", "returns", "effects"));
        checkArguments(place.at(op.publicName()), op, arguments);
        JsonNode returns = object.path("returns");
        return new Step(
                index,
                op,
                arguments,
                returns.isMissingNode() ? JsonNodeFactory.instance.nullNode() : returns,
                effects(place, object.path("effects")));
    }

    private static Op op(Place place, ObjectNode step) {
        String name = place.text(step, "op");
        Optional<Op> op = Op.named(name);
        if (op.isEmpty()) {
            List<String> known = new ArrayList<>();
            for (Op each : Op.values()) {
                if (each.inSteps()) {
                    known.add(each.name().toLowerCase(Locale.ROOT));
                }
            }
            throw place.bad("unknown op \"" + name + "\"; expected one of " + known);
        }
        return op.get();
    }

    private void checkArguments(Place place, Op op, ObjectNode arguments) {
        arguments.propertyNames().forEach(field -> {
            if (op.arguments().stream().noneMatch(argument -> argument.name().equals(field))) {
                throw place.bad("unknown argument \"" + field + "\"; expected "
                        + op.arguments().stream().map(Op.Argument::name).toList());
            }
        });
        place.check(op, arguments);
        if (arguments.has("keys")
                && arguments.required("keys").size()
                        != arguments.required("slots").size()) {
            throw place.bad("\"keys\" and \"slots\" differ in length; expected parallel lists");
        }
        if (op == Op.INBOUND) {
            checkMessage(place, arguments.required("msg"));
        }
        if (op == Op.SERVE) {
            arguments
                    .required("primary")
                    .properties()
                    .forEach(entry -> checkPrimary(place, entry.getKey(), entry.getValue()));
        }
        for (JsonNode event : arguments.path("during")) {
            checkEvent(place.at("during"), event);
        }
    }

    private void checkMessage(Place place, JsonNode message) {
        try {
            MessageJson.received(message, "", config);
        } catch (IllegalArgumentException e) {
            throw place.bad(String.valueOf(e.getMessage()));
        }
    }

    private static void checkPrimary(Place place, String key, JsonNode entry) {
        String state = entry.path("state").asString("");
        boolean slotted = state.equals("HIT") && ArgumentKind.NATURAL.accepts(entry.path("slot"));
        if (!Hex.isHex(key) || !(slotted || state.equals("HIT_PENDING") || state.equals("RETRY"))) {
            throw place.bad("primary \"" + key + "\" is " + Place.describe(entry)
                    + "; expected a key in hexadecimal digits with {\"state\":\"HIT\",\"slot\":integer},"
                    + " {\"state\":\"HIT_PENDING\"} or {\"state\":\"RETRY\"}");
        }
    }

    private void checkEvent(Place place, JsonNode event) {
        if (!event.isObject()
                || !ArgumentKind.NATURAL.accepts(event.path("at_ms"))
                || !(event.path("do") instanceof ObjectNode todo)) {
            throw place.bad("is " + Place.describe(event) + "; expected " + ArgumentKind.EVENTS.expected());
        }
        Op op = op(place, todo);
        if (!op.scripting() || op == Op.ADVANCE) {
            throw place.bad("\"" + op.publicName() + "\" cannot stand in \"during\"; expected a scripting op");
        }
        ObjectNode arguments = todo.deepCopy();
        arguments.remove("op");
        checkArguments(place, op, arguments);
    }

    private List<Effect> effects(Place place, JsonNode json) {
        List<Effect> effects = new ArrayList<>();
        if (json.isMissingNode()) {
            return effects;
        }
        if (!json.isArray()) {
            throw place.bad("\"effects\" is " + Place.describe(json) + "; expected a list");
        }
        for (JsonNode effect : json) {
            try {
                effects.add(EffectReader.read(effect, config));
            } catch (IllegalArgumentException e) {
                throw place.bad(String.valueOf(e.getMessage()));
            }
        }
        return effects;
    }
}

package io.kvdrill.scenarios.conform.vector;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Where in a file something stands, to say so when it is wrong. */
record Place(String file, int line, String path) {

    Place at(String deeper) {
        return new Place(file, line, path.isEmpty() ? deeper : path + ", " + deeper);
    }

    BadVectorException bad(String expected) {
        return new BadVectorException(file + ":" + line + ": " + (path.isEmpty() ? "" : path + ": ") + expected);
    }

    String text(ObjectNode object, String field) {
        JsonNode value = object.get(field);
        if (value == null || !value.isString()) {
            throw bad("\"" + field + "\" is " + describe(value) + "; expected text");
        }
        return value.stringValue();
    }

    /** That an op has the arguments it needs, of the right kinds. */
    void check(Op op, ObjectNode arguments) {
        for (Op.Argument argument : op.arguments()) {
            JsonNode value = arguments.get(argument.name());
            boolean missing = value == null || value.isMissingNode();
            if (missing ? argument.required() : !argument.kind().accepts(value)) {
                throw bad("\"" + argument.name() + "\" is " + describe(missing ? null : value) + "; expected "
                        + argument.kind().expected());
            }
        }
    }

    static String describe(@org.jspecify.annotations.Nullable JsonNode value) {
        if (value == null || value.isMissingNode()) {
            return "missing";
        }
        String text = value.toString();
        return text.length() > 60 ? text.substring(0, 60) + "…" : text;
    }
}

package io.kvdrill.scenarios.conform.vector;

import java.util.List;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** What the argument of an op may be. */
enum ArgumentKind {
    TEXT("text", JsonNode::isString),
    BOOL("true or false", JsonNode::isBoolean),
    NATURAL("an integer from 0 to 2^53", ArgumentKind::isNatural),
    INTEGER("an integer", JsonNode::isIntegralNumber),
    HEX("lower-case hexadecimal digits, two a byte", ArgumentKind::isHex),
    HEX_LIST("a list of hexadecimal texts", value -> isListOf(value, ArgumentKind::isHex)),
    NATURAL_LIST("a list of integers from 0 to 2^53", value -> isListOf(value, ArgumentKind::isNatural)),
    OBJECT("an object", JsonNode::isObject),
    OBJECT_OR_NULL("an object or null", value -> value.isObject() || value.isNull()),
    STATUS("\"done\" or \"failed\"", value -> isOneOf(value, List.of("done", "failed"))),
    REGISTRATION_FAILURE("\"rejected\" or \"internal\"", value -> isOneOf(value, List.of("rejected", "internal"))),
    SESSION("\"ready\" or \"connecting\"", value -> isOneOf(value, List.of("ready", "connecting"))),
    EVENTS("a list of {\"at_ms\": integer, \"do\": scripting step}", JsonNode::isArray),
    ANYTHING("any JSON value", value -> true);

    /** 2^53: what every JSON reader holds exactly. */
    private static final long LARGEST = 1L << 53;

    private final String expected;
    private final Predicate<JsonNode> test;

    ArgumentKind(String expected, Predicate<JsonNode> test) {
        this.expected = expected;
        this.test = test;
    }

    String expected() {
        return expected;
    }

    boolean accepts(JsonNode value) {
        return test.test(value);
    }

    private static boolean isNatural(JsonNode value) {
        return value.isIntegralNumber()
                && value.canConvertToLong()
                && value.longValue() >= 0
                && value.longValue() <= LARGEST;
    }

    private static boolean isHex(JsonNode value) {
        return value.isString() && Hex.isHex(value.stringValue());
    }

    private static boolean isListOf(JsonNode value, Predicate<JsonNode> element) {
        if (!value.isArray()) {
            return false;
        }
        for (JsonNode each : value) {
            if (!element.test(each)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isOneOf(JsonNode value, List<String> names) {
        return value.isString() && names.contains(value.stringValue());
    }
}

package io.kvdrill.scenarios.hosted;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.SlotList;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Values of the protocol in JSON. What reads throws {@link BadValue}. */
final class Json {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int MOST_SHOWN = 80;

    private Json() {}

    /** A value that a tier should not have sent; says which and what was expected. */
    static final class BadValue extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BadValue(String message) {
            super(message, null, false, false);
        }
    }

    static ArrayNode keys(List<BlockKey> keys) {
        ArrayNode array = JSON.arrayNode();
        keys.forEach(key -> array.add(key.hex()));
        return array;
    }

    static ArrayNode slots(SlotList slots) {
        ArrayNode array = JSON.arrayNode();
        for (int i = 0; i < slots.size(); i++) {
            array.add(unsigned(slots.get(i)));
        }
        return array;
    }

    static JsonNode unsigned(long value) {
        return value >= 0 ? JSON.numberNode(value) : JSON.numberNode(new BigInteger(Long.toUnsignedString(value)));
    }

    static JsonNode params(@Nullable Map<String, ?> params) {
        return params == null ? JSON.nullNode() : MAPPER.valueToTree(params);
    }

    static String text(ObjectNode json, String field) {
        JsonNode value = json.path(field);
        if (!value.isString()) {
            throw bad(field, value, "text");
        }
        return value.stringValue();
    }

    /** Whether a value is this whole number; one that no long can hold is none. */
    static boolean is(JsonNode value, long number) {
        return value.isIntegralNumber() && value.canConvertToLong() && value.longValue() == number;
    }

    static long integer(ObjectNode json, String field) {
        JsonNode value = json.path(field);
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw bad(field, value, "a whole number of at most 64 bits");
        }
        return value.longValue();
    }

    /** A number from 0 to 2^64 - 1. */
    static long unsigned(ObjectNode json, String field) {
        return unsigned(json.path(field), field);
    }

    private static long unsigned(JsonNode value, String field) {
        if (value.isIntegralNumber()) {
            BigInteger number = value.bigIntegerValue();
            if (number.signum() >= 0 && number.bitLength() <= Long.SIZE) {
                return number.longValue();
            }
        }
        throw bad(field, value, "a whole number from 0 to 2^64 - 1");
    }

    static boolean bool(ObjectNode json, String field) {
        JsonNode value = json.path(field);
        if (!value.isBoolean()) {
            throw bad(field, value, "true or false");
        }
        return value.booleanValue();
    }

    static List<BlockKey> keys(ObjectNode json, String field) {
        List<BlockKey> keys = new ArrayList<>();
        for (JsonNode key : list(json, field)) {
            keys.add(key(key, field));
        }
        return keys;
    }

    static BlockKey key(JsonNode key, String field) {
        try {
            if (key.isString()) {
                return BlockKey.ofHex(key.stringValue());
            }
        } catch (IllegalArgumentException e) {
            // told below
        }
        throw bad(field, key, "lower-case hexadecimal digits, two a byte");
    }

    static SlotList slots(ObjectNode json, String field) {
        List<Long> slots = new ArrayList<>();
        list(json, field).forEach(slot -> slots.add(unsigned(slot, field)));
        return SlotList.of(slots);
    }

    static ArrayNode list(ObjectNode json, String field) {
        if (json.path(field) instanceof ArrayNode list) {
            return list;
        }
        throw bad(field, json.path(field), "a list");
    }

    static List<Long> integers(ObjectNode json, String field) {
        List<Long> numbers = new ArrayList<>();
        for (JsonNode number : list(json, field)) {
            if (!number.isIntegralNumber() || !number.canConvertToLong()) {
                throw bad(field, number, "whole numbers of at most 64 bits");
            }
            numbers.add(number.longValue());
        }
        return numbers;
    }

    static BadValue bad(String field, JsonNode value, String expected) {
        String shown = value.isMissingNode() ? "missing" : value.toString();
        return new BadValue(
                "\"" + field + "\" is " + (shown.length() > MOST_SHOWN ? shown.substring(0, MOST_SHOWN) + "…" : shown)
                        + "; expected " + expected);
    }
}

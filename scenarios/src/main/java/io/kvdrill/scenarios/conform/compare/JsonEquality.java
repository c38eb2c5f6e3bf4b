package io.kvdrill.scenarios.conform.compare;

import java.util.Iterator;
import tools.jackson.databind.JsonNode;

/** Equality of JSON values whatever their Java types: 1 equals 1, objects do not care for order. */
final class JsonEquality {
    private JsonEquality() {}

    static boolean same(JsonNode a, JsonNode b) {
        if (a.isNumber() && b.isNumber()) {
            return a.decimalValue().compareTo(b.decimalValue()) == 0;
        }
        if (a.isArray() && b.isArray()) {
            if (a.size() != b.size()) {
                return false;
            }
            Iterator<JsonNode> others = b.iterator();
            for (JsonNode element : a) {
                if (!same(element, others.next())) {
                    return false;
                }
            }
            return true;
        }
        if (a.isObject() && b.isObject()) {
            return a.size() == b.size() && within(a, b);
        }
        return a.equals(b);
    }

    /** Whether {@code whole} has every field of {@code part}, with the same value; for other values, whether both are the same. */
    static boolean within(JsonNode part, JsonNode whole) {
        if (!part.isObject() || !whole.isObject()) {
            return same(part, whole);
        }
        return part.properties().stream()
                .allMatch(field -> whole.has(field.getKey()) && same(field.getValue(), whole.required(field.getKey())));
    }
}

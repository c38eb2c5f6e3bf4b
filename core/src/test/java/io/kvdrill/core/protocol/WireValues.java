package io.kvdrill.core.protocol;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Values from the JSON form of wire vectors: text as a string, bytes as {@code {"hex": …}}. */
final class WireValues {
    private WireValues() {}

    static WireValue ofJson(JsonNode json) {
        if (json.isNull()) {
            return new WireValue.Nil();
        }
        if (json.isBoolean()) {
            return new WireValue.Bool(json.booleanValue());
        }
        if (json.isIntegralNumber()) {
            return new WireValue.Int(json.bigIntegerValue());
        }
        if (json.isNumber()) {
            return new WireValue.Float64(json.doubleValue());
        }
        if (json.isString()) {
            return new WireValue.Text(json.asString());
        }
        if (json.isArray()) {
            List<WireValue> elements = new ArrayList<>();
            json.forEach(element -> elements.add(ofJson(element)));
            return new WireValue.Array(elements);
        }
        if (json.size() == 1 && json.has("hex")) {
            return new WireValue.Binary(Bytes.ofHex(json.get("hex").asString()));
        }
        List<WireValue.Entry> entries = new ArrayList<>();
        json.properties()
                .forEach(field ->
                        entries.add(new WireValue.Entry(new WireValue.Text(field.getKey()), ofJson(field.getValue()))));
        return new WireValue.Mapping(entries);
    }

    /** A map as a dictionary holds it: a repeated key keeps its place and takes its last value. */
    static WireValue withoutRepeatedKeys(WireValue value) {
        if (!(value instanceof WireValue.Mapping map)) {
            return value;
        }
        Map<WireValue, WireValue> dictionary = new LinkedHashMap<>();
        map.entries().forEach(entry -> dictionary.put(entry.key(), entry.value()));
        return new WireValue.Mapping(dictionary.entrySet().stream()
                .map(entry -> new WireValue.Entry(entry.getKey(), entry.getValue()))
                .toList());
    }
}

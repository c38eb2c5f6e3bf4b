package io.kvdrill.scenarios.schema;

import io.kvdrill.scenarios.format.shape.ScalarType;
import io.kvdrill.scenarios.format.unit.Units;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Single values. An editor takes {@code 7} for a number and {@code true} for a truth value; whether the field accepts them
 * is found out by asking its own parser.
 */
final class ScalarSchema {
    private static final String TYPE = "type";

    private ScalarSchema() {}

    static Map<String, Object> of(ScalarType<?> type) {
        List<Map<String, Object>> forms = new ArrayList<>();
        numbers(type, forms);
        if (type.accepts("true")) {
            forms.add(typed("boolean"));
        }
        String pattern = pattern(type);
        if (forms.isEmpty() || !(type.json() == ScalarType.Json.BOOLEAN || pattern.equals("-"))) {
            forms.add(0, text(pattern));
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        boolean plainTypes =
                forms.stream().allMatch(form -> form.keySet().equals(typed("").keySet()));
        if (forms.size() == 1) {
            schema.putAll(forms.get(0));
        } else if (plainTypes) {
            schema.put(TYPE, forms.stream().map(form -> form.get(TYPE)).toList());
        } else {
            schema.put("anyOf", forms);
        }
        if (!type.pattern().isEmpty() || type.json() == ScalarType.Json.INTEGER) {
            schema.put("errorMessage", "expected " + type.expected());
        }
        if (!type.suggestions().isEmpty()) {
            schema.put("examples", type.suggestions());
        }
        return schema;
    }

    private static void numbers(ScalarType<?> type, List<Map<String, Object>> forms) {
        boolean zero = type.accepts("0");
        boolean one = type.accepts("1");
        if (type.accepts("1.5")) {
            Map<String, Object> number = typed("number");
            if (!type.accepts("-1")) {
                number.put("minimum", 0);
            }
            forms.add(number);
        } else if (type.accepts("7")) {
            Map<String, Object> integer = typed("integer");
            if (!type.accepts("-1")) {
                integer.put("minimum", zero ? 0 : 1);
            }
            type.most().ifPresent(most -> integer.put("maximum", most));
            forms.add(integer);
        } else if (zero || one) {
            forms.add(map("const", BigInteger.valueOf(zero ? 0 : 1)));
        }
    }

    /** The pattern of a text; "-" where a text is never right. */
    private static String pattern(ScalarType<?> type) {
        if (!type.pattern().isEmpty()) {
            return type.pattern();
        }
        if (type.json() == ScalarType.Json.INTEGER) {
            return type.accepts("7") ? Units.COUNT_PATTERN : "-";
        }
        return "";
    }

    static Map<String, Object> text(String pattern) {
        Map<String, Object> text = typed("string");
        if (!pattern.isEmpty()) {
            text.put("pattern", "^\\s*(?:" + pattern + ")\\s*$");
        }
        return text;
    }

    static Map<String, Object> typed(String name) {
        return map(TYPE, name);
    }

    static Map<String, Object> map(String key, Object value) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(key, value);
        return map;
    }
}

package io.kvdrill.reports.json;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Whether a JSON object has what a record needs, and of the right kinds. Fields that the record does not know are let
 * through; so are missing ones that came after the first reports of this version.
 */
final class RecordShape {
    /** Components that older reports of this version lack. */
    private static final Set<String> ADDED = Set.of("limits", "faults", "on", "means", "why_local", "why_failed");

    private RecordShape() {}

    /**
     * Checks an object.
     *
     * @throws ReportFormatException if something is missing or of another kind; it names the first
     */
    static void check(JsonNode node, Class<?> record) {
        object(node, record, "");
    }

    private static void object(JsonNode node, Class<?> record, String path) {
        if (!node.isObject()) {
            throw wrong(path, node, "an object");
        }
        for (RecordComponent component : record.getRecordComponents()) {
            String name = snakeCase(component.getName());
            String at = path.isEmpty() ? name : path + "." + name;
            JsonNode value = node.get(name);
            if (value == null) {
                if (!ADDED.contains(name)) {
                    throw new ReportFormatException("no report: " + at + " is missing");
                }
            } else if (!(value.isNull() && component.getAnnotatedType().isAnnotationPresent(Nullable.class))) {
                value(value, component.getGenericType(), at);
            }
        }
    }

    private static void value(JsonNode value, Type type, String at) {
        if (type instanceof ParameterizedType generic && generic.getRawType().equals(List.class)) {
            if (!value.isArray()) {
                throw wrong(at, value, "a list");
            }
            for (int i = 0; i < value.size(); i++) {
                Type element = generic.getActualTypeArguments()[0];
                // Measurements of runs are listed run by run, and a run that had nothing to measure has none.
                if (!(value.get(i).isNull() && element.equals(Double.class))) {
                    value(value.get(i), element, at + "[" + i + "]");
                }
            }
        } else if (type instanceof ParameterizedType generic
                && generic.getRawType().equals(Map.class)) {
            if (!value.isObject()) {
                throw wrong(at, value, "an object");
            }
            for (Map.Entry<String, JsonNode> one : value.properties()) {
                value(one.getValue(), generic.getActualTypeArguments()[1], at + "." + one.getKey());
            }
        } else if (type instanceof Class<?> inner && inner.isRecord()) {
            object(value, inner, at);
        } else {
            single(value, type, at);
        }
    }

    private static void single(JsonNode value, Type type, String at) {
        if (type.equals(String.class)) {
            if (!value.isString()) {
                throw wrong(at, value, "a text");
            }
        } else if (type.equals(boolean.class)) {
            if (!value.isBoolean()) {
                throw wrong(at, value, "true or false");
            }
        } else if (type.equals(Double.class) || type.equals(double.class)) {
            if (!value.isNumber()) {
                throw wrong(at, value, "a number");
            }
        } else if (type.equals(int.class) || type.equals(Integer.class)) {
            if (!value.isIntegralNumber() || !value.canConvertToInt()) {
                throw wrong(at, value, "a whole number");
            }
        } else if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw wrong(at, value, "a whole number");
        }
    }

    private static ReportFormatException wrong(String at, JsonNode value, String expected) {
        String place = at.isEmpty() ? "it" : at;
        return new ReportFormatException("no report: " + place + " is " + kind(value) + "; expected " + expected);
    }

    private static String kind(JsonNode value) {
        if (value.isObject()) {
            return "an object";
        } else if (value.isArray()) {
            return "a list";
        } else if (value.isString()) {
            return "a text";
        } else if (value.isNumber()) {
            return "the number " + brief(value.toString());
        }
        return value.isNull() ? "null" : value.toString();
    }

    private static String brief(String number) {
        return number.length() <= 24 ? number : number.substring(0, 20) + "...";
    }

    private static String snakeCase(String name) {
        return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}

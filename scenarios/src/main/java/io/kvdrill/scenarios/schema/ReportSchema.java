package io.kvdrill.scenarios.schema;

import static io.kvdrill.scenarios.schema.ScalarSchema.map;
import static io.kvdrill.scenarios.schema.ScalarSchema.typed;

import io.kvdrill.reports.json.RunReport;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The schema of {@code report.json}, made from the record that is written. Fields that it does not know are allowed: a later
 * kvdrill may add some without another version.
 */
final class ReportSchema {
    private ReportSchema() {}

    static Map<String, Object> schema() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("title", "A kvdrill report");
        schema.put("description", "What came of one run. Times are virtual nanoseconds.");
        Map<String, Object> name = map("description", "name of this schema");
        name.put("const", Schemas.REPORT.id());
        Map<String, Object> object = object(RunReport.class);
        object.computeIfPresent("properties", (key, properties) -> {
            Map<Object, Object> named = new LinkedHashMap<>((Map<?, ?>) properties);
            named.put("schema", name);
            return named;
        });
        schema.putAll(object);
        return schema;
    }

    /** What a reader may rely on: every field that the record has is there. */
    private static Map<String, Object> object(Class<?> record) {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (RecordComponent component : record.getRecordComponents()) {
            String name = snakeCase(component.getName());
            Map<String, Object> property = new LinkedHashMap<>();
            property.put("description", ReportFields.about(record, name));
            boolean nullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
            Map<String, Object> value = value(component.getGenericType(), record, name);
            if (nullable) {
                value.put("type", List.of(value.get("type"), "null"));
                value.computeIfPresent("enum", (key, words) -> ReportFields.orNull((List<?>) words));
            }
            property.putAll(value);
            properties.put(name, property);
        }
        Map<String, Object> object = typed("object");
        object.put("properties", properties);
        object.put("required", List.copyOf(properties.keySet()));
        return object;
    }

    private static Map<String, Object> value(Type type, Class<?> record, String name) {
        if (type instanceof ParameterizedType generic) {
            Type last = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
            boolean list = generic.getRawType().equals(List.class);
            Map<String, Object> value = typed(list ? "array" : "object");
            value.put(list ? "items" : "additionalProperties", value(last, record, ""));
            return value;
        }
        if (type.equals(String.class)) {
            Map<String, Object> text = typed("string");
            List<String> words = ReportFields.words(record, name);
            if (!words.isEmpty()) {
                text.put("enum", words);
            }
            if (name.equals("fingerprint")) {
                text.put("pattern", "^[0-9a-f]{32}$");
            }
            return text;
        }
        if (type.equals(boolean.class)) {
            return typed("boolean");
        }
        if (name.equals("report_version")) {
            return new LinkedHashMap<>(Map.of("const", RunReport.VERSION));
        }
        return type instanceof Class<?> inner && inner.isRecord() ? object(inner) : count();
    }

    private static Map<String, Object> count() {
        Map<String, Object> count = typed("integer");
        count.put("minimum", 0);
        return count;
    }

    private static String snakeCase(String name) {
        return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}

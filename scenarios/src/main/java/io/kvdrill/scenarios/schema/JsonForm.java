package io.kvdrill.scenarios.schema;

import io.kvdrill.scenarios.format.source.Problems;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.format.yaml.YamlParser;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * YAML as an editor sees it: the values of JSON, by YAML 1.2's core schema. kvdrill itself reads every scalar as text, so
 * that {@code 1e3} or {@code 0x10} mean what its own parsers say.
 */
public final class JsonForm {
    private static final Pattern INTEGER = Pattern.compile("[-+]?[0-9]+");
    private static final Pattern FLOAT = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]{1,3})?");
    private static final Pattern TRUE = Pattern.compile("true|True|TRUE");
    private static final Pattern FALSE = Pattern.compile("false|False|FALSE");

    private JsonForm() {}

    /** A map, list, text, number, truth value or null. */
    public static @Nullable Object of(YamlValue value) {
        if (value instanceof YamlValue.Mapping mapping) {
            Map<String, @Nullable Object> map = new LinkedHashMap<>();
            mapping.entries().forEach(entry -> map.put(entry.name(), of(entry.value())));
            return map;
        }
        if (value instanceof YamlValue.Sequence sequence) {
            List<@Nullable Object> list = new ArrayList<>();
            sequence.items().forEach(item -> list.add(of(item)));
            return list;
        }
        YamlValue.Scalar scalar = (YamlValue.Scalar) value;
        return scalar.isNull() ? null : scalar.plain() ? plain(scalar.text()) : scalar.text();
    }

    /** The value of a text as it stands in a file. */
    static @Nullable Object parse(String text) {
        Problems problems = new Problems();
        YamlValue value = YamlParser.parse(Source.of("value", text), problems);
        problems.throwIfAny();
        return of(value);
    }

    /** A text that is written without quotes. */
    static Object plain(String text) {
        if (INTEGER.matcher(text).matches()) {
            return new BigInteger(text);
        }
        if (FLOAT.matcher(text).matches()) {
            return new BigDecimal(text);
        }
        if (TRUE.matcher(text).matches()) {
            return true;
        }
        if (FALSE.matcher(text).matches()) {
            return false;
        }
        return text;
    }
}

package io.kvdrill.scenarios.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.scenarios.format.profile.ProfileFields;
import io.kvdrill.scenarios.format.profile.ProfileReader;
import io.kvdrill.scenarios.format.scenario.ScenarioFields;
import io.kvdrill.scenarios.format.shape.AnyType;
import io.kvdrill.scenarios.format.shape.Either;
import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.ListType;
import io.kvdrill.scenarios.format.shape.MapType;
import io.kvdrill.scenarios.format.shape.OneOf;
import io.kvdrill.scenarios.format.shape.ScalarType;
import io.kvdrill.scenarios.format.shape.Shape;
import io.kvdrill.scenarios.format.shape.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** The reader's declarations against the schemas made from them, field by field. */
@DisplayName("The schema of a field")
class FieldsAndSchemasTest {
    private static final List<String> TEXTS = List.of(
            "0",
            "1",
            "7",
            "65535",
            "65536",
            "16777217",
            "1_000",
            "1.5",
            "-1",
            "-0",
            "0.0",
            "+5s",
            "true",
            "false",
            "yes",
            "10s",
            "22ms",
            "200us",
            "5µs",
            "5μs",
            "1.5s",
            "1m30s",
            "1h 5min",
            "0s",
            "0ms",
            ".5s",
            "59.999999999s",
            "1_000ns",
            "-1ns",
            "-22ms",
            "10",
            "10 s",
            "s",
            "2MiB",
            "64KiB",
            "2MB",
            "2 MB",
            "512B",
            "0B",
            "2M",
            "50GB",
            "100Gbps",
            "12.5GB/s",
            "50GiB/s",
            "1 Mbit/s",
            "100GBps",
            "29000 tok/s",
            "29k tok/s",
            "29ktok/s",
            "5 tokens/s",
            "1 token/s",
            "29000 tok / s",
            "1us/block",
            "0/block",
            "1us",
            "20ppm",
            "-20ppm",
            "20 ppm",
            "0ppm",
            "-0",
            "9600 slot-s",
            "0.5 slot-s",
            "never",
            "none",
            "None",
            "quiescent",
            "everywhere",
            "all",
            "parked",
            "parked + 59.9s",
            "parked+1s",
            "10s + 1s",
            "write_ended",
            "sent transfer_done",
            "sent:transfer_done",
            "received fetch at prefill",
            "write_ended at a-b",
            "transfer_done",
            "hardened",
            "vllm-2026-08",
            "inf",
            ".inf",
            "infinity",
            "60",
            "0.5",
            "1e3",
            "I2",
            "some words",
            "a/b",
            "10.0.0.1");

    @Test
    void acceptsItsDefaultAndItsExample() {
        for (Shape<?> root : List.of(ScenarioFields.shape(), ProfileFields.shape())) {
            TypeSchema types = new TypeSchema();
            Map<String, Object> properties = new LinkedHashMap<>();
            Map<String, @Nullable Object> values = new LinkedHashMap<>();
            int number = 0;
            for (Field<?> field : fields(root)) {
                for (String text : List.of(field.defaultText(), field.example())) {
                    if (!text.isEmpty()) {
                        properties.put(field.name() + " " + number, types.of(field));
                        values.put(field.name() + " " + number, JsonForm.parse(text));
                        number++;
                    }
                }
            }

            assertThat(validator(properties, types).problemsOf(values)).isEmpty();
            assertThat(number).isGreaterThan(50);
        }
    }

    @Test
    void acceptsEveryTextThatTheReaderAccepts() {
        Map<String, Object> properties = new LinkedHashMap<>();
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        TypeSchema types = new TypeSchema();
        List<ScalarType<?>> scalars = scalars();
        for (int i = 0; i < scalars.size(); i++) {
            for (String text : TEXTS) {
                if (scalars.get(i).accepts(text)) {
                    String name = scalars.get(i).name() + " " + i + ": " + text;
                    properties.put(name, types.of(scalars.get(i)));
                    values.put(name, JsonForm.plain(text));
                }
            }
        }

        assertThat(validator(properties, types).problemsOf(values)).isEmpty();
        assertThat(values).hasSizeGreaterThan(1_000);
    }

    @Test
    void refusesTextsThatLackAUnitOrHaveAnother() {
        TypeSchema types = new TypeSchema();
        int refused = 0;
        for (ScalarType<?> scalar : scalars()) {
            if (scalar.pattern().isEmpty()) {
                continue;
            }
            Validator validator = validator(Map.of("x", types.of(scalar)), types);
            for (String text : TEXTS) {
                boolean accepted =
                        validator.problemsOf(Map.of("x", JsonForm.plain(text))).isEmpty();
                if (!accepted) {
                    refused++;
                } else if (!scalar.accepts(text)) {
                    // A pattern cannot count: what is too large, too precise or a name of nothing.
                    assertThat(text).as(scalar.expected()).matches("[0-9.]+.*|\\.inf|[a-z_ :-]+|None|I2|.* at .*|-0");
                }
            }
        }

        assertThat(refused).isGreaterThan(1_000);
    }

    @Test
    void hasAPatternUnlessAnyTextWillDo() {
        for (ScalarType<?> scalar : scalars()) {
            boolean text = scalar.json() == ScalarType.Json.TEXT || scalar.json() == ScalarType.Json.NUMBER_OR_TEXT;
            assertThat(!text || !scalar.pattern().isEmpty() || scalar.accepts("some words"))
                    .as("\"" + scalar.expected() + "\" needs .matching(...), so that editors mark mistakes")
                    .isTrue();
        }
    }

    @Test
    void isThereForEveryNameOfARow() {
        assertThat(ProfileFields.shape().fields()).extracting(Field::name).containsAll(ProfileReader.rowNames());
    }

    private static Validator validator(Map<String, Object> properties, TypeSchema types) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("properties", properties);
        schema.put("$defs", types.definitions());
        return Validator.of(JsonMapper.shared().writeValueAsString(schema));
    }

    private static List<ScalarType<?>> scalars() {
        List<ScalarType<?>> scalars = new ArrayList<>();
        for (Shape<?> root : List.of(ScenarioFields.shape(), ProfileFields.shape())) {
            reachable(root).stream()
                    .filter(ScalarType.class::isInstance)
                    .forEach(type -> scalars.add((ScalarType<?>) type));
        }
        return scalars;
    }

    private static List<Field<?>> fields(Shape<?> root) {
        List<Field<?>> fields = new ArrayList<>();
        for (Type<?> type : reachable(root)) {
            if (type instanceof Shape<?> shape) {
                fields.addAll(shape.fields());
            }
        }
        return fields;
    }

    private static Set<Type<?>> reachable(Type<?> root) {
        Set<Type<?>> found = new LinkedHashSet<>();
        reach(root, found);
        return found;
    }

    private static void reach(Type<?> type, Set<Type<?>> found) {
        if (!found.add(type)) {
            return;
        }
        if (type instanceof Shape<?> shape) {
            shape.fields().forEach(field -> reach(field.type(), found));
        } else if (type instanceof OneOf<?> oneOf) {
            oneOf.forms().forEach(form -> reach(form, found));
        } else if (type instanceof ListType<?> list) {
            reach(list.item(), found);
        } else if (type instanceof MapType<?> map) {
            reach(map.value(), found);
        } else if (type instanceof Either<?> either) {
            reach(either.word(), found);
            reach(either.longForm(), found);
        } else if (type instanceof AnyType<?> any) {
            any.like().ifPresent(like -> reach(like, found));
        }
    }
}

package io.kvdrill.scenarios.schema;

import static io.kvdrill.scenarios.schema.ScalarSchema.map;
import static io.kvdrill.scenarios.schema.ScalarSchema.text;
import static io.kvdrill.scenarios.schema.ScalarSchema.typed;

import io.kvdrill.scenarios.format.shape.AnyType;
import io.kvdrill.scenarios.format.shape.Either;
import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.GroupType;
import io.kvdrill.scenarios.format.shape.ListType;
import io.kvdrill.scenarios.format.shape.MapType;
import io.kvdrill.scenarios.format.shape.NameType;
import io.kvdrill.scenarios.format.shape.NewNameType;
import io.kvdrill.scenarios.format.shape.OneOf;
import io.kvdrill.scenarios.format.shape.ScalarType;
import io.kvdrill.scenarios.format.shape.Shape;
import io.kvdrill.scenarios.format.shape.Type;
import io.kvdrill.scenarios.format.shape.WordType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Makes the schema of a {@link Type}. Mappings become definitions, each once, so that one that occurs in many places, or
 * inside itself, is described in one place. Where a reader cannot be followed, the schema accepts more than it, never
 * less.
 */
final class TypeSchema {
    /** A list of suggestions that is worth a definition of its own. */
    private static final int MANY = 8;

    private final Map<Type<?>, String> names = new LinkedHashMap<>();
    private final Map<String, Object> definitions = new LinkedHashMap<>();

    /** The definitions that the schemas so far refer to. */
    Map<String, Object> definitions() {
        return definitions;
    }

    /** The schema of a value. */
    Map<String, Object> of(Type<?> type) {
        if (type instanceof ScalarType<?> scalar) {
            return scalar.suggestions().size() < MANY ? ScalarSchema.of(scalar) : reference(type);
        } else if (type instanceof WordType<?> words) {
            return words(words);
        } else if (type instanceof NameType || type instanceof NewNameType) {
            return name(type);
        } else if (type instanceof GroupType<?> group) {
            return map("anyOf", List.of(array(of(group.name())), of(group.name())));
        } else if (type instanceof ListType<?> list) {
            return map("anyOf", List.of(array(of(list.item())), of(list.item())));
        } else if (type instanceof MapType<?> mapType) {
            return mapping(mapType);
        } else if (type instanceof AnyType<?> any) {
            return any.like().map(this::of).orElseGet(LinkedHashMap::new);
        }
        return reference(type);
    }

    /** The fields of a mapping, without what tells it from others. */
    Map<String, Object> properties(Shape<?> shape) {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (Field<?> field : shape.fields()) {
            properties.put(field.name(), of(field));
        }
        return properties;
    }

    /** The fields that must be given. */
    static List<String> required(Shape<?> shape) {
        return shape.fields().stream().filter(Field::required).map(Field::name).toList();
    }

    /** The schema of a field: that of its type, with the field's own documentation. */
    Map<String, Object> of(Field<?> field) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("title", field.name() + ": " + label(field.type()));
        schema.put("description", describe(field));
        schema.putAll(of(field.type()));
        if (!field.defaultText().isEmpty()) {
            schema.put("default", JsonForm.parse(field.defaultText()));
        }
        List<Object> examples = new ArrayList<>();
        if (!field.example().isEmpty()) {
            examples.add(JsonForm.parse(field.example()));
        }
        if (schema.get("examples") instanceof List<?> suggested) {
            suggested.stream().filter(s -> !examples.contains(s)).forEach(examples::add);
        }
        if (!examples.isEmpty()) {
            schema.put("examples", examples);
        }
        return schema;
    }

    private static String describe(Field<?> field) {
        String about = field.about().isEmpty()
                ? ""
                : Character.toUpperCase(field.about().charAt(0)) + field.about().substring(1) + ".";
        return field.absentMeans().isEmpty() ? about : about + " If left out: " + field.absentMeans() + ".";
    }

    /** What a value is, in a few words. */
    private static String label(Type<?> type) {
        if (type instanceof ScalarType<?> scalar) {
            return scalar.name();
        } else if (type instanceof WordType<?> words) {
            return words.name();
        } else if (type instanceof ListType<?> list) {
            return "list, each item " + label(list.item());
        } else if (type instanceof MapType<?> mapType) {
            return "by name of a " + mapType.nameNoun() + ", " + label(mapType.value());
        } else if (type instanceof Either<?> either) {
            return label(either.word()) + ", or " + label(either.longForm());
        } else if (type instanceof OneOf<?> oneOf) {
            return oneOf.name();
        } else if (type instanceof AnyType<?> any) {
            return any.name();
        }
        return type.expected();
    }

    private static Map<String, Object> words(WordType<?> type) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("enum", type.words().keySet().stream().map(JsonForm::plain).toList());
        if (type.words().values().stream().anyMatch(word -> !word.about().isEmpty())) {
            schema.put(
                    "enumDescriptions",
                    type.words().values().stream().map(WordType.Word::about).toList());
        }
        return schema;
    }

    /** Names may look like numbers; whether something has a name that is referred to, an editor cannot know. */
    private static Map<String, Object> name(Type<?> type) {
        if (type instanceof NameType) {
            return map("type", List.of("string", "integer", "boolean"));
        }
        Map<String, Object> integer = typed("integer");
        integer.put("minimum", 0);
        return map("anyOf", List.of(text(NewNameType.PATTERN), integer, typed("boolean")));
    }

    private static Map<String, Object> array(Map<String, Object> items) {
        Map<String, Object> array = typed("array");
        array.put("items", items);
        return array;
    }

    private Map<String, Object> mapping(MapType<?> type) {
        Map<String, Object> schema = typed("object");
        Map<String, Object> value = of(type.value());
        if (type.knownNames().isEmpty()) {
            schema.put("additionalProperties", value);
            if (!type.namePattern().isEmpty()) {
                schema.put("propertyNames", map("pattern", "^(?:" + type.namePattern() + ")$"));
            }
        } else {
            Map<String, Object> properties = new LinkedHashMap<>();
            type.knownNames().forEach(name -> properties.put(name, value));
            schema.put("properties", properties);
            schema.put("additionalProperties", false);
        }
        return schema;
    }

    private Map<String, Object> reference(Type<?> type) {
        String name = names.get(type);
        if (name == null) {
            name = newName(label(type));
            names.put(type, name);
            definitions.put(name, new LinkedHashMap<>()); // its place, before those that it refers to
            definitions.put(name, definition(type));
        }
        return map("$ref", "#/$defs/" + name);
    }

    private Map<String, Object> definition(Type<?> type) {
        if (type instanceof ScalarType<?> scalar) {
            return ScalarSchema.of(scalar);
        } else if (type instanceof Either<?> either) {
            return map("anyOf", List.of(of(either.word()), of(either.longForm())));
        }
        return type instanceof OneOf<?> oneOf ? choice(oneOf) : object((Shape<?>) type);
    }

    private Map<String, Object> choice(OneOf<?> oneOf) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("title", oneOf.name());
        schema.put("description", oneOf.about() + ".");
        schema.put("anyOf", oneOf.forms().stream().map(this::reference).toList());
        return schema;
    }

    private Map<String, Object> object(Shape<?> shape) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("title", shape.name());
        schema.put("description", shape.about() + ".");
        List<String> required = required(shape);
        // Nothing after a name stands for a mapping without fields.
        schema.put("type", required.isEmpty() ? List.of("object", "null") : "object");
        schema.put("properties", properties(shape));
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        schema.put("additionalProperties", false);
        return schema;
    }

    private String newName(String title) {
        String base =
                title.toLowerCase(Locale.ROOT).replaceFirst("^(?:an?|the) ", "").replaceAll("[^a-z0-9]+", "-");
        String name = base;
        for (int i = 2; definitions.containsKey(name); i++) {
            name = base + "-" + i;
        }
        return name;
    }
}

package io.kvdrill.scenarios.explain;

import io.kvdrill.scenarios.format.shape.Either;
import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.ListType;
import io.kvdrill.scenarios.format.shape.MapType;
import io.kvdrill.scenarios.format.shape.OneOf;
import io.kvdrill.scenarios.format.shape.Shape;
import io.kvdrill.scenarios.format.shape.Type;
import io.kvdrill.scenarios.format.shape.WordType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Fields of scenario files in words. */
final class FieldText {
    private FieldText() {}

    /** The forms at the end of a path whose last step tells a form from others, such as {@code faults.kill}. */
    static List<Shape<?>> forms(Shape<?> root, String path) {
        int dot = path.lastIndexOf('.');
        if (dot < 0) {
            return List.of();
        }
        List<Shape<?>> forms = new ArrayList<>();
        for (Field<?> outer : find(root, path.substring(0, dot))) {
            List<Shape<?>> inner = shapesOf(outer.type());
            if (inner.size() > 1) {
                inner.stream()
                        .filter(form -> OneOf.verb(form).equals(path.substring(dot + 1)))
                        .forEach(forms::add);
            }
        }
        return forms;
    }

    /** The fields at the end of a path such as {@code peers.step} or {@code faults.kill.after}; none if it leads nowhere. */
    static List<Field<?>> find(Shape<?> root, String path) {
        List<Shape<?>> shapes = List.of(root);
        List<Field<?>> found = List.of();
        for (String step : path.split("\\.", -1)) {
            String name = step.replaceAll("\\[\\d+]", "");
            List<Field<?>> next = new ArrayList<>();
            for (Shape<?> shape : shapes) {
                shape.field(name).ifPresent(next::add);
            }
            if (next.isEmpty()) {
                return List.of();
            }
            found = next.stream().distinct().toList();
            shapes = found.stream().flatMap(f -> shapesOf(f.type()).stream()).toList();
        }
        return found;
    }

    /** All paths, for finding what somebody meant. */
    static List<String> paths(Shape<?> root) {
        List<String> paths = new ArrayList<>();
        for (Field<?> field : root.fields()) {
            paths.add(field.name());
            for (Shape<?> inner : shapesOf(field.type())) {
                inner.fields().forEach(f -> paths.add(field.name() + "." + f.name()));
            }
        }
        return paths.stream().distinct().toList();
    }

    /** A field, with the fields inside it. */
    static String field(String path, Field<?> field) {
        StringBuilder out = new StringBuilder();
        out.append(Wrap.words("field " + path + ": " + field.about(), "", "  "));
        out.append(Wrap.words("value: " + field.type().expected(), "  ", "    "));
        out.append(Wrap.words(ifAbsent(field), "  ", "    "));
        if (!field.example().isEmpty()) {
            out.append(Wrap.words("example: " + field.name() + ": " + field.example(), "  ", "    "));
        }
        words(field.type()).forEach((word, about) -> out.append(Wrap.words(word + ": " + about, "    ", "      ")));
        List<Shape<?>> shapes = shapesOf(field.type());
        List<Field<?>> common = common(shapes);
        for (Shape<?> shape : shapes) {
            out.append('\n').append(Wrap.words(shape.name() + ": " + shape.about(), "  ", "    "));
            shape.fields().stream()
                    .filter(inner -> !common.contains(inner))
                    .forEach(inner -> out.append(Wrap.words(line(inner), "    ", "      ")));
        }
        if (!common.isEmpty()) {
            out.append("\n  each of them also takes\n");
            common.forEach(inner -> out.append(Wrap.words(line(inner), "    ", "      ")));
        }
        return out.toString();
    }

    /** A form of something, by the field that tells it from the others. */
    static String form(String path, Shape<?> shape) {
        StringBuilder out = new StringBuilder();
        out.append(Wrap.words(path + ", " + shape.name() + ": " + shape.about(), "", "  "));
        for (Field<?> field : shape.fields()) {
            out.append(Wrap.words(line(field), "  ", "    "));
            if (!field.example().isEmpty() && !field.example().equals(field.defaultText())) {
                out.append(Wrap.words("such as " + field.name() + ": " + field.example(), "      ", "        "));
            }
            words(field.type())
                    .forEach((word, about) -> out.append(Wrap.words(word + ": " + about, "      ", "        ")));
        }
        return out.toString();
    }

    /** Fields that all of several forms have. */
    static List<Field<?>> common(List<Shape<?>> shapes) {
        if (shapes.size() < 2) {
            return List.of();
        }
        return shapes.get(0).fields().stream()
                .filter(field -> shapes.stream().allMatch(s -> s.fields().contains(field)))
                .toList();
    }

    private static String line(Field<?> field) {
        String value = field.required() ? "required" : field.defaultText().isEmpty() ? "optional" : field.defaultText();
        return String.format(Locale.ROOT, "%s (%s): %s", field.name(), value, field.about());
    }

    private static String ifAbsent(Field<?> field) {
        if (field.required()) {
            return "must be given";
        }
        return field.defaultText().isEmpty()
                ? "if left out: " + field.absentMeans()
                : "default: " + field.defaultText();
    }

    private static Map<String, String> words(Type<?> type) {
        Map<String, String> words = new LinkedHashMap<>();
        if (type instanceof WordType<?> wordType) {
            wordType.words().forEach((word, meaning) -> {
                if (!meaning.about().isEmpty()) {
                    words.put(word, meaning.about());
                }
            });
        } else if (type instanceof Either<?> either) {
            words.putAll(words(either.word()));
        } else if (type instanceof MapType<?> map) {
            words.putAll(words(map.value()));
        }
        return words;
    }

    /** The mappings that a value of this type may be, or hold. */
    static List<Shape<?>> shapesOf(Type<?> type) {
        if (type instanceof Shape<?> shape) {
            return List.of(shape);
        }
        if (type instanceof OneOf<?> oneOf) {
            return List.copyOf(oneOf.forms());
        }
        if (type instanceof ListType<?> list) {
            return shapesOf(list.item());
        }
        if (type instanceof MapType<?> map) {
            return shapesOf(map.value());
        }
        if (type instanceof Either<?> either) {
            return shapesOf(either.longForm());
        }
        return List.of();
    }
}

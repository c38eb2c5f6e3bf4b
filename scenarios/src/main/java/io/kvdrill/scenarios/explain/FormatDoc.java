package io.kvdrill.scenarios.explain;

import io.kvdrill.scenarios.format.scenario.ScenarioFields;
import io.kvdrill.scenarios.format.shape.Either;
import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.ListType;
import io.kvdrill.scenarios.format.shape.MapType;
import io.kvdrill.scenarios.format.shape.OneOf;
import io.kvdrill.scenarios.format.shape.ScalarType;
import io.kvdrill.scenarios.format.shape.Shape;
import io.kvdrill.scenarios.format.shape.Type;
import io.kvdrill.scenarios.format.shape.WordType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The reference of the scenario format in Markdown, made from the very shapes that read files. */
public final class FormatDoc {
    private final StringBuilder out = new StringBuilder();
    private final Set<Type<?>> described = new LinkedHashSet<>();

    private FormatDoc() {}

    /** One section for the file as a whole, then one for each mapping inside it. */
    public static String markdown() {
        FormatDoc doc = new FormatDoc();
        Shape<?> root = ScenarioFields.shape();
        doc.heading("The file", root.about());
        doc.table(root.fields());
        root.fields().forEach(field -> doc.sections(field.name(), field.type()));
        return doc.out.toString();
    }

    /** Each mapping is described once, where it first occurs: moments and events occur in many places. */
    private void sections(String path, Type<?> type) {
        if (type instanceof ListType<?> list) {
            sections(path, list.item());
        } else if (type instanceof MapType<?> map) {
            sections(path, map.value());
        } else if (type instanceof Either<?> either) {
            sections(path, either.longForm());
        } else if ((type instanceof OneOf<?> || type instanceof Shape<?>) && described.add(type)) {
            if (type instanceof OneOf<?> oneOf) {
                oneOf(path, oneOf);
            } else {
                Shape<?> shape = (Shape<?>) type;
                heading("`" + path + "`: " + shape.name(), shape.about());
                table(shape.fields());
                shape.fields().forEach(field -> sections(path + "." + field.name(), field.type()));
            }
        }
    }

    private void oneOf(String path, OneOf<?> oneOf) {
        heading("`" + path + "`: " + oneOf.name(), oneOf.about() + ". One of these:");
        List<Field<?>> common = FieldText.common(List.copyOf(oneOf.forms()));
        List<Field<?>> inner = new ArrayList<>();
        for (Shape<?> form : oneOf.forms()) {
            out.append("\n**`")
                    .append(OneOf.verb(form))
                    .append("`** (")
                    .append(form.name())
                    .append("): ");
            out.append(form.about()).append(".\n");
            List<Field<?>> own =
                    form.fields().stream().filter(f -> !common.contains(f)).toList();
            table(own);
            inner.addAll(own);
        }
        if (!common.isEmpty()) {
            out.append("\nEach of them also takes:\n");
            table(common);
            inner.addAll(common);
        }
        inner.stream().distinct().forEach(field -> sections(path + "." + field.name(), field.type()));
    }

    private void heading(String title, String about) {
        out.append("\n### ").append(title).append("\n\n").append(about);
        out.append(about.endsWith(":") ? "\n" : ".\n");
    }

    private void table(List<Field<?>> fields) {
        out.append("\n| field | value | default | what it is | example |\n|---|---|---|---|---|\n");
        for (Field<?> field : fields) {
            out.append("| `").append(field.name()).append("` | ");
            out.append(cell(value(field.type())))
                    .append(" | ")
                    .append(cell(ifAbsent(field)))
                    .append(" | ");
            out.append(cell(field.about())).append(" | ");
            out.append(field.example().isEmpty() ? "" : "`" + cell(field.example()) + "`")
                    .append(" |\n");
        }
    }

    private static String value(Type<?> type) {
        if (type instanceof WordType<?> words) {
            List<String> texts = new ArrayList<>();
            words.words()
                    .forEach((word, meaning) -> texts.add(
                            "`" + word + "`" + (meaning.about().isEmpty() ? "" : " (" + meaning.about() + ")")));
            return String.join(", ", texts);
        }
        if (type instanceof ScalarType<?> scalar) {
            return scalar.json() == ScalarType.Json.INTEGER ? scalar.expected() : scalar.name();
        }
        if (type instanceof Either<?> either) {
            return value(either.word()) + ", or " + value(either.longForm());
        }
        if (type instanceof ListType<?> list) {
            return "list; an item: " + value(list.item());
        }
        if (type instanceof MapType<?> map) {
            return "by name of a " + map.nameNoun() + ": " + value(map.value());
        }
        if (type instanceof OneOf<?> oneOf) {
            return oneOf.name();
        }
        return type.expected();
    }

    private static String ifAbsent(Field<?> field) {
        if (field.required()) {
            return "**required**";
        }
        return field.defaultText().isEmpty() ? field.absentMeans() : "`" + field.defaultText() + "`";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }
}

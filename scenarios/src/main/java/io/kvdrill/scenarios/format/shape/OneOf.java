package io.kvdrill.scenarios.format.shape;

import io.kvdrill.scenarios.format.source.Nearest;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A mapping that comes in several forms, told apart by the one field that only that form has: {@code {kill: prefill}},
 * {@code {pause: decode, for: 3s}}.
 *
 * @param <T> what it becomes
 */
public final class OneOf<T> implements Type<T> {
    private final String name;
    private final String about;
    private final List<Shape<? extends T>> forms;

    /**
     * A choice of forms; the first field of each is the one that tells it from the others.
     *
     * @param name with its article: "a fault"
     * @param about one sentence, without a final stop
     */
    public OneOf(String name, String about, List<Shape<? extends T>> forms) {
        this.name = name;
        this.about = about;
        this.forms = List.copyOf(forms);
    }

    /** With its article. */
    public String name() {
        return name;
    }

    /** What it is, in a sentence. */
    public String about() {
        return about;
    }

    /** The forms; the first field of each tells it from the others. */
    public List<Shape<? extends T>> forms() {
        return forms;
    }

    /** The telling fields. */
    public List<String> verbs() {
        return forms.stream().map(OneOf::verb).toList();
    }

    /** The field that tells a form from the others. */
    public static String verb(Shape<?> form) {
        return form.fields().get(0).name();
    }

    @Override
    public String expected() {
        return name + " (" + String.join(", ", verbs()) + ")";
    }

    @Override
    public @Nullable T read(YamlValue value, Reading reading) {
        if (!(value instanceof YamlValue.Mapping mapping)) {
            reading.mismatch(value, name + ", a mapping with one of " + String.join(", ", verbs()));
            return null;
        }
        List<Shape<? extends T>> chosen = forms.stream()
                .filter(form -> mapping.entry(verb(form)).isPresent())
                .toList();
        if (chosen.size() == 1) {
            return chosen.get(0).read(mapping, reading);
        }
        if (chosen.isEmpty()) {
            refuseUnclear(mapping, reading);
        } else {
            YamlValue.Entry second = mapping.entries().stream()
                    .filter(entry -> verbs().contains(entry.name()))
                    .skip(1)
                    .findFirst()
                    .orElseThrow();
            reading.problems()
                    .add(
                            second.nameSpan(),
                            name + " is one thing only, not also '" + second.name() + "'",
                            "make it an item of its own");
        }
        return null;
    }

    /** No form's field is there: perhaps one is misspelt. */
    private void refuseUnclear(YamlValue.Mapping mapping, Reading reading) {
        Set<String> others = new LinkedHashSet<>();
        forms.forEach(form -> form.fields().stream().skip(1).map(Field::name).forEach(others::add));
        List<String> verbs = new ArrayList<>(verbs());
        for (YamlValue.Entry entry : mapping.entries()) {
            if (!others.contains(entry.name())) {
                reading.problems()
                        .add(
                                entry.nameSpan(),
                                name + " cannot be '" + entry.name() + "'",
                                Nearest.suggestion(entry.name(), verbs));
                return;
            }
        }
        reading.problems()
                .add(mapping.span(), name + " does not say what it is", "one of: " + String.join(", ", verbs));
    }
}

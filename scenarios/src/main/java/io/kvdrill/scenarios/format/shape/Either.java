package io.kvdrill.scenarios.format.shape;

import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A short form, written as one word, quantity or group of names, or a long one.
 *
 * @param <T> what both become
 */
public final class Either<T> implements Type<T> {
    private static final int MOST_NAMED = 8;

    private final Type<? extends T> word;
    private final Type<? extends T> longForm;

    /** Either of these. */
    public Either(Type<? extends T> word, Type<? extends T> longForm) {
        this.word = word;
        this.longForm = longForm;
    }

    /** The short form. */
    public Type<? extends T> word() {
        return word;
    }

    /** The long form: a mapping or a list. */
    public Type<? extends T> longForm() {
        return longForm;
    }

    @Override
    public String expected() {
        return word.expected() + "; or " + longText();
    }

    private String longText() {
        if (longForm instanceof Shape<?> shape) {
            return "a mapping with "
                    + names(shape.fields().stream().map(Field::name).toList());
        }
        return longForm instanceof OneOf<?> forms
                ? "a mapping with one of " + names(forms.verbs())
                : longForm.expected();
    }

    private static String names(List<String> names) {
        List<String> shown = names.size() <= MOST_NAMED ? names : names.subList(0, MOST_NAMED);
        return String.join(", ", shown) + (shown.size() < names.size() ? ", ..." : "");
    }

    @Override
    public @Nullable T read(YamlValue value, Reading reading) {
        if (value instanceof YamlValue.Scalar scalar) {
            if (scalar.isNull()) {
                reading.mismatch(value, expected());
                return null;
            }
            return word.read(value, reading);
        }
        if (value instanceof YamlValue.Sequence && word instanceof GroupType) {
            return word.read(value, reading);
        }
        return longForm.read(value, reading);
    }
}

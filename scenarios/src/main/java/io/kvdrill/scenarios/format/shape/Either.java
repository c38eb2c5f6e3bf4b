package io.kvdrill.scenarios.format.shape;

import io.kvdrill.scenarios.format.yaml.YamlValue;
import org.jspecify.annotations.Nullable;

/**
 * A short form, written as one word, quantity or group of names, or a long one.
 *
 * @param <T> what both become
 */
public final class Either<T> implements Type<T> {
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
        return word.expected() + "; or " + longForm.expected();
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

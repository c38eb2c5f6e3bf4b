package io.kvdrill.scenarios.format.shape;

import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A value that has a reader of its own.
 *
 * @param <T> what it becomes
 */
public final class AnyType<T> implements Type<T> {
    private final String name;
    private final String expected;
    private final BiFunction<YamlValue, Reading, @Nullable T> reader;
    private final @Nullable Type<?> like;

    /**
     * A type.
     *
     * @param name a few words, for tables
     * @param expected with its article
     * @param reader gives null after it told the reading what is wrong
     */
    public AnyType(String name, String expected, BiFunction<YamlValue, Reading, @Nullable T> reader) {
        this(name, expected, reader, null);
    }

    private AnyType(
            String name, String expected, BiFunction<YamlValue, Reading, @Nullable T> reader, @Nullable Type<?> like) {
        this.name = name;
        this.expected = expected;
        this.reader = reader;
        this.like = like;
    }

    /** This type with one that looks the same to an editor: it accepts at least every value that this one accepts. */
    public AnyType<T> like(Type<?> type) {
        return new AnyType<>(name, expected, reader, type);
    }

    /** A type that looks the same to an editor, if one is known. */
    public Optional<Type<?>> like() {
        return Optional.ofNullable(like);
    }

    /** A few words, for tables. */
    public String name() {
        return name;
    }

    @Override
    public String expected() {
        return expected;
    }

    @Override
    public @Nullable T read(YamlValue value, Reading reading) {
        return reader.apply(value, reading);
    }
}

package io.kvdrill.scenarios.format.shape;

import io.kvdrill.scenarios.format.yaml.YamlValue;
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

    /**
     * A type.
     *
     * @param name a few words, for tables
     * @param expected with its article
     * @param reader gives null after it told the reading what is wrong
     */
    public AnyType(String name, String expected, BiFunction<YamlValue, Reading, @Nullable T> reader) {
        this.name = name;
        this.expected = expected;
        this.reader = reader;
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

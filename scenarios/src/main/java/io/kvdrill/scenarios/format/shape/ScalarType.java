package io.kvdrill.scenarios.format.shape;

import io.kvdrill.scenarios.format.unit.UnitException;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import org.jspecify.annotations.Nullable;

/**
 * A value that is written as one word, number or quantity.
 *
 * @param <T> what it becomes
 */
public final class ScalarType<T> implements Type<T> {

    /**
     * Understands a text.
     *
     * @param <T> what it becomes
     */
    @FunctionalInterface
    public interface Parser<T> {
        /**
         * What the text stands for.
         *
         * @throws UnitException if it stands for nothing
         */
        T parse(String text) throws UnitException;
    }

    /** How a value looks in JSON. */
    public enum Json {
        /** Always text. */
        TEXT,
        /** A whole number. */
        INTEGER,
        /** A number, or text with a unit. */
        NUMBER_OR_TEXT,
        /** True or false. */
        BOOLEAN
    }

    private final String name;
    private final String expected;
    private final Json json;
    private final Parser<T> parser;

    /**
     * A type.
     *
     * @param name one or two words, for tables
     * @param expected with its article and an example
     */
    public ScalarType(String name, String expected, Json json, Parser<T> parser) {
        this.name = name;
        this.expected = expected;
        this.json = json;
        this.parser = parser;
    }

    /** One or two words, for tables. */
    public String name() {
        return name;
    }

    /** How a value looks in JSON. */
    public Json json() {
        return json;
    }

    @Override
    public String expected() {
        return expected;
    }

    @Override
    public @Nullable T read(YamlValue value, Reading reading) {
        if (!(value instanceof YamlValue.Scalar scalar) || scalar.isNull()) {
            reading.mismatch(value, expected);
            return null;
        }
        try {
            return parser.parse(scalar.text());
        } catch (UnitException e) {
            reading.problems().add(value.span(), e.problem(), e.help());
            return null;
        }
    }
}

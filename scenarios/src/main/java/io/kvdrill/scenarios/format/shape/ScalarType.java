package io.kvdrill.scenarios.format.shape;

import io.kvdrill.scenarios.format.unit.UnitException;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
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
    private final String pattern;
    private final List<String> suggestions;
    private final @Nullable Long most;

    /**
     * A type.
     *
     * @param name one or two words, for tables
     * @param expected with its article and an example
     */
    public ScalarType(String name, String expected, Json json, Parser<T> parser) {
        this(name, expected, json, parser, "", List.of(), null);
    }

    private ScalarType(
            String name,
            String expected,
            Json json,
            Parser<T> parser,
            String pattern,
            List<String> suggestions,
            @Nullable Long most) {
        this.name = name;
        this.expected = expected;
        this.json = json;
        this.parser = parser;
        this.pattern = pattern;
        this.suggestions = suggestions;
        this.most = most;
    }

    /**
     * This type with a pattern for editors, which do not parse.
     *
     * @param regex matches, as a whole, at least every text that is accepted; only what both Java and ECMAScript know
     */
    public ScalarType<T> matching(String regex) {
        return new ScalarType<>(name, expected, json, parser, regex, suggestions, most);
    }

    /** This type with texts that an editor may propose; others are accepted, too. */
    public ScalarType<T> suggesting(Collection<String> texts) {
        return new ScalarType<>(name, expected, json, parser, pattern, List.copyOf(texts), most);
    }

    /** This type, a whole number, with the largest that is accepted. */
    public ScalarType<T> atMost(long largest) {
        return new ScalarType<>(name, expected, json, parser, pattern, suggestions, largest);
    }

    /** One or two words, for tables. */
    public String name() {
        return name;
    }

    /** How a value looks in JSON. */
    public Json json() {
        return json;
    }

    /** What every accepted text matches as a whole; empty where nothing is known. */
    public String pattern() {
        return pattern;
    }

    /** Texts that an editor may propose. */
    public List<String> suggestions() {
        return suggestions;
    }

    /** The largest whole number that is accepted, where there is a bound. */
    public OptionalLong most() {
        return most == null ? OptionalLong.empty() : OptionalLong.of(most);
    }

    /** Whether this text is accepted. */
    public boolean accepts(String text) {
        try {
            parser.parse(text);
            return true;
        } catch (UnitException e) {
            return false;
        }
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

package io.kvdrill.scenarios.format.shape;

import io.kvdrill.scenarios.format.source.Nearest;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One of a few words.
 *
 * @param <T> what they stand for
 */
public final class WordType<T> implements Type<T> {

    /**
     * A word.
     *
     * @param about what it means, in a few words
     */
    public record Word<T>(T value, String about) {}

    private final String name;
    private final Map<String, Word<T>> words;

    private WordType(String name, Map<String, Word<T>> words) {
        this.name = name;
        this.words = words;
    }

    /** A type without words so far. */
    public static <T> WordType<T> named(String name) {
        return new WordType<>(name, Map.of());
    }

    /** This type with one more word. */
    public WordType<T> word(String word, T value, String about) {
        Map<String, Word<T>> more = new LinkedHashMap<>(words);
        more.put(word, new Word<>(value, about));
        return new WordType<>(name, Collections.unmodifiableMap(more));
    }

    /** One or two words, for tables. */
    public String name() {
        return name;
    }

    /** The words in order. */
    public Map<String, Word<T>> words() {
        return words;
    }

    @Override
    public String expected() {
        return words.size() == 1
                ? "'" + words.keySet().iterator().next() + "'"
                : "one of " + String.join(", ", words.keySet());
    }

    @Override
    public @Nullable T read(YamlValue value, Reading reading) {
        if (!(value instanceof YamlValue.Scalar scalar) || scalar.isNull()) {
            reading.mismatch(value, expected());
            return null;
        }
        Word<T> word = words.get(scalar.text());
        if (word == null) {
            reading.problems()
                    .add(
                            value.span(),
                            scalar.kind() + " is no " + name,
                            Nearest.suggestion(scalar.text(), words.keySet()));
            return null;
        }
        return word.value();
    }
}

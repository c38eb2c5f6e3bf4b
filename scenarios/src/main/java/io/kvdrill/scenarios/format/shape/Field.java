package io.kvdrill.scenarios.format.shape;

import io.kvdrill.scenarios.format.source.Problems;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.format.yaml.YamlParser;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import org.jspecify.annotations.Nullable;

/**
 * A field of a {@link Shape}.
 *
 * @param <T> what its value becomes
 */
public final class Field<T> {
    private final String name;
    private final Type<T> type;
    private final boolean required;
    private final String defaultText;
    private final @Nullable YamlValue defaultValue;
    private final String absentMeans;
    private final String about;
    private final String example;

    private Field(
            String name,
            Type<T> type,
            boolean required,
            String defaultText,
            String absentMeans,
            String about,
            String example) {
        this.name = name;
        this.type = type;
        this.required = required;
        this.defaultText = defaultText;
        this.defaultValue = defaultText.isEmpty() ? null : parse(name, defaultText);
        this.absentMeans = absentMeans;
        this.about = about;
        this.example = example;
    }

    /** A field that must be given. */
    public static <T> Field<T> required(String name, Type<T> type) {
        return new Field<>(name, type, true, "", "", "", "");
    }

    /** A field with a default, written as in a file. */
    public static <T> Field<T> of(String name, Type<T> type, String defaultText) {
        return new Field<>(name, type, false, defaultText, "", "", "");
    }

    /**
     * A field that may be left out.
     *
     * @param absentMeans what it means then, in a few words
     */
    public static <T> Field<T> optional(String name, Type<T> type, String absentMeans) {
        return new Field<>(name, type, false, "", absentMeans, "", "");
    }

    /** This field with its documentation: one sentence, without a final stop. */
    public Field<T> about(String text) {
        return new Field<>(name, type, required, defaultText, absentMeans, text, example);
    }

    /** This field with an example, written as in a file. */
    public Field<T> example(String text) {
        return new Field<>(name, type, required, defaultText, absentMeans, about, text);
    }

    /** As it is written. */
    public String name() {
        return name;
    }

    /** What its value may be. */
    public Type<T> type() {
        return type;
    }

    /** Whether it must be given. */
    public boolean required() {
        return required;
    }

    /** Its default as written in a file; empty if it has none. */
    public String defaultText() {
        return defaultText;
    }

    /** What leaving it out means, where it has no default. */
    public String absentMeans() {
        return absentMeans;
    }

    /** What it is for. */
    public String about() {
        return about;
    }

    /** A value as written in a file. */
    public String example() {
        return example.isEmpty() ? defaultText : example;
    }

    @Nullable YamlValue defaultValue() {
        return defaultValue;
    }

    private static YamlValue parse(String name, String text) {
        Problems problems = new Problems();
        YamlValue value = YamlParser.parse(Source.of("default of " + name, text), problems);
        problems.throwIfAny();
        return value;
    }
}

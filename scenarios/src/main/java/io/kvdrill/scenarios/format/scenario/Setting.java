package io.kvdrill.scenarios.format.scenario;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Problems;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.format.source.Span;
import io.kvdrill.scenarios.format.yaml.ValuePath;
import io.kvdrill.scenarios.format.yaml.YamlParser;
import io.kvdrill.scenarios.format.yaml.YamlValue;

/** A value given on the command line, as {@code --set path=value}. The value is YAML. */
public final class Setting {
    private static final String OPTION = "--set";

    private final ValuePath path;
    private final YamlValue value;

    private Setting(ValuePath path, YamlValue value) {
        this.path = path;
        this.value = value;
    }

    /**
     * Reads one.
     *
     * @param text what stands after the option
     * @throws InvalidInputException if it is none
     */
    public static Setting parse(String text) {
        Source source = Source.of(OPTION, text);
        int equals = text.indexOf('=');
        if (equals <= 0) {
            throw new InvalidInputException(
                    new Span(source, 1, 1, Math.max(1, text.length())),
                    "expected path=value",
                    "such as --set peers.decode.step=30ms or --set profile.load_timeout_pd=5s");
        }
        ValuePath path = ValuePath.parse(text.substring(0, equals), new Span(source, 1, 1, equals));
        return new Setting(path, value(source, text.substring(equals + 1), equals + 1));
    }

    /** Parses the value where it stands, so that problems point into the option. */
    private static YamlValue value(Source source, String text, int column) {
        if (text.isBlank()) {
            return new YamlValue.Scalar(new Span(source, 1, column, 1), "", true);
        }
        Problems problems = new Problems();
        YamlValue value = YamlParser.parse(Source.of(OPTION, " ".repeat(column) + text), problems);
        problems.throwIfAny();
        return new Relocated(source).of(value);
    }

    /** Whether it sets a row of the profile. */
    public boolean isProfileRow() {
        return path.first().equals(ScenarioFields.PROFILE_FIELD) && !path.rest().isEmpty();
    }

    /** Where it leads. */
    public ValuePath path() {
        return path;
    }

    /** What it sets. */
    public YamlValue value() {
        return value;
    }

    /** Moves values into the text of the option as it was typed. */
    private record Relocated(Source source) {
        YamlValue of(YamlValue value) {
            if (value instanceof YamlValue.Scalar scalar) {
                return new YamlValue.Scalar(move(scalar.span()), scalar.text(), scalar.plain());
            }
            if (value instanceof YamlValue.Sequence sequence) {
                return YamlValue.Sequence.of(
                        move(sequence.span()),
                        sequence.items().stream().map(this::of).toList());
            }
            YamlValue.Mapping mapping = (YamlValue.Mapping) value;
            return YamlValue.Mapping.of(
                    move(mapping.span()),
                    mapping.entries().stream()
                            .map(e -> new YamlValue.Entry(e.name(), move(e.nameSpan()), of(e.value())))
                            .toList());
        }

        private Span move(Span span) {
            return new Span(source, span.line(), span.column(), span.length());
        }
    }
}

package io.kvdrill.scenarios.format.expand;

import io.kvdrill.scenarios.format.yaml.YamlValue;

/** Copies of values, with a number in place of every {@code #}. */
final class Numbered {
    private static final String MARK = "#";

    private Numbered() {}

    static boolean hasMark(String text) {
        return text.contains(MARK);
    }

    static String text(String text, int number) {
        return text.replace(MARK, Integer.toString(number));
    }

    static YamlValue value(YamlValue value, int number) {
        if (value instanceof YamlValue.Scalar scalar) {
            return hasMark(scalar.text())
                    ? new YamlValue.Scalar(scalar.span(), text(scalar.text(), number), scalar.plain())
                    : scalar;
        }
        if (value instanceof YamlValue.Sequence sequence) {
            return YamlValue.Sequence.of(
                    sequence.span(),
                    sequence.items().stream().map(item -> value(item, number)).toList());
        }
        return mapping((YamlValue.Mapping) value, number);
    }

    static YamlValue.Mapping mapping(YamlValue.Mapping mapping, int number) {
        return YamlValue.Mapping.of(
                mapping.span(),
                mapping.entries().stream()
                        .map(entry -> new YamlValue.Entry(
                                text(entry.name(), number), entry.nameSpan(), value(entry.value(), number)))
                        .toList());
    }
}

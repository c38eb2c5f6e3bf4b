package io.kvdrill.scenarios.format.write;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** A value to be written as YAML. */
sealed interface YamlOut {

    /** In one line, as it stands inside of brackets. */
    String flow();

    /** A single value. */
    record Scalar(String text) implements YamlOut {
        private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./+-](?:[A-Za-z0-9_./+%@ ()'-]|:(?=[^ ])|;)*");
        private static final Pattern NULL = Pattern.compile("null|~|", Pattern.CASE_INSENSITIVE);
        private static final Pattern MARKER = Pattern.compile("-{1,3}(?: .*)?|\\.{3}.*");

        @Override
        public String flow() {
            if (PLAIN.matcher(text).matches()
                    && text.equals(text.strip())
                    && !NULL.matcher(text).matches()
                    && !MARKER.matcher(text).matches()) {
                return text;
            }
            boolean printable = text.chars().allMatch(c -> (c >= ' ' && c < 0x7F) || (c > 0xA0 && c < 0xD800));
            return printable ? "'" + text.replace("'", "''") + "'" : quoted();
        }

        private String quoted() {
            StringBuilder out = new StringBuilder("\"");
            text.codePoints().forEach(point -> {
                if (point == '"' || point == '\\') {
                    out.append('\\').appendCodePoint(point);
                } else if (point >= ' ' && point < 0x7F) {
                    out.appendCodePoint(point);
                } else {
                    out.append(String.format("\\U%08x", point));
                }
            });
            return out.append('"').toString();
        }
    }

    /** A list. */
    record Items(List<YamlOut> items) implements YamlOut {
        public Items {
            items = List.copyOf(items);
        }

        static Items of(List<String> texts) {
            return new Items(texts.stream().<YamlOut>map(Scalar::new).toList());
        }

        @Override
        public String flow() {
            return "[" + String.join(", ", items.stream().map(YamlOut::flow).toList()) + "]";
        }
    }

    /** A mapping that is filled field by field; what is at its default is left out by whoever fills it. */
    final class Fields implements YamlOut {
        private final Map<String, YamlOut> fields = new LinkedHashMap<>();

        /** Adds a field. */
        Fields put(String name, YamlOut value) {
            if (fields.putIfAbsent(name, value) != null) {
                throw new UnwritableException("'" + name + "' would be given twice");
            }
            return this;
        }

        /** Adds a field with a single value. */
        Fields put(String name, String text) {
            return put(name, new Scalar(text));
        }

        /** Adds a field unless its value is the default. */
        Fields put(String name, String text, boolean unlessDefault) {
            return unlessDefault ? this : put(name, text);
        }

        /** Adds a field if there is a value. */
        Fields put(String name, Optional<? extends YamlOut> value) {
            value.ifPresent(present -> put(name, present));
            return this;
        }

        /** Adds a field unless it holds nothing. */
        Fields putUnlessEmpty(String name, Fields value) {
            return value.isEmpty() ? this : put(name, value);
        }

        boolean isEmpty() {
            return fields.isEmpty();
        }

        Map<String, YamlOut> entries() {
            return fields;
        }

        @Override
        public String flow() {
            List<String> parts = new ArrayList<>();
            fields.forEach((name, value) -> parts.add(new Scalar(name).flow() + ": " + value.flow()));
            return "{" + String.join(", ", parts) + "}";
        }
    }
}

package io.kvdrill.scenarios.format.yaml;

import io.kvdrill.scenarios.format.source.Span;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** A value in a YAML text, with its place. Immutable. An alias is the very value of its anchor. */
public sealed interface YamlValue {

    /** Where it is written. */
    Span span();

    /** How many values it holds, itself included, with aliases followed. */
    long size();

    /** What kind of value it is, for messages. */
    String kind();

    /**
     * A single value, as text.
     *
     * @param plain not quoted, so that {@code null} and {@code true} may mean what they say
     */
    record Scalar(Span span, String text, boolean plain) implements YamlValue {
        @Override
        public long size() {
            return 1;
        }

        /** Whether this is YAML's null: nothing, {@code ~} or {@code null}. */
        public boolean isNull() {
            return plain && (text.isEmpty() || text.equals("~") || text.equalsIgnoreCase("null"));
        }

        @Override
        public String kind() {
            return isNull() ? "nothing" : "'" + shortened() + "'";
        }

        private String shortened() {
            return text.length() <= 60 ? text : text.substring(0, 57) + "...";
        }
    }

    /** A list. */
    record Sequence(Span span, List<YamlValue> items, long size) implements YamlValue {
        /** Of these items. */
        public static Sequence of(Span span, List<YamlValue> items) {
            long size = items.stream().mapToLong(YamlValue::size).sum() + 1;
            return new Sequence(span, Collections.unmodifiableList(new ArrayList<>(items)), size);
        }

        @Override
        public String kind() {
            return "a list";
        }
    }

    /** Fields by name, in the order written; no name occurs twice. */
    record Mapping(Span span, List<Entry> entries, long size) implements YamlValue {
        /** Of these entries. */
        public static Mapping of(Span span, List<Entry> entries) {
            long size = entries.stream().mapToLong(e -> e.value().size()).sum() + 1;
            return new Mapping(span, Collections.unmodifiableList(new ArrayList<>(entries)), size);
        }

        /** The entry of this name. */
        public Optional<Entry> entry(String name) {
            return entries.stream().filter(e -> e.name().equals(name)).findFirst();
        }

        /** The value of this name. */
        public Optional<YamlValue> get(String name) {
            return entry(name).map(Entry::value);
        }

        /** All names, in order. */
        public List<String> names() {
            return entries.stream().map(Entry::name).toList();
        }

        /** This mapping with one entry added, or replaced where it stands. */
        public Mapping with(Entry changed) {
            List<Entry> result = new ArrayList<>(entries);
            for (int i = 0; i < result.size(); i++) {
                if (result.get(i).name().equals(changed.name())) {
                    result.set(i, changed);
                    return of(span, result);
                }
            }
            result.add(changed);
            return of(span, result);
        }

        /** This mapping without an entry. */
        public Mapping without(String name) {
            return of(span, entries.stream().filter(e -> !e.name().equals(name)).toList());
        }

        @Override
        public String kind() {
            return "a mapping";
        }
    }

    /** A field of a mapping. */
    record Entry(String name, Span nameSpan, YamlValue value) {}
}

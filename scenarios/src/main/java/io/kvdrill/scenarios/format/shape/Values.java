package io.kvdrill.scenarios.format.shape;

import io.kvdrill.scenarios.format.source.Span;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.util.Map;
import java.util.Optional;

/** The fields of one mapping, read. */
public final class Values {
    private final YamlValue.Mapping mapping;
    private final Map<Field<?>, Object> values;
    private final Reading reading;
    private boolean refused;

    Values(YamlValue.Mapping mapping, Map<Field<?>, Object> values, Reading reading) {
        this.mapping = mapping;
        this.values = values;
        this.reading = reading;
    }

    /** The value of a field that is required or has a default. */
    public <T> T get(Field<T> field) {
        return find(field).orElseThrow(() -> new IllegalStateException("field " + field.name() + " may be absent"));
    }

    /** The value of a field, if it was given or has a default. */
    @SuppressWarnings("unchecked") // the value was read by the field's own type
    public <T> Optional<T> find(Field<T> field) {
        return Optional.ofNullable((T) values.get(field));
    }

    /** Whether a field was written. */
    public boolean has(Field<?> field) {
        return mapping.entry(field.name()).isPresent();
    }

    /** Where a field's value is written; the mapping's place if it is not. */
    public Span span(Field<?> field) {
        return mapping.get(field.name()).map(YamlValue::span).orElse(mapping.span());
    }

    /** Where the mapping starts. */
    public Span span() {
        return mapping.span();
    }

    /** The attempt that this is part of. */
    public Reading reading() {
        return reading;
    }

    /** Notes that a field's value cannot be: nothing is built from this mapping. */
    public void refuse(Field<?> field, String message, String help) {
        refuse(span(field), message, help);
    }

    /** Notes that something at a place cannot be: nothing is built from this mapping. */
    public void refuse(Span span, String message, String help) {
        reading.problems().add(span, message, help);
        refused = true;
    }

    boolean refused() {
        return refused;
    }
}

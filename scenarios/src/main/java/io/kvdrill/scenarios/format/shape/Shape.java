package io.kvdrill.scenarios.format.shape;

import io.kvdrill.scenarios.format.source.Nearest;
import io.kvdrill.scenarios.format.source.Problems;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A mapping with a fixed set of fields, read in the order in which the shape lists them: a field may refer to names that
 * an earlier one introduces.
 *
 * @param <T> what it becomes
 */
public final class Shape<T> implements Type<T> {

    /**
     * Makes the result from the fields; may {@link Values#refuse} them.
     *
     * @param <T> what it becomes
     */
    @FunctionalInterface
    public interface Builder<T> {
        /** The result; not used if the values were refused. */
        @Nullable T build(Values values);
    }

    private final String name;
    private final String about;
    private final List<Field<?>> fields;
    private final Builder<T> builder;

    /**
     * A shape.
     *
     * @param name with its article: "a peer"
     * @param about one sentence, without a final stop
     */
    public Shape(String name, String about, List<Field<?>> fields, Builder<T> builder) {
        this.name = name;
        this.about = about;
        this.fields = List.copyOf(fields);
        this.builder = builder;
    }

    /** With its article. */
    public String name() {
        return name;
    }

    /** What it is, in a sentence. */
    public String about() {
        return about;
    }

    /** Its fields, in the order in which they are read. */
    public List<Field<?>> fields() {
        return fields;
    }

    /** The field of this name. */
    public Optional<Field<?>> field(String fieldName) {
        return fields.stream().filter(f -> f.name().equals(fieldName)).findFirst();
    }

    @Override
    public String expected() {
        return name;
    }

    @Override
    public @Nullable T read(YamlValue value, Reading reading) {
        YamlValue.Mapping mapping = asMapping(value);
        if (mapping == null) {
            reading.mismatch(value, name + ", a mapping");
            return null;
        }
        boolean complete =
                mapping.entries().stream().allMatch(entry -> field(entry.name()).isPresent());
        mapping = corrected(mapping, reading.problems());
        Map<Field<?>, Object> values = new LinkedHashMap<>();
        for (Field<?> field : fields) {
            complete &= read(field, mapping, values, reading);
        }
        if (!complete) {
            return null;
        }
        Values result = new Values(mapping, values, reading);
        T built = builder.build(result);
        return result.refused() ? null : built;
    }

    /** Nothing after a name stands for a mapping without fields. */
    private static YamlValue.@Nullable Mapping asMapping(YamlValue value) {
        if (value instanceof YamlValue.Scalar scalar && scalar.isNull()) {
            return YamlValue.Mapping.of(scalar.span(), List.of());
        }
        return value instanceof YamlValue.Mapping mapping ? mapping : null;
    }

    /**
     * The mapping with the fields that it seems to mean: a misspelt one under its right name, so that what is wrong with
     * its value is found, too, and without those that mean nothing.
     *
     * @param problems told of each field that is not of this shape
     * @return the same mapping if there is none
     */
    public YamlValue.Mapping corrected(YamlValue.Mapping mapping, Problems problems) {
        List<String> known = fields.stream().map(Field::name).toList();
        YamlValue.Mapping result = mapping;
        for (YamlValue.Entry entry : mapping.entries()) {
            if (known.contains(entry.name())) {
                continue;
            }
            problems.add(
                    entry.nameSpan(),
                    name + " has no field '" + entry.name() + "'",
                    Nearest.suggestion(entry.name(), known));
            result = result.without(entry.name());
            String meant = Nearest.to(entry.name(), known).orElse("");
            if (!meant.isEmpty() && result.entry(meant).isEmpty()) {
                result = result.with(new YamlValue.Entry(meant, entry.nameSpan(), entry.value()));
            }
        }
        return result;
    }

    private <F> boolean read(Field<F> field, YamlValue.Mapping mapping, Map<Field<?>, Object> values, Reading reading) {
        YamlValue written = mapping.get(field.name()).orElse(field.defaultValue());
        if (written == null) {
            if (field.required()) {
                reading.problems()
                        .add(
                                mapping.span(),
                                name + " needs '" + field.name() + "': " + field.about(),
                                field.example().isEmpty() ? "" : "such as " + field.name() + ": " + field.example());
                return false;
            }
            return true;
        }
        F value = field.type().read(written, reading);
        if (value == null) {
            return false;
        }
        values.put(field, value);
        return true;
    }
}

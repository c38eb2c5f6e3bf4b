package io.kvdrill.scenarios.format.expand;

import io.kvdrill.scenarios.format.shape.Either;
import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.GroupType;
import io.kvdrill.scenarios.format.shape.ListType;
import io.kvdrill.scenarios.format.shape.NameType;
import io.kvdrill.scenarios.format.shape.OneOf;
import io.kvdrill.scenarios.format.shape.Reading;
import io.kvdrill.scenarios.format.shape.Shape;
import io.kvdrill.scenarios.format.shape.Type;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes a value out once for each combination of the names that the groups in it stand for. */
final class Combinations {
    private final Map<Reading.Names, Groups> groups;
    private final int most;

    /**
     * A writer.
     *
     * @param most combinations of a value that are written out; the rest is left out
     */
    Combinations(Map<Reading.Names, Groups> groups, int most) {
        this.groups = groups;
        this.most = most;
    }

    /** The value itself where it names no group; what does not fit its type is left as it is. */
    List<YamlValue> of(Type<?> type, YamlValue value) {
        if (type instanceof NameType name) {
            return names(name, value);
        } else if (type instanceof GroupType<?> group) {
            return List.of(together(group, value));
        } else if (type instanceof Either<?> either) {
            boolean isShort = value instanceof YamlValue.Scalar
                    || (value instanceof YamlValue.Sequence && either.word() instanceof GroupType);
            return of(isShort ? either.word() : either.longForm(), value);
        } else if (type instanceof ListType<?> list) {
            return value instanceof YamlValue.Sequence sequence ? items(list, sequence) : of(list.item(), value);
        } else if (value instanceof YamlValue.Mapping mapping) {
            Shape<?> shape = shape(type, mapping);
            return shape == null ? List.of(value) : fields(shape, mapping);
        }
        return List.of(value);
    }

    private static @Nullable Shape<?> shape(Type<?> type, YamlValue.Mapping mapping) {
        if (type instanceof OneOf<?> oneOf) {
            return oneOf.forms().stream()
                    .filter(form -> mapping.entry(OneOf.verb(form)).isPresent())
                    .findFirst()
                    .orElse(null);
        }
        return type instanceof Shape<?> shape ? shape : null;
    }

    private List<YamlValue> names(NameType type, YamlValue value) {
        Groups known = groups.get(type.kind());
        if (known == null || !(value instanceof YamlValue.Scalar scalar) || !known.isGroup(scalar.text())) {
            return List.of(value);
        }
        return known.resolve(scalar.text()).stream()
                .map(name -> (YamlValue) new YamlValue.Scalar(scalar.span(), name, false))
                .toList();
    }

    /** All names of its groups in one list. */
    private YamlValue together(GroupType<?> type, YamlValue value) {
        List<YamlValue> items = value instanceof YamlValue.Sequence sequence ? sequence.items() : List.of(value);
        List<YamlValue> names = new ArrayList<>();
        items.forEach(item -> names.addAll(names(type.name(), item)));
        return YamlValue.Sequence.of(value.span(), names);
    }

    private List<YamlValue> items(ListType<?> list, YamlValue.Sequence sequence) {
        List<List<YamlValue>> combined = List.of(List.of());
        for (YamlValue item : sequence.items()) {
            combined = product(combined, of(list.item(), item));
        }
        return combined.stream()
                .map(items -> (YamlValue) YamlValue.Sequence.of(sequence.span(), items))
                .toList();
    }

    private List<YamlValue> fields(Shape<?> shape, YamlValue.Mapping mapping) {
        List<List<YamlValue>> combined = List.of(List.of());
        for (YamlValue.Entry entry : mapping.entries()) {
            Optional<Field<?>> field = shape.field(entry.name());
            combined = product(
                    combined, field.isPresent() ? of(field.get().type(), entry.value()) : List.of(entry.value()));
        }
        return combined.size() == 1
                ? List.of(with(mapping, combined.get(0)))
                : combined.stream()
                        .map(values -> (YamlValue) with(mapping, values))
                        .toList();
    }

    private static YamlValue.Mapping with(YamlValue.Mapping mapping, List<YamlValue> values) {
        List<YamlValue.Entry> entries = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            YamlValue.Entry entry = mapping.entries().get(i);
            entries.add(new YamlValue.Entry(entry.name(), entry.nameSpan(), values.get(i)));
        }
        return YamlValue.Mapping.of(mapping.span(), entries);
    }

    private List<List<YamlValue>> product(List<List<YamlValue>> combined, List<YamlValue> choices) {
        List<List<YamlValue>> result = new ArrayList<>();
        for (List<YamlValue> beginning : combined) {
            for (YamlValue choice : choices) {
                if (result.size() > most) {
                    return result;
                }
                List<YamlValue> longer = new ArrayList<>(beginning);
                longer.add(choice);
                result.add(longer);
            }
        }
        return result;
    }
}

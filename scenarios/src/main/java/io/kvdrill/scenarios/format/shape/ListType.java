package io.kvdrill.scenarios.format.shape;

import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list; where there is only one item, it may stand without the list around it.
 *
 * @param <T> of what
 */
public final class ListType<T> implements Type<List<T>> {
    private final Type<T> item;

    /** A list of these. */
    public ListType(Type<T> item) {
        this.item = item;
    }

    /** What it is a list of. */
    public Type<T> item() {
        return item;
    }

    @Override
    public String expected() {
        return "a list, each item " + item.expected();
    }

    @Override
    public @Nullable List<T> read(YamlValue value, Reading reading) {
        List<YamlValue> items = value instanceof YamlValue.Sequence sequence ? sequence.items() : List.of(value);
        List<T> result = new ArrayList<>();
        boolean complete = true;
        for (YamlValue each : items) {
            T read = item.read(each, reading);
            if (read == null) {
                complete = false;
            } else {
                result.add(read);
            }
        }
        return complete ? List.copyOf(result) : null;
    }
}

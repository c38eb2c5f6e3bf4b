package io.kvdrill.scenarios.format.shape;

import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values under names that the writer chooses.
 *
 * @param <T> of what
 */
public final class MapType<T> implements Type<Map<String, T>> {

    /** Looks at a name before its value is read; tells the reading what is wrong with it. */
    @FunctionalInterface
    public interface NameCheck {
        /** Whether the name may be used. */
        boolean accept(YamlValue.Entry entry, Reading reading);
    }

    private final String nameNoun;
    private final Type<T> value;
    private final NameCheck check;

    /**
     * A mapping.
     *
     * @param nameNoun what the names are names of
     * @param check looks at each name
     */
    public MapType(String nameNoun, Type<T> value, NameCheck check) {
        this.nameNoun = nameNoun;
        this.value = value;
        this.check = check;
    }

    /** What the names are names of. */
    public String nameNoun() {
        return nameNoun;
    }

    /** What stands under each name. */
    public Type<T> value() {
        return value;
    }

    @Override
    public String expected() {
        return "a mapping from the name of a " + nameNoun + " to " + value.expected();
    }

    @Override
    public @Nullable Map<String, T> read(YamlValue written, Reading reading) {
        if (!(written instanceof YamlValue.Mapping mapping)) {
            reading.mismatch(written, expected());
            return null;
        }
        Map<String, T> result = new LinkedHashMap<>();
        boolean complete = true;
        for (YamlValue.Entry entry : mapping.entries()) {
            boolean accepted = check.accept(entry, reading);
            T read = value.read(entry.value(), reading);
            if (read == null || !accepted) {
                complete = false;
            } else {
                result.put(entry.name(), read);
            }
        }
        return complete ? Collections.unmodifiableMap(result) : null;
    }
}

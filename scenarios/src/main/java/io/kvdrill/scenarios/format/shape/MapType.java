package io.kvdrill.scenarios.format.shape;

import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
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
    private final String namePattern;
    private final List<String> knownNames;

    /**
     * A mapping.
     *
     * @param nameNoun what the names are names of
     * @param check looks at each name
     */
    public MapType(String nameNoun, Type<T> value, NameCheck check) {
        this(nameNoun, value, check, "", List.of());
    }

    private MapType(String nameNoun, Type<T> value, NameCheck check, String namePattern, List<String> knownNames) {
        this.nameNoun = nameNoun;
        this.value = value;
        this.check = check;
        this.namePattern = namePattern;
        this.knownNames = knownNames;
    }

    /** This mapping with what every accepted name matches as a whole, for editors. */
    public MapType<T> namesMatching(String regex) {
        return new MapType<>(nameNoun, value, check, regex, knownNames);
    }

    /** This mapping with all names that are accepted, for editors. */
    public MapType<T> namesAmong(Collection<String> names) {
        return new MapType<>(nameNoun, value, check, namePattern, List.copyOf(names));
    }

    /** What every accepted name matches as a whole; empty where nothing is known. */
    public String namePattern() {
        return namePattern;
    }

    /** All names that are accepted; empty where the writer chooses. */
    public List<String> knownNames() {
        return knownNames;
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

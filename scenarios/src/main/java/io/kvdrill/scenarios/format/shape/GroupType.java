package io.kvdrill.scenarios.format.shape;

import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One or more names of things that the file introduces elsewhere. Groups and patterns among them are written out before
 * the document is read; each name counts once.
 *
 * @param <T> what the names become
 */
public final class GroupType<T> implements Type<T> {
    private final NameType name;
    private final Function<List<String>, T> maker;

    /** The names of some of these. */
    public GroupType(Reading.Names kind, Function<List<String>, T> maker) {
        this.name = new NameType(kind);
        this.maker = maker;
    }

    /** What each of them is. */
    public NameType name() {
        return name;
    }

    @Override
    public String expected() {
        String noun = name.kind().noun();
        return "the name of a " + noun + ", a pattern such as " + noun + "-*, a group, or a list of these";
    }

    @Override
    public @Nullable T read(YamlValue value, Reading reading) {
        List<YamlValue> items = value instanceof YamlValue.Sequence sequence ? sequence.items() : List.of(value);
        Set<String> names = new LinkedHashSet<>();
        boolean complete = true;
        for (YamlValue item : items) {
            String read = name.read(item, reading);
            complete &= read != null;
            if (read != null) {
                names.add(read);
            }
        }
        return complete ? maker.apply(List.copyOf(names)) : null;
    }
}

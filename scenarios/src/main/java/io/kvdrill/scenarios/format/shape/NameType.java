package io.kvdrill.scenarios.format.shape;

import io.kvdrill.scenarios.format.source.Nearest;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The name of something that the file introduces elsewhere. */
public final class NameType implements Type<String> {
    private final Reading.Names kind;

    /** The name of one of these. */
    public NameType(Reading.Names kind) {
        this.kind = kind;
    }

    /** What it names. */
    public Reading.Names kind() {
        return kind;
    }

    @Override
    public String expected() {
        return "the name of a " + kind.noun();
    }

    @Override
    public @Nullable String read(YamlValue value, Reading reading) {
        if (!(value instanceof YamlValue.Scalar scalar) || scalar.isNull()) {
            reading.mismatch(value, expected());
            return null;
        }
        Set<String> names = reading.names(kind);
        if (names.isEmpty() && !reading.problems().isEmpty()) {
            return null; // the part that introduces them could not be read, which is told already
        }
        if (!names.contains(scalar.text())) {
            reading.problems()
                    .add(
                            value.span(),
                            "there is no " + kind.noun() + " called " + scalar.kind(),
                            Nearest.suggestion(scalar.text(), names));
            return null;
        }
        return scalar.text();
    }
}

package io.kvdrill.scenarios.format.shape;

import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A name that the file introduces here, for others to refer to. */
public final class NewNameType implements Type<String> {
    /** What every such name matches as a whole. */
    public static final String PATTERN = "[A-Za-z0-9_][A-Za-z0-9_-]{0,63}";

    private static final Pattern NAME = Pattern.compile(PATTERN);

    private final Reading.Names kind;

    /** A name for one of these. */
    public NewNameType(Reading.Names kind) {
        this.kind = kind;
    }

    /** What it names. */
    public Reading.Names kind() {
        return kind;
    }

    @Override
    public String expected() {
        return "a name for a " + kind.noun() + ", of letters, digits, _ and -";
    }

    @Override
    public @Nullable String read(YamlValue value, Reading reading) {
        if (!(value instanceof YamlValue.Scalar scalar) || scalar.isNull()) {
            reading.mismatch(value, expected());
            return null;
        }
        if (!NAME.matcher(scalar.text()).matches()) {
            reading.problems()
                    .add(
                            value.span(),
                            value.kind() + " cannot name a " + kind.noun(),
                            "letters, digits, _ and - only, at most 64");
            return null;
        }
        reading.introduce(kind, scalar.text(), value.span());
        return scalar.text();
    }

    /** Introduces the names of a mapping. */
    public static boolean introduce(Reading.Names kind, YamlValue.Entry entry, Reading reading) {
        YamlValue name = new YamlValue.Scalar(entry.nameSpan(), entry.name(), false);
        return new NewNameType(kind).read(name, reading) != null;
    }
}

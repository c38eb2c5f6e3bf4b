package io.kvdrill.scenarios.format.profile;

import io.kvdrill.scenarios.format.shape.ScalarType;
import io.kvdrill.scenarios.format.source.Problems;
import io.kvdrill.scenarios.format.unit.UnitException;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.util.regex.Pattern;

/** What profiles of the user are called; also as a folder, so the alphabet is small. */
public final class ProfileNames {
    /** What every name matches as a whole. */
    static final String PATTERN = "[A-Za-z0-9][A-Za-z0-9._+-]{0,63}";

    private static final Pattern NAME = Pattern.compile(PATTERN);
    private static final String HELP = "letters, digits and . _ + - only, at most 64, a letter or digit first";

    /** A name as a value of a file. */
    static final ScalarType<String> TYPE = new ScalarType<>(
                    "name of a profile", "a name of " + HELP, ScalarType.Json.TEXT, text -> {
                        if (!NAME.matcher(text).matches()) {
                            throw new UnitException("'" + text + "' cannot be the name of a profile", HELP);
                        }
                        return text;
                    })
            .matching(PATTERN);

    private static final String CHANGED = "+changes";

    private ProfileNames() {}

    /** The name of an otherwise unnamed profile that differs from this one. */
    public static String changed(String name) {
        return name.endsWith(CHANGED) ? name : name + CHANGED;
    }

    static String cleaned(String name) {
        String clean = name.replaceAll("[^A-Za-z0-9._+-]", "-");
        clean = clean.substring(0, Math.min(64, clean.length()));
        return NAME.matcher(clean).matches() ? clean : "profile";
    }

    static String read(YamlValue value, Problems problems) {
        if (value instanceof YamlValue.Scalar scalar
                && NAME.matcher(scalar.text()).matches()) {
            return scalar.text();
        }
        problems.add(value.span(), value.kind() + " cannot be the name of a profile", HELP);
        return "";
    }
}

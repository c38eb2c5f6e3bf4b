package io.kvdrill.scenarios.format.profile;

import io.kvdrill.scenarios.format.source.Problems;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.util.regex.Pattern;

/** What profiles of the user are called; also as a folder, so the alphabet is small. */
public final class ProfileNames {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._+-]{0,63}");
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
        problems.add(
                value.span(),
                value.kind() + " cannot be the name of a profile",
                "letters, digits and . _ + - only, at most 64, a letter or digit first");
        return "";
    }
}

package io.kvdrill.scenarios.run;

import java.util.regex.Pattern;

/** Text as a shell takes it. */
public final class Shell {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    private Shell() {}

    /** The text as one word. */
    public static String quoted(String text) {
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}

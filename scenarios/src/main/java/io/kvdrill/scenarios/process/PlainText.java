package io.kvdrill.scenarios.process;

import java.util.Locale;

/** Makes text of others fit for a terminal: a control character shows as its code instead of being obeyed. */
public final class PlainText {
    private PlainText() {}

    /** Text that stays on one line. */
    public static String line(String text) {
        return escape(text, "");
    }

    /** Text that keeps its lines and tabs. */
    public static String lines(String text) {
        return escape(text, "\n\t");
    }

    private static String escape(String text, String kept) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) && kept.indexOf(c) < 0) {
                plain.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }
}

package io.kvdrill.core.protocol;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * JSON with one form for each value: keys sorted by code point at every level, no spaces, everything outside printable
 * ASCII escaped. What Python writes with sorted keys, compact separators and ASCII only.
 */
final class CanonicalJson {
    private static final int MAX_DEPTH = 64;
    private static final Comparator<String> BY_CODE_POINT = CanonicalJson::compareCodePoints;

    private final StringBuilder json = new StringBuilder();

    private CanonicalJson() {}

    static String of(Map<String, ?> map) {
        CanonicalJson writer = new CanonicalJson();
        writer.map(map, "", 0);
        return writer.json.toString();
    }

    private void value(@Nullable Object value, String path, int depth) {
        if (value == null || value instanceof Boolean) {
            json.append(value);
        } else if (value instanceof Long || value instanceof Integer || value instanceof BigInteger) {
            json.append(value);
        } else if (value instanceof String text) {
            text(text);
        } else if (value instanceof List<?> list) {
            list(list, path, depth);
        } else if (value instanceof Map<?, ?> map) {
            map(map, path, depth);
        } else {
            throw new IllegalArgumentException("run configuration, " + path + ": a "
                    + value.getClass().getSimpleName()
                    + "; expected text, an integer, a boolean, null, a list or a map");
        }
    }

    private void list(List<?> list, String path, int depth) {
        enter(path, depth);
        json.append('[');
        for (int i = 0; i < list.size(); i++) {
            if (i > 0) {
                json.append(',');
            }
            value(list.get(i), path + "[" + i + "]", depth + 1);
        }
        json.append(']');
    }

    private void map(Map<?, ?> map, String path, int depth) {
        enter(path, depth);
        Map<String, @Nullable Object> sorted = new TreeMap<>(BY_CODE_POINT);
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!(entry.getKey() instanceof String key)) {
                throw new IllegalArgumentException("run configuration, " + path + ": the key " + entry.getKey()
                        + " is not text; expected text keys");
            }
            sorted.put(key, entry.getValue());
        }
        json.append('{');
        boolean first = true;
        for (Map.Entry<String, @Nullable Object> entry : sorted.entrySet()) {
            if (!first) {
                json.append(',');
            }
            first = false;
            text(entry.getKey());
            json.append(':');
            value(entry.getValue(), path + "." + entry.getKey(), depth + 1);
        }
        json.append('}');
    }

    private static void enter(String path, int depth) {
        if (depth >= MAX_DEPTH) {
            throw new IllegalArgumentException(
                    "run configuration, " + path + ": nested deeper than " + MAX_DEPTH + " levels");
        }
    }

    private void text(String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> json.append("\\\"");
                case '\\' -> json.append("\\\\");
                case '\b' -> json.append("\\b");
                case '\f' -> json.append("\\f");
                case '\n' -> json.append("\\n");
                case '\r' -> json.append("\\r");
                case '\t' -> json.append("\\t");
                default -> {
                    if (c >= ' ' && c <= '~') {
                        json.append(c);
                    } else {
                        json.append(String.format("\\u%04x", (int) c));
                    }
                }
            }
        }
        json.append('"');
    }

    /** Differs from {@link String#compareTo} where a character outside the basic plane meets one near its end. */
    private static int compareCodePoints(String a, String b) {
        int i = 0;
        while (i < a.length() && i < b.length()) {
            int left = a.codePointAt(i);
            int right = b.codePointAt(i);
            if (left != right) {
                return Integer.compare(left, right);
            }
            i += Character.charCount(left);
        }
        return Integer.compare(a.length(), b.length());
    }
}

package io.kvdrill.reports.trace;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.core.trace.StoredEntry.Field;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shows an entry of a trace to people, on one line. Long lists and keys are abridged. */
public final class EntryText {
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final int LIST_SHOWN = 4;
    private static final int HEX_SHOWN = 8;
    private static final int HEX_KEPT_WHOLE = 16;

    private EntryText() {}

    /** The line, without a line end: time, peer, kind, fields, and the entry's number and that of its cause. */
    public static String of(StoredEntry entry) {
        StringBuilder text = new StringBuilder();
        text.append(seconds(entry.worldNanos())).append("  ");
        text.append(entry.peer().isEmpty() ? "(world)" : entry.peer()).append("  ");
        text.append(entry.kind());
        for (Field field : entry.fields()) {
            text.append(' ').append(field.name()).append('=');
            append(text, field.value());
        }
        text.append("  [#").append(entry.sequence());
        if (entry.cause() > 0) {
            text.append(" after #").append(entry.cause());
        }
        return text.append(']').toString();
    }

    /** World time in seconds with all nine decimals. */
    static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%d.%09d s", nanos / SECOND_NANOS, nanos % SECOND_NANOS);
    }

    private static void append(StringBuilder text, @Nullable Object value) {
        if (value == null) {
            text.append('-');
        } else if (value instanceof String string) {
            text.append(string.isEmpty() ? "\"\"" : abridged(string));
        } else if (value instanceof List<?> list) {
            appendList(text, list);
        } else if (value instanceof Map<?, ?> map) {
            appendMap(text, map);
        } else {
            text.append(value);
        }
    }

    private static void appendList(StringBuilder text, List<?> list) {
        text.append('[');
        for (int i = 0; i < Math.min(LIST_SHOWN, list.size()); i++) {
            text.append(i == 0 ? "" : " ");
            append(text, list.get(i));
        }
        if (list.size() > LIST_SHOWN) {
            text.append(" ... ").append(list.size()).append(" in all");
        }
        text.append(']');
    }

    private static void appendMap(StringBuilder text, Map<?, ?> map) {
        Object type = map.get("type");
        text.append(type == null ? "" : type).append('(');
        boolean first = true;
        for (Map.Entry<?, ?> pair : map.entrySet()) {
            if (pair.getKey().equals("type")) {
                continue;
            }
            text.append(first ? "" : " ").append(pair.getKey()).append('=');
            append(text, pair.getValue());
            first = false;
        }
        text.append(')');
    }

    private static String abridged(String string) {
        if (string.length() > HEX_KEPT_WHOLE && string.chars().allMatch(c -> Character.digit(c, 16) >= 0)) {
            return string.substring(0, HEX_SHOWN) + "..";
        }
        StringBuilder plain = new StringBuilder(string.length());
        string.chars().forEach(c -> plain.append(Character.isISOControl(c) ? '?' : (char) c));
        return plain.indexOf(" ") < 0 ? plain.toString() : '"' + plain.toString() + '"';
    }
}

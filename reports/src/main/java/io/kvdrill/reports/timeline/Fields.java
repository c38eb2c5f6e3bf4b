package io.kvdrill.reports.timeline;

import io.kvdrill.core.trace.StoredEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads fields of entries. A field that an entry lacks reads as empty, so that a newer trace can still be shown. */
public final class Fields {
    /** What a number reads as that is not there. */
    public static final long NONE = -1;

    private Fields() {}

    /** A text; empty where there is none. */
    public static String text(StoredEntry entry, String name) {
        return entry.value(name) instanceof String text ? text : "";
    }

    /** A number; {@link #NONE} where there is none. */
    public static long number(StoredEntry entry, String name) {
        return entry.value(name) instanceof Long number ? number : NONE;
    }

    /** Whether it says so. */
    public static boolean truth(StoredEntry entry, String name) {
        return entry.value(name) instanceof Boolean truth && truth;
    }

    /** A list of numbers; empty where there is none. */
    public static List<Long> numbers(StoredEntry entry, String name) {
        List<Long> numbers = new ArrayList<>();
        if (entry.value(name) instanceof List<?> list) {
            list.forEach(element -> numbers.add(element instanceof Long number ? number : NONE));
        }
        return numbers;
    }

    /** A list of texts; empty where there is none. */
    public static List<String> texts(StoredEntry entry, String name) {
        List<String> texts = new ArrayList<>();
        if (entry.value(name) instanceof List<?> list) {
            list.forEach(element -> texts.add(String.valueOf(element)));
        }
        return texts;
    }

    /** A text of the message that an entry is about; empty where there is none. */
    public static String messageText(StoredEntry entry, String name) {
        return entry.value("message") instanceof Map<?, ?> message && message.get(name) instanceof String text
                ? text
                : "";
    }

    /** A number of the message that an entry is about; {@link #NONE} where there is none. */
    public static long messageNumber(StoredEntry entry, String name) {
        return entry.value("message") instanceof Map<?, ?> message && message.get(name) instanceof Long number
                ? number
                : NONE;
    }
}

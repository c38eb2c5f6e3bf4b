package io.kvdrill.reports.page;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.json.ReportJson;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.trace.StoredTrace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The texts of a run as a page can show them. Those that are too long to be looked at, such as a name of a megabyte, are cut;
 * characters that are not seen and change how others read, such as those that turn the direction of writing, are shown by
 * their numbers. What was equal stays equal, and what was not is told apart.
 */
final class ShownTexts {
    private static final int LONGEST = 1_000;
    private static final int KEPT = 200;

    private ShownTexts() {}

    static String of(String text) {
        String seen = seen(text);
        return seen.length() <= LONGEST
                ? seen
                : seen.substring(0, KEPT) + "... (" + text.length() + " characters, "
                        + Integer.toHexString(text.hashCode()) + ")";
    }

    /** A text in which every character is seen. */
    static String seen(String text) {
        if (text.codePoints().allMatch(ShownTexts::isSeen)) {
            return text;
        }
        StringBuilder seen = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (isSeen(c)) {
                seen.appendCodePoint(c);
            } else {
                seen.append(String.format(Locale.ROOT, "[U+%04X]", c));
            }
        });
        return seen.toString();
    }

    private static boolean isSeen(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL -> c == '\n' || c == '\r' || c == '\t';
            case Character.FORMAT, Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                false;
            default -> true;
        };
    }

    static RunReport of(RunReport report) {
        return ReportJson.withTexts(report, ShownTexts::of);
    }

    static StoredTrace of(StoredTrace trace) {
        return new StoredTrace(
                trace.header(), trace.entries().stream().map(ShownTexts::of).toList(), trace.fingerprint());
    }

    private static StoredEntry of(StoredEntry entry) {
        boolean shown = isShown(entry.peer())
                && isShown(entry.kind())
                && entry.fields().stream().allMatch(field -> isShown(field.name()) && isShown(field.value()));
        if (shown) {
            return entry;
        }
        return new StoredEntry(
                entry.sequence(),
                entry.worldNanos(),
                of(entry.peer()),
                entry.cause(),
                of(entry.kind()),
                entry.fields().stream()
                        .map(field -> new StoredEntry.Field(of(field.name()), value(field.value())))
                        .toList(),
                entry.chain());
    }

    /** Whether a value is shown as it is. */
    private static boolean isShown(@Nullable Object value) {
        if (value instanceof String text) {
            return text.length() <= LONGEST && text.codePoints().allMatch(ShownTexts::isSeen);
        } else if (value instanceof List<?> list) {
            return list.stream().allMatch(ShownTexts::isShown);
        }
        return !(value instanceof Map<?, ?> map)
                || (map.keySet().stream().allMatch(ShownTexts::isShown)
                        && map.values().stream().allMatch(ShownTexts::isShown));
    }

    private static @Nullable Object value(@Nullable Object value) {
        if (value instanceof String text) {
            return of(text);
        } else if (value instanceof List<?> list) {
            List<@Nullable Object> all = new ArrayList<>();
            list.forEach(element -> all.add(value(element)));
            return all;
        } else if (value instanceof Map<?, ?> map) {
            Map<Object, @Nullable Object> all = new LinkedHashMap<>();
            map.forEach((key, element) -> all.put(of(String.valueOf(key)), value(element)));
            return all;
        }
        return value;
    }
}

package io.kvdrill.reports.page;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.json.ReportJson;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.trace.StoredTrace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Texts that are too long to be looked at, such as a name of a megabyte, cut wherever they are in a run. What was equal stays
 * equal, and what was not is told apart by a number.
 */
final class LongTexts {
    private static final int LONGEST = 1_000;
    private static final int KEPT = 200;

    private LongTexts() {}

    static String cut(String text) {
        return text.length() <= LONGEST
                ? text
                : text.substring(0, KEPT) + "... (" + text.length() + " characters, "
                        + Integer.toHexString(text.hashCode()) + ")";
    }

    static RunReport cut(RunReport report) {
        return ReportJson.withTexts(report, LongTexts::cut);
    }

    static StoredTrace cut(StoredTrace trace) {
        return new StoredTrace(
                trace.header(), trace.entries().stream().map(LongTexts::cut).toList(), trace.fingerprint());
    }

    private static StoredEntry cut(StoredEntry entry) {
        boolean isLong = entry.peer().length() > LONGEST
                || entry.kind().length() > LONGEST
                || entry.fields().stream().anyMatch(field -> isLong(field.name()) || isLong(field.value()));
        if (!isLong) {
            return entry;
        }
        return new StoredEntry(
                entry.sequence(),
                entry.worldNanos(),
                cut(entry.peer()),
                entry.cause(),
                cut(entry.kind()),
                entry.fields().stream()
                        .map(field -> new StoredEntry.Field(cut(field.name()), cut(field.value())))
                        .toList(),
                entry.chain());
    }

    private static boolean isLong(@Nullable Object value) {
        if (value instanceof String text) {
            return text.length() > LONGEST;
        } else if (value instanceof List<?> list) {
            return list.stream().anyMatch(LongTexts::isLong);
        }
        return value instanceof Map<?, ?> map
                && (map.keySet().stream().anyMatch(LongTexts::isLong)
                        || map.values().stream().anyMatch(LongTexts::isLong));
    }

    private static @Nullable Object cut(@Nullable Object value) {
        if (value instanceof String text) {
            return cut(text);
        } else if (value instanceof List<?> list) {
            List<@Nullable Object> all = new ArrayList<>();
            list.forEach(element -> all.add(cut(element)));
            return all;
        } else if (value instanceof Map<?, ?> map) {
            Map<Object, @Nullable Object> all = new LinkedHashMap<>();
            map.forEach((key, element) -> all.put(cut(String.valueOf(key)), cut(element)));
            return all;
        }
        return value;
    }
}
